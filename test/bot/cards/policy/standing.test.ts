import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gathersVotes, isNeeded, readStanding } from "../../../../src/bot/cards/policy/standing.ts";
import type { PeopleDirectory } from "../../../../src/runtime/host.ts";
import { recheckVotes } from "../../../../src/runtime/gate/deciding/recheck.ts";
import type { GatePolicy, Vote } from "../../../../src/runtime/run/documents.ts";

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  ann: ["release"],
  bob: ["release", "security"],
  cat: ["security"],
  dan: [],
};
const voice = { groupsOf: (id: string) => (Object.hasOwn(GROUPS, id) ? GROUPS[id] : undefined) };

const vote = (by: string, groups: readonly string[] = []): Vote => ({ by, groups, digest: "d", at: "2026-01-01" });
const votes = (...ids: readonly string[]): readonly Vote[] => ids.map((id) => vote(id, voice.groupsOf(id)));

describe("how far a gate is", () => {
  it.each<[string, GatePolicy, readonly string[], object]>([
    ["nobody has approved", { approvers: ["ann", "cat"], quorum: 2 }, [], { needed: 2, remaining: 2 }],
    ["one of two", { approvers: ["group:release"], quorum: 2 }, ["ann"], { needed: 2, remaining: 1 }],
    [
      "a slot is still empty",
      { require: ["group:release", "group:security"] },
      ["bob"],
      { needed: 2, remaining: 1, missing: [{ kind: "slot", principal: "group:security" }] },
    ],
    [
      "a vote that fills no place",
      { require: ["group:release", "cat"] },
      ["ann", "bob"],
      { counted: [{ by: "ann" }], spare: [{ by: "bob" }], needed: 2, remaining: 1 },
    ],
    [
      "a voter who is gone",
      { approvers: ["group:release", "eve"], quorum: 2 },
      ["eve", "ann"],
      { counted: [{ by: "ann" }], lost: [{ by: "eve" }], needed: 2, remaining: 1 },
    ],
    [
      "several rules",
      { requiredApprover: "ann", also: [{ approvers: ["group:security"], quorum: 2 }] },
      ["ann"],
      { needed: 3, remaining: 2, missing: [{ kind: "open", count: 2, of: ["group:security"] }] },
    ],
    ["no rule at all", {}, [], { needed: 1, remaining: 1, missing: [] }],
  ])("%s", (_name, policy, ids, expected) => {
    expect(readStanding({ policy, votes: votes(...ids) }, voice)).toMatchObject(expected);
  });

  it("does not count a group that somebody came into after their vote, until they vote again", () => {
    const policy = { require: ["group:release", "group:security"] };
    const gate = { policy, votes: [vote("bob", ["release"]), vote("ann", ["release"])] };
    expect(readStanding(gate, voice)).toMatchObject({
      remaining: 1,
      missing: [{ kind: "slot", principal: "group:security" }],
    });
    expect(isNeeded(gate, { id: "bob", groups: ["release", "security"] }, voice)).toBe(true);
    expect(isNeeded(gate, { id: "ann", groups: ["release"] }, voice)).toBe(false);
  });

  it("tells a vote that was removed until its person approves again", () => {
    const removed = { by: "ann", votedAt: "1", at: "2", because: "withdrawn" } as const;
    const policy = { approvers: ["group:release"], quorum: 2 };
    expect(readStanding({ policy, votes: [], removedVotes: [removed, removed] }, voice).removed).toHaveLength(1);
    expect(readStanding({ policy, votes: votes("ann"), removedVotes: [removed] }, voice).removed).toEqual([]);
  });
});

describe("whose approve is still needed", () => {
  it.each<[GatePolicy, readonly string[], readonly string[]]>([
    [{}, [], ["ann", "bob", "cat", "dan"]],
    [{ approvers: ["group:release"], quorum: 2 }, ["ann"], ["bob"]],
    [{ require: ["group:release", "group:security"] }, ["ann"], ["bob", "cat"]],
    [{ require: ["group:release", "group:security"] }, ["bob"], ["ann", "cat"]],
    [{ requireDifferentApprover: true, startedBy: "dan" }, [], ["ann", "bob", "cat"]],
    // Dan's vote would not bring it further: the slot is what is missing.
    [{ require: ["cat"], quorum: 2 }, ["ann"], ["cat"]],
  ])("%j with the votes of %j: %j", (policy, ids, expected) => {
    const gate = { policy, votes: votes(...ids) };
    const needed = Object.entries(GROUPS).filter(([id, groups]) => isNeeded(gate, { id, groups }, voice));
    expect(needed.map(([id]) => id)).toEqual(expected);
  });
});

const principal = fc.constantFrom("ann", "bob", "cat", "dan", "eve", "group:release", "group:security");
const policies: fc.Arbitrary<GatePolicy> = fc.record(
  {
    approvers: fc.uniqueArray(principal, { minLength: 1, maxLength: 3 }),
    require: fc.uniqueArray(principal, { minLength: 1, maxLength: 2 }),
    quorum: fc.integer({ min: 1, max: 3 }),
    requiredApprover: fc.constantFrom("ann", "eve"),
    startedBy: fc.constantFrom("ann", "dan"),
    requireDifferentApprover: fc.constant(true as const),
  },
  { requiredKeys: [] },
);

describe("what a card tells", () => {
  it("agrees with what the runtime counts when it looks at everybody who voted", async () => {
    const directory: PeopleDirectory = {
      lookUp: (id) => {
        const groups = voice.groupsOf(id);
        return Promise.resolve(groups === undefined ? undefined : { groups });
      },
    };
    const voters = fc.uniqueArray(fc.constantFrom("ann", "bob", "cat", "dan", "eve"), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(policies, voters, async (policy, ids) => {
        const gate = { policy, votes: votes(...ids) };
        const standing = readStanding(gate, voice);
        const checked = await recheckVotes({ directory, label: "", policy, run: {} }, gate.votes);
        expect(standing.remaining).toBe(checked.remaining);
        expect(standing.lost).toEqual(checked.dropped.map((one) => one.vote));
        expect(standing.counted.length + standing.spare.length + standing.lost.length).toBe(ids.length);
        if (standing.remaining === 0) expect(standing.missing).toEqual([]);
        expect(gathersVotes(gate)).toBe(readStanding({ policy, votes: [] }, voice).remaining > 1);
      }),
      { numRuns: 300 },
    );
  });
});
