import type { PersonConfig } from "../../config/config.ts";
import type { Platform } from "../adapter.ts";

/** One human the bot knows, whatever account they use just now. */
export type Person = PersonConfig;

/** Who is who. What is not certain is nobody. */
export interface People {
  /** Everybody, in the order of the configuration. */
  readonly all: readonly Person[];
  /** The human behind a platform account; undefined for an account that is unknown, absent or claimed by two. */
  findByAccount(platform: Platform, account: string | undefined): Person | undefined;
  findById(id: string): Person | undefined;
  /** The same for what was done with an account (`telegram:111111111`), which has to be theirs now; without one, by id alone. */
  findWith(id: string, account: string | undefined): Person | undefined;
  /** The members of a group, by its bare name; nobody for a group that is unknown. */
  inGroup(group: string): readonly Person[];
}

/** Builds the directory of people once; every lookup is exact, on ids only (chat §4). */
export function createPeople(config: { readonly people: readonly PersonConfig[] }): People {
  const byId = indexUnique(config.people.map((person) => [person.id, person]));
  const byAccount = indexUnique(
    config.people.flatMap((person) =>
      person.accounts.map((account) => [accountKey(account.platform, account.id), person] as const),
    ),
  );
  return {
    all: config.people,
    findByAccount: (platform, account) =>
      account === undefined || account === "" ? undefined : byAccount.get(accountKey(platform, account)),
    findById: (id) => byId.get(id),
    findWith: (id, account) => {
      const person = byId.get(id);
      return account === undefined || byAccount.get(account) === person ? person : undefined;
    },
    inGroup: (group) => config.people.filter((person) => person.groups.includes(group)),
  };
}

function accountKey(platform: Platform, account: string): string {
  return `${platform}:${account}`;
}

/** A key that two people claim belongs to nobody: the configuration refuses it, and here it fails closed. */
function indexUnique(entries: readonly (readonly [string, Person])[]): ReadonlyMap<string, Person> {
  const index = new Map<string, Person>();
  const ambiguous = new Set<string>();
  for (const [key, person] of entries) {
    if (index.has(key) && index.get(key) !== person) ambiguous.add(key);
    index.set(key, person);
  }
  for (const key of ambiguous) index.delete(key);
  return index;
}
