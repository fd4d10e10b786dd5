import type { ChatConfig, PersonConfig, PostTarget, Principal, WorkflowConfig } from "../config.ts";
import { findNearestName } from "../nearest-name.ts";
import { isWorkflowName } from "../workflow-files.ts";
import type { Finding, Path } from "./finding.ts";

/** What the names in a file can refer to. */
export interface Directory {
  readonly people: readonly PersonConfig[];
  /** Names of the workflows there are; absent when the directory could not be read, which is a problem of its own. */
  readonly workflowNames?: readonly string[];
}

/** Checks that every workflow, person and group that rules and conversations name exists. */
export function checkNames(
  rules: ReadonlyMap<string, WorkflowConfig>,
  chats: readonly ChatConfig[],
  directory: Directory,
): readonly Finding[] {
  return [
    ...[...rules].flatMap(([name, { start, deny, postTo }]) => [
      ...checkPostTargets(postTo, ["workflows", name, "post_to"], chats),
      ...checkWorkflowName(name, ["workflows", name], "key", directory),
      ...checkPrincipals(start ?? [], ["workflows", name, "start"], directory.people),
      ...checkPrincipals(deny ?? [], ["workflows", name, "deny"], directory.people),
    ]),
    ...chats.flatMap((chat, index) =>
      (chat.workflows ?? []).flatMap((name, position) =>
        checkWorkflowName(name, ["chats", index, "workflows", position], "value", directory),
      ),
    ),
  ];
}

/** A button counts only where the bot works: cards elsewhere could be read, and opened by nobody. */
function checkPostTargets(
  targets: readonly PostTarget[],
  path: Path,
  chats: readonly ChatConfig[],
): readonly Finding[] {
  return targets.flatMap((target, index): Finding[] => {
    if (target.kind === "origin" || target.conversation.platform === "terminal") return [];
    const { platform, id, topic } = target.conversation;
    const works = chats.some((chat) => chat.platform === platform && chat.id === id && (chat.topic ?? topic) === topic);
    if (works) return [];
    const place = `${platform}:${id}${topic === undefined ? "" : `/${topic}`}`;
    const what = `cards go to ${place}, where the bot does not work`;
    return [{ path: [...path, index], part: "value", what, fix: "Add the conversation to chats." }];
  });
}

function checkWorkflowName(
  name: string,
  path: Path,
  part: "key" | "value",
  { workflowNames }: Directory,
): readonly Finding[] {
  if (!isWorkflowName(name) || workflowNames === undefined || workflowNames.includes(name)) return [];
  const nearest = findNearestName(name, workflowNames);
  const fix = nearest === undefined ? listNames("The workflows there are", workflowNames) : `Did you mean ${nearest}?`;
  return [{ path, part, what: `there is no workflow ${quoteName(name)}`, fix }];
}

function checkPrincipals(
  principals: readonly Principal[],
  path: Path,
  people: readonly PersonConfig[],
): readonly Finding[] {
  return principals.flatMap((principal, index) => {
    const problem =
      principal.kind === "person" ? checkPerson(principal.id, people) : checkGroup(principal.group, people);
    return problem === undefined ? [] : { path: [...path, index], part: "value", ...problem };
  });
}

type Problem = Pick<Finding, "what" | "fix">;

function checkPerson(id: string, people: readonly PersonConfig[]): Problem | undefined {
  const ids = people.map((person) => person.id).filter((known) => known !== "");
  if (id === "" || ids.includes(id)) return undefined;
  const groups = new Set(people.flatMap((person) => person.groups));
  if (groups.has(id)) return { what: `there is no person ${quoteName(id)}`, fix: `Write group:${id} for the group.` };
  const nearest = findNearestName(id, ids);
  return {
    what: `there is no person ${quoteName(id)}`,
    fix: nearest === undefined ? listNames("The people there are", ids) : `Did you mean ${nearest}?`,
  };
}

function checkGroup(group: string, people: readonly PersonConfig[]): Problem | undefined {
  const groups = [...new Set(people.flatMap((person) => person.groups))];
  if (groups.includes(group)) return undefined;
  const nearest = findNearestName(group, groups);
  return {
    what: `nobody is in the group ${quoteName(group)}`,
    fix: nearest === undefined ? "Add it to the groups of someone in people." : `Did you mean group:${nearest}?`,
  };
}

/** Names that are too strange to repeat were refused by the schema already. */
function quoteName(name: string): string {
  return /^[A-Za-z0-9._@-]{1,48}$/.test(name) ? name : "of this name";
}

const MAX_LISTED = 20;

function listNames(label: string, names: readonly string[]): string {
  if (names.length === 0) return `${label}: none.`;
  const more = names.length > MAX_LISTED ? " …" : "";
  return `${label}: ${names.slice(0, MAX_LISTED).join(", ")}${more}.`;
}
