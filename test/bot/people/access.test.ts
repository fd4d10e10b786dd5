import { describe, expect, test } from "vitest";
import {
  checkCancel,
  checkDeny,
  checkStart,
  isWorkflowHere,
  isWorkingConversation,
  listStarters,
  type AccessRules,
} from "../../../src/bot/people/access.ts";
import type { Conversation } from "../../../src/bot/adapter.ts";
import type { Person } from "../../../src/bot/people/people.ts";
import type { GatePolicy } from "../../../src/runtime/run/documents.ts";

function person(id: string, ...groups: readonly string[]): Person {
  return { id, name: id, groups, accounts: [] };
}

const lead = person("lead", "dev");
const manager = person("manager", "release");
const mate = person("mate", "dev");

const rules: AccessRules = {
  chats: [
    { platform: "telegram", id: "-1" },
    { platform: "telegram", id: "-1", topic: "17", workflows: ["deploy"] },
    { platform: "telegram", id: "-2", topic: "5" },
    { platform: "discord", id: "55", workflows: ["deploy", "backup"] },
  ],
  workflows: new Map([
    [
      "deploy",
      {
        start: [
          { kind: "person", id: "lead" },
          { kind: "group", group: "release" },
        ],
        deny: [{ kind: "group", group: "release" }],
        postTo: [{ kind: "origin" }],
      },
    ],
  ]),
};

const telegram = (id: string, topic?: string): Conversation => ({
  platform: "telegram",
  id,
  ...(topic === undefined ? {} : { topic }),
});
const discord = (id: string): Conversation => ({ platform: "discord", id });
const terminal: Conversation = { platform: "terminal", id: "main" };

describe("where the bot works", () => {
  test.each<[Conversation, boolean, boolean, boolean]>([
    // conversation, works there, deploy, backup
    [telegram("-1"), true, true, true],
    [telegram("-1", "3"), true, true, true],
    [telegram("-1", "17"), true, true, false],
    [telegram("-2"), false, false, false],
    [telegram("-2", "5"), true, true, true],
    [telegram("-2", "6"), false, false, false],
    [telegram("55"), false, false, false],
    [discord("55"), true, true, true],
    [discord("56"), false, false, false],
    [discord("-1"), false, false, false],
    [terminal, true, true, true],
  ])("%j: works %s, deploy %s, backup %s", (conversation, works, deploy, backup) => {
    expect(isWorkingConversation(rules, conversation)).toBe(works);
    expect(isWorkflowHere(rules, conversation, "deploy")).toBe(deploy);
    expect(isWorkflowHere(rules, conversation, "backup")).toBe(backup);
  });

  test("a conversation's list is exactly that", () => {
    expect(isWorkflowHere(rules, discord("55"), "other")).toBe(false);
  });

  test("without chats it works in the terminal only", () => {
    const none = { ...rules, chats: [] };
    expect(isWorkingConversation(none, telegram("-1"))).toBe(false);
    expect(isWorkingConversation(none, terminal)).toBe(true);
  });
});

describe("who may start", () => {
  test.each<[string, Person | undefined, Conversation, string, string]>([
    ["a person the workflow names", lead, telegram("-1"), "deploy", "allowed"],
    ["a member of a group it names", manager, telegram("-1"), "deploy", "allowed"],
    ["somebody it does not name", mate, telegram("-1"), "deploy", "not_a_starter"],
    ["anybody registered where it names nobody", mate, telegram("-1"), "backup", "allowed"],
    ["nobody", undefined, telegram("-1"), "backup", "not_registered"],
    ["nobody, in the terminal", undefined, terminal, "backup", "not_registered"],
    ["somebody elsewhere", lead, telegram("-9"), "deploy", "not_working_here"],
    ["somebody in a topic of other workflows", lead, telegram("-1", "17"), "backup", "workflow_not_here"],
    ["somebody not named, in the terminal", mate, terminal, "deploy", "not_a_starter"],
    ["a person named like the group", person("release"), terminal, "deploy", "not_a_starter"],
    ["a member of a group named like the person", person("x", "lead"), terminal, "deploy", "not_a_starter"],
  ])("%s", (_, who, conversation, workflow, expected) => {
    const access = checkStart(rules, { person: who, conversation, workflow });
    expect(access.kind === "allowed" ? "allowed" : access.reason).toBe(expected);
  });

  test("the possible starters are those a workflow names, or everybody", () => {
    const people = { all: [lead, manager, mate] };
    expect(listStarters(rules, people, "deploy")).toEqual([lead, manager]);
    expect(listStarters(rules, people, "backup")).toEqual([lead, manager, mate]);
  });
});

describe("who may deny", () => {
  const strict: GatePolicy = {
    requiredApprover: "lead",
    requireDifferentApprover: true,
    startedBy: "boss",
    initiatedBy: "boss",
  };

  test.each<[string, Person | undefined, string, GatePolicy, string]>([
    ["a member of a group the configuration names", manager, "deploy", strict, "allowed"],
    ["the approver, whom it does not name", lead, "deploy", strict, "allowed"],
    ["the starter, whom it does not name", person("boss"), "deploy", strict, "allowed"],
    ["somebody else", mate, "deploy", strict, "may_not_deny"],
    ["nobody", undefined, "deploy", strict, "not_registered"],
    ["anybody registered where nobody is named", mate, "backup", strict, "allowed"],
    ["nobody where nobody is named", undefined, "backup", {}, "not_registered"],
    ["anybody registered at a gate all may open", mate, "deploy", {}, "allowed"],
    [
      "the starter of a four-eyes gate",
      lead,
      "deploy",
      { requireDifferentApprover: true, startedBy: "lead" },
      "allowed",
    ],
  ])("%s", (_, who, workflow, policy, expected) => {
    const access = checkDeny(rules, { person: who, workflow, policy });
    expect(access.kind === "allowed" ? "allowed" : access.reason).toBe(expected);
  });
});

describe("who may cancel", () => {
  const policy: GatePolicy = { requiredApprover: "manager" };

  test.each<[string, Person | undefined, string | undefined, readonly GatePolicy[], string]>([
    ["the starter", lead, "lead", [policy], "allowed"],
    ["the starter of a run without gates", lead, "lead", [], "allowed"],
    ["an approver of one of the gates", manager, "lead", [{ requiredApprover: "x" }, policy], "allowed"],
    ["somebody else", mate, "lead", [policy], "may_not_cancel"],
    ["somebody else, of a run without gates", mate, "lead", [], "may_not_cancel"],
    ["nobody", undefined, "lead", [{}], "not_registered"],
    ["nobody, of a run without a starter", undefined, undefined, [], "not_registered"],
  ])("%s", (_, who, startedBy, policies, expected) => {
    const access = checkCancel({ person: who, policies, ...(startedBy === undefined ? {} : { startedBy }) });
    expect(access.kind === "allowed" ? "allowed" : access.reason).toBe(expected);
  });
});
