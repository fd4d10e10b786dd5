import type { ChatConfig, Config, Principal } from "../../config/config.ts";
import { mayApprove } from "../../runtime/gate/may-approve.ts";
import type { GatePolicy } from "../../runtime/run/documents.ts";
import type { Conversation } from "../adapter.ts";
import type { People, Person } from "./people.ts";

/** Whether somebody may do something, and if not why. */
export type Access = { readonly kind: "allowed" } | { readonly kind: "refused"; readonly reason: RefusalReason };

/** Why not, for the words of the answer. */
export type RefusalReason =
  | "not_registered" // the account is nobody's
  | "not_working_here" // the conversation is not one of `chats`
  | "workflow_not_here" // the conversation allows other workflows only
  | "not_a_starter" // the workflow's `start` names others
  | "may_not_deny" // the workflow's `deny` names others
  | "may_not_cancel"; // neither starter nor approver

/** The part of the configuration that says who may do what where. */
export type AccessRules = Pick<Config, "chats" | "workflows">;

const ALLOWED: Access = { kind: "allowed" };

/** True for a conversation the bot works in: one of `chats`, its topic included, or the terminal. */
export function isWorkingConversation(rules: AccessRules, conversation: Conversation): boolean {
  return conversation.platform === "terminal" || findChat(rules, conversation) !== undefined;
}

/** True when the conversation allows the workflow. An entry for the very topic beats one for the whole group. */
export function isWorkflowHere(rules: AccessRules, conversation: Conversation, workflow: string): boolean {
  if (conversation.platform === "terminal") return true;
  const chat = findChat(rules, conversation);
  return chat !== undefined && (chat.workflows === undefined || chat.workflows.includes(workflow));
}

/** Who wants to start what, and where. `person` is absent when the account is nobody's. */
export interface StartAttempt {
  readonly person: Person | undefined;
  readonly conversation: Conversation;
  readonly workflow: string;
}

/** Whether somebody may start a workflow in a conversation: registered, here, and named by `start` where there is one. */
export function checkStart(rules: AccessRules, { person, conversation, workflow }: StartAttempt): Access {
  if (person === undefined) return refuse("not_registered");
  if (!isWorkingConversation(rules, conversation)) return refuse("not_working_here");
  if (!isWorkflowHere(rules, conversation, workflow)) return refuse("workflow_not_here");
  return mayStartSomewhere(rules, person, workflow) ? ALLOWED : refuse("not_a_starter");
}

/** Whether somebody may say what becomes of an interrupted run: who may start its workflow in some conversation. */
export function checkRecover(
  rules: AccessRules,
  { person, workflow }: { readonly person: Person | undefined; readonly workflow: string },
): Access {
  if (person === undefined) return refuse("not_registered");
  return mayStartSomewhere(rules, person, workflow) ? ALLOWED : refuse("not_a_starter");
}

/** Everybody who may start a workflow in some conversation: the possible starters of its four-eyes gates. */
export function listStarters(rules: AccessRules, people: Pick<People, "all">, workflow: string): readonly Person[] {
  return people.all.filter((person) => mayStartSomewhere(rules, person, workflow));
}

/** A gate somebody wants to deny. `workflow` is the run's, also for a gate inside a sub-workflow. */
export interface DenyAttempt {
  readonly person: Person | undefined;
  readonly workflow: string;
  /** The policy pinned when the gate opened; it knows the starter. */
  readonly policy: GatePolicy;
}

/**
 * Whether somebody may deny at a gate: every registered person, or those the configuration names; never fewer than
 * the approvers and the starter (promise 6). That the press comes from the card's conversation is checked elsewhere.
 */
export function checkDeny(rules: AccessRules, { person, workflow, policy }: DenyAttempt): Access {
  if (person === undefined) return refuse("not_registered");
  const named = rules.workflows.get(workflow)?.deny;
  if (named === undefined || isNamed(person, named)) return ALLOWED;
  return isStarter(person, policy) || mayApprove(policy, person) ? ALLOWED : refuse("may_not_deny");
}

/** A run somebody wants to cancel. */
export interface CancelAttempt {
  readonly person: Person | undefined;
  readonly startedBy?: string;
  /** The policies of its gates: the open one's, or those to come. Without any, only the starter may cancel. */
  readonly policies: readonly GatePolicy[];
}

/** Whether somebody may cancel a run: its starter, or an approver of one of its gates. */
export function checkCancel({ person, startedBy, policies }: CancelAttempt): Access {
  if (person === undefined) return refuse("not_registered");
  const may = person.id === startedBy || policies.some((policy) => mayApprove(policy, person));
  return may ? ALLOWED : refuse("may_not_cancel");
}

function refuse(reason: RefusalReason): Access {
  return { kind: "refused", reason };
}

/** The entry of the configuration for a conversation: the one for its very topic before the one for the whole group. */
export function findChat(
  rules: Pick<AccessRules, "chats">,
  { platform, id, topic }: Conversation,
): ChatConfig | undefined {
  const chats = rules.chats.filter((chat) => chat.platform === platform && chat.id === id);
  const exact = topic === undefined ? undefined : chats.find((chat) => chat.topic === topic);
  return exact ?? chats.find((chat) => chat.topic === undefined);
}

function mayStartSomewhere(rules: AccessRules, person: Person, workflow: string): boolean {
  const named = rules.workflows.get(workflow)?.start;
  return named === undefined || isNamed(person, named);
}

/** The recorded starter, and an initiator the file names. */
function isStarter(person: Person, policy: GatePolicy): boolean {
  return person.id === policy.startedBy || person.id === policy.initiatedBy;
}

function isNamed(person: Person, principals: readonly Principal[]): boolean {
  return principals.some((principal) =>
    principal.kind === "person" ? principal.id === person.id : person.groups.includes(principal.group),
  );
}
