import type { AccountConfig, PersonConfig } from "../config.ts";
import { checkReading } from "./check-reading.ts";
import type { Finding, Path } from "./finding.ts";

/** Checks what the schema cannot: one human an id, one account a human, and ids that are people at all. */
export function checkPeople(people: readonly PersonConfig[]): readonly Finding[] {
  return [...people.flatMap(checkPerson), ...findRepeatedIds(people), ...findSharedAccounts(people)];
}

function checkPerson(person: PersonConfig, index: number): readonly Finding[] {
  const findings: Finding[] = [];
  const add = (key: string, what: string, fix: string): void => {
    findings.push({ path: ["people", index, key], part: "value", what, fix });
  };
  if (person.id === "starter") {
    add("id", "nobody can have the id starter", "Choose another id; `starter` always means who began the run.");
  }
  for (const { platform, id } of person.accounts) {
    const service = platform === "telegram" ? SERVICE_ACCOUNTS.get(id) : undefined;
    if (service !== undefined) add("telegram", `${id} is ${service}, never a person`, FIND_ACCOUNT);
  }
  return [...findings, ...checkReading(person, ["people", index])];
}

/** Ids under which Telegram delivers what no person can be held to (platform facts). */
const SERVICE_ACCOUNTS: ReadonlyMap<string, string> = new Map([
  ["1087968824", "the account of anonymous group admins"],
  ["136817688", "the account of channels that post as themselves"],
  ["777000", "the account of Telegram's own notices and forwards"],
]);

const FIND_ACCOUNT = "Write the id that /whoami shows when the person sends it without being anonymous.";

/** Ids that differ in letter case alone are one person wherever somebody must be somebody else. */
function findRepeatedIds(people: readonly PersonConfig[]): readonly Finding[] {
  return people.flatMap(({ id }, index) => {
    const first = id === "" ? index : people.findIndex((other) => other.id.toLowerCase() === id.toLowerCase());
    if (first === index) return [];
    return {
      path: ["people", index, "id"],
      part: "value",
      what: `the id ${id} stands twice, first at people[${first}]`,
      fix: "Give one person one entry with all accounts, or another id.",
    };
  });
}

function findSharedAccounts(people: readonly PersonConfig[]): readonly Finding[] {
  const owners = new Map<string, number>();
  const findings: Finding[] = [];
  for (const [index, person] of people.entries()) {
    for (const account of person.accounts) {
      const owner = owners.get(accountKey(account));
      if (owner === undefined) owners.set(accountKey(account), index);
      else if (owner !== index) findings.push(sharedAccount(["people", index, account.platform], account, owner));
    }
  }
  return findings;
}

function accountKey({ platform, id }: AccountConfig): string {
  return `${platform}:${id}`;
}

function sharedAccount(path: Path, account: AccountConfig, owner: number): Finding {
  return {
    path,
    part: "value",
    what: `the ${account.platform} account ${account.id} already belongs to people[${owner}]`,
    fix: "An account is one person: remove it from one of the two.",
  };
}
