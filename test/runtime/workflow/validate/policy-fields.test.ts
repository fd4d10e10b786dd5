import { describe, expect, it } from "vitest";
import { loadText, messagesOf } from "../../../helpers/load-text.ts";

const gate = (fields: string): string => `steps: [{id: g, approval: {${fields}}}]`;
const question = (fields: string): string => `steps: [{id: q, input: {prompt: p, responseSchema: {}, ${fields}}}]`;

describe("the policy of a gate in a file", () => {
  it.each([
    ["approvers: []", "approvers is empty; name person ids and group:<name>, or remove it"],
    ["approvers: ann", "approvers must be a list of person ids and group:<name>"],
    ["approvers: null", "approvers must be a list of person ids and group:<name>"],
    ["approvers: [1]", "approvers names 1; it must be a list of person ids and group:<name>"],
    ["approvers: [starter]", "approvers names 'starter'; it must be a list of person ids and group:<name>"],
    ["approvers: ['group:']", "approvers names 'group:'; it must be a list of person ids and group:<name>"],
    ["approvers: ['group:a b']", "approvers names 'group:a b'; it must be a list of person ids and group:<name>"],
    ["approvers: ['a,b']", "approvers names 'a,b'; it must be a list of person ids and group:<name>"],
    ["approvers: ['Group:x']", "approvers names 'Group:x'; it must be a list of person ids and group:<name>"],
    ["approvers: ['аnn']", "approvers names 'аnn'; it must be a list of person ids and group:<name>"],
    ["approvers: [ann, Ann]", "approvers names 'Ann' twice"],
    ["approvers: [$pick.stdout]", "approvers cannot be a template: the policy is fixed by the file"],
    ["require: ['group:${team}']", "require cannot be a template: the policy is fixed by the file"],
    ["require: []", "require is empty; name person ids and group:<name>, or remove it"],
    ["require: [group:a, ' group:a ']", "require names 'group:a' twice"],
    ["require: [ann], required_approver: ann", "require names 'ann', who is the required_approver; keep one"],
    ["quorum: 0", "quorum must be a whole number from 1 to 100"],
    ["quorum: -1", "quorum must be a whole number from 1 to 100"],
    ["quorum: 1.5", "quorum must be a whole number from 1 to 100"],
    ["quorum: 101", "quorum must be a whole number from 1 to 100"],
    ["quorum: two", "quorum must be a whole number from 1 to 100"],
    ["quorum: '${n}'", "quorum cannot be a template: the policy is fixed by the file"],
    ["quorum: 1, require: [a, b]", "quorum is 1, below the number of slots (2)"],
    ["quorum: 1, require: [a], required_approver: b", "quorum is 1, below the number of slots (2)"],
    ["quorum: 3, approvers: [a, b]", "quorum cannot be reached: 3 people must approve and only 2 can"],
    ["quorum: 2, approvers: [a], require: [a]", "quorum cannot be reached: 2 people must approve and only 1 can"],
    [
      "quorum: 2, approvers: [a], required_approver: a",
      "quorum cannot be reached: 2 people must approve and only 1 can",
    ],
    [
      "quorum: 2, approvers: [a, b], initiated_by: a, require_different_approver: true",
      "quorum cannot be reached: 2 people must approve and only 1 can",
    ],
    [
      "require: [a, group:x], initiated_by: a, require_different_approver: true",
      "require cannot be reached: 'a' must approve and may not",
    ],
    ["expires_in: soon", "expires_in must be a duration such as 30m, 24h or 7d, or never"],
    ["expires_in: 0h", "expires_in must be a duration such as 30m, 24h or 7d, or never"],
    ["expires_in: 30", "expires_in must be a duration such as 30m, 24h or 7d, or never"],
    ["expires_in: '${time}'", "expires_in cannot be a template: the policy is fixed by the file"],
    ["hold: '${time}'", "hold cannot be a template: the policy is fixed by the file"],
    ["hold: never", "hold must be a duration such as 30m, 24h or 7d"],
    ["remind_before: never", "remind_before must be a duration such as 30m, 24h or 7d"],
    ["reason: always", "reason must be required, optional or none"],
    ["confirm: ' '", "confirm must be a text to type; remove it for none"],
    ["confirm: true", "confirm must be a text to type; remove it for none"],
  ])("refuses %s", async (fields, text) => {
    expect(await messagesOf(gate(fields))).toEqual([`Workflow step g approval.${text}`]);
  });

  it.each(["a\\nb", "go\\u202e", "go\\u200bod", "a\\u00a0b", "\\u2066go", "go\\ufe0f"])(
    "refuses a text to type with what nobody sees: %s",
    async (written) => {
      expect(await messagesOf(gate(`confirm: "${written}"`))).toEqual([
        "Workflow step g approval.confirm must be one line of text in which every character can be seen",
      ]);
    },
  );

  it.each([
    ["aprovers: [a]", "approvers"],
    ["expiresIn: 1h", "expires_in"],
    ["qorum: 2", "quorum"],
    ["requires: [a]", "require"],
    ["remindBefore: 1h", "remind_before"],
    ["approver: ann", "approvers"],
  ])("names the nearest known field for %s", async (fields, nearest) => {
    const [key] = fields.split(":");
    expect(await messagesOf(gate(fields))).toEqual([
      `Workflow step g approval has an unknown key '${key}'; did you mean '${nearest}'?`,
    ]);
  });

  it("names every field that is wrong", async () => {
    expect(await messagesOf(gate("approvers: [], quorum: 0, hold: x"))).toHaveLength(3);
  });

  it.each([
    [
      "approvers: [' ann ', group:release], quorum: 2, expires_in: 24h, reason: required",
      { approvers: ["ann", "group:release"], quorum: 2, expiresInMs: 86_400_000, reason: "required" },
    ],
    ["require: [ann, group:a], quorum: 3", { require: ["ann", "group:a"], quorum: 3 }],
    ["expires_in: never, reason: none", { expiresInMs: null, reason: "none" }],
    ["hold: 10m, remind_before: 30s", { holdMs: 600_000, remindBeforeMs: 30_000 }],
    ["hold: 0, reason: optional", { reason: "optional" }],
    ["confirm: ' ${tag} '", { confirm: "${tag}" }],
    ["quorum: 2, approvers: [a], require: [group:a]", { quorum: 2, approvers: ["a"], require: ["group:a"] }],
  ])("reads %s", async (fields, expected) => {
    const [step] = (await loadText(gate(fields))).definition.steps;
    expect(step?.approval).toEqual(expected);
  });

  it.each([
    [
      "approvers: [a], require: [group:s]",
      "approvers has no effect: slots make up the whole quorum; raise quorum, or remove it",
    ],
    ["remind_before: 1h, expires_in: never", "remind_before has no effect: the gate never expires"],
    ["remind_before: 2h, expires_in: 1h", "remind_before reminds at once: it is not shorter than expires_in"],
  ])("warns of %s", async (fields, text) => {
    expect((await loadText(gate(fields))).warnings).toEqual([
      expect.stringContaining(`Workflow step g approval.${text}`),
    ]);
  });

  it("warns of an argument in `confirm` that has no value", async () => {
    expect((await loadText(gate("confirm: '${tga}'"))).warnings).toEqual([expect.stringContaining("uses ${tga}")]);
  });
});

describe("the policy of a question in a file", () => {
  it.each([
    ["answer_by: []", "answer_by is empty; name person ids, 'starter' and group:<name>, or remove it"],
    ["answer_by: ann", "answer_by must be a list of person ids, 'starter' and group:<name>"],
    ["answer_by: ['${who}']", "answer_by cannot be a template: the policy is fixed by the file"],
    ["expires_in: 1w", "expires_in must be a duration such as 30m, 24h or 7d, or never"],
  ])("refuses %s", async (fields, text) => {
    expect(await messagesOf(question(fields))).toEqual([`Workflow step q input.${text}`]);
  });

  it("reads who may answer, and until when", async () => {
    const [step] = (await loadText(question("answer_by: [starter, ann, group:dev], expires_in: 7d"))).definition.steps;
    expect(step?.work).toMatchObject({
      input: { answerBy: ["starter", "ann", "group:dev"], expiresInMs: 7 * 86_400_000 },
    });
  });
});
