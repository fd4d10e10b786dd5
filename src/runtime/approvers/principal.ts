/** Somebody who votes: their id, and the bare names of the groups they are in. */
export interface Voter {
  readonly by: string;
  readonly groups: readonly string[];
}

/** The word that means whoever began the run; nobody can be called that. */
export const STARTER = "starter";

const GROUP = "group:";

/** Ids of persons (policy.md): no look-alike letters, no invisible ones, and not the word that means the starter. */
export function isPersonId(text: string): boolean {
  return /^[A-Za-z0-9._@-]+$/.test(text) && text !== STARTER;
}

/** Bare names of groups. */
export function isGroupName(text: string): boolean {
  return /^[A-Za-z0-9._@-]{1,64}$/.test(text);
}

/** The bare name of the group that `group:<name>` names; undefined for a person's id. */
export function groupOf(principal: string): string | undefined {
  return principal.startsWith(GROUP) ? principal.slice(GROUP.length) : undefined;
}

/** True for what a rule may name: a person's id or `group:<name>`. */
export function isPrincipal(text: string): boolean {
  const group = groupOf(text);
  return group === undefined ? isPersonId(text) : isGroupName(group);
}

/** Is this voter the person, or in the group, that a rule names? Exact: letter case counts. */
export function isNamedBy(voter: Voter, principal: string): boolean {
  const group = groupOf(principal);
  return group === undefined ? voter.by === principal : voter.groups.includes(group);
}

/**
 * True for ids that may be one human. Wherever somebody must be somebody else, ids that differ in letter case only are one
 * person; wherever somebody must be named, they are not: both times the doubt keeps a gate shut.
 */
export function isSamePerson(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
