import { describe, expect, it } from "vitest";
import { gateEnvelope } from "../../../src/runtime/envelope.ts";
import type { PeopleDirectory } from "../../../src/runtime/host.ts";
import { openGate, tell } from "./gate-bench.ts";

/** People as they are now; a test changes them while votes wait. */
function directoryOf(people: Record<string, readonly string[] | undefined>): PeopleDirectory {
  return {
    lookUp: (person) => {
      const groups = Object.hasOwn(people, person) ? people[person] : undefined;
      return Promise.resolve(groups === undefined ? undefined : { groups });
    },
  };
}

describe("when votes are complete, the host's directory is asked again", () => {
  it("and a voter who left the group is dropped and named, while the gate stays open", async () => {
    const people: Record<string, readonly string[]> = { ann: ["release"], bob: ["release"], cid: ["release"] };
    const bench = await openGate("approvers: [group:release], quorum: 2", { host: { directory: directoryOf(people) } });
    await bench.decide("approve", "ann/release");
    people["ann"] = [];
    expect(await bench.decide("approve", "bob/release")).toMatchObject({
      kind: "voted",
      remaining: 1,
      dropped: ["ann"],
      vote: { by: "bob" },
    });
    const gate = await bench.now();
    expect(gate).toMatchObject({
      state: "open",
      votes: [{ by: "bob" }],
      removedVotes: [{ by: "ann", because: "unqualified" }],
    });
    expect(gateEnvelope(bench.run, gate, {})).toMatchObject({
      requiresApproval: { remaining: 1, approvals: [{ by: "bob" }], dropped: [{ by: "ann" }] },
    });
    expect(await bench.decide("approve", "cid/release")).toMatchObject({ kind: "accepted" });
  });

  it("and somebody who is known no more is dropped, named by id or not restricted at all", async () => {
    for (const fields of ["approvers: [ann, bob, cid], quorum: 2", "quorum: 2"]) {
      const people: Record<string, readonly string[] | undefined> = { ann: [], bob: [] };
      const bench = await openGate(fields, { host: { directory: directoryOf(people) } });
      await bench.decide("approve", "ann");
      people["ann"] = undefined;
      expect(await bench.decide("approve", "bob")).toMatchObject({ kind: "voted", dropped: ["ann"], remaining: 1 });
    }
  });

  it("and the last voter is refused when it is they who may not, which changes nothing for the others", async () => {
    const people: Record<string, readonly string[]> = { ann: ["release"], bob: [] };
    const bench = await openGate("approvers: [group:release], quorum: 2", { host: { directory: directoryOf(people) } });
    await bench.decide("approve", "ann/release");
    expect(tell(await bench.decide("approve", "bob/release"))).toBe(
      "Workflow step g approval requires one of 'group:release', got 'bob'",
    );
    expect(tell(await bench.decide("approve", "eve/release"))).toContain("got 'eve'");
    expect((await bench.now()).votes).toMatchObject([{ by: "ann" }]);
  });

  it("and opens the gate with those who are left when they are enough", async () => {
    const people: Record<string, readonly string[]> = { ann: [], bob: ["b"], cid: [] };
    const bench = await openGate("require: [group:b], quorum: 2", { host: { directory: directoryOf(people) } });
    await bench.decide("approve", "ann");
    await bench.decide("approve", "cid");
    delete people["ann"];
    expect(await bench.decide("approve", "bob/b")).toMatchObject({
      kind: "accepted",
      decision: { approvals: [{ by: "cid" }, { by: "bob" }] },
      gate: { removedVotes: [{ by: "ann" }] },
    });
  });

  it("and a person who came into a group meanwhile counts with it", async () => {
    const people: Record<string, readonly string[]> = { ann: ["x"], bob: [] };
    const bench = await openGate("approvers: [ann, group:x], quorum: 2", { host: { directory: directoryOf(people) } });
    await bench.decide("approve", "ann");
    people["bob"] = ["x"];
    expect(await bench.decide("approve", "bob/x")).toMatchObject({ kind: "accepted" });
  });

  it("and once more when a hold is over", async () => {
    const people: Record<string, readonly string[]> = { ann: ["r"], bob: ["r"] };
    const bench = await openGate("approvers: [group:r], quorum: 2, hold: 1h", {
      host: { directory: directoryOf(people) },
    });
    await bench.decide("approve", "ann/r");
    await bench.decide("approve", "bob/r");
    people["ann"] = [];
    await bench.clock.jump(3_600_000);
    expect(await bench.decide("settle")).toMatchObject({ kind: "unsettled", remaining: 1, dropped: ["ann"] });
    expect(await bench.now()).toMatchObject({ state: "open", holdUntil: null, votes: [{ by: "bob" }] });
    people["ann"] = ["r"];
    expect(await bench.decide("approve", "ann/r")).toMatchObject({ kind: "held" });
  });

  it("and a directory that fails decides nothing", async () => {
    const directory: PeopleDirectory = { lookUp: () => Promise.reject(new Error("the directory is down")) };
    const bench = await openGate("quorum: 1", { host: { directory } });
    await expect(bench.decide("approve", "ann")).rejects.toThrow("the directory is down");
    expect(await bench.now()).toEqual(bench.gate);
    expect(await bench.decide("deny", "ann")).toMatchObject({ kind: "accepted" });
  });
});

it("an approve of somebody whom the directory does not know is refused on a gate for anyone, too", async () => {
  const bench = await openGate("", { host: { directory: directoryOf({ ann: [] }) } });
  expect(tell(await bench.decide("approve", "eve"))).toContain("got 'eve'");
  expect(await bench.decide("approve", "ann")).toMatchObject({ kind: "accepted" });
});

it("an approve of nobody is refused by a host that knows its people", async () => {
  const bench = await openGate("", { host: { directory: directoryOf({}) } });
  expect(tell(await bench.decide("approve"))).toBe("Workflow step g approval requires approver identity");
});
