import { describe, expect, it } from "vitest";
import { gateEnvelope } from "../../../src/runtime/envelope.ts";
import { openGate, tell } from "./gate-bench.ts";

const A = "Workflow step g approval";
const HOUR = 3_600_000;

function question(fields: string): string {
  return `steps: [{id: q, input: {prompt: p, responseSchema: {}, ${fields}}}]`;
}

describe("a hold", () => {
  it("begins with the last vote, tells that none is missing, and ends with a settle", async () => {
    const bench = await openGate("quorum: 2, hold: 1h");
    await bench.decide("approve", "ann");
    const until = new Date(bench.clock.now() + HOUR).toISOString();
    expect(await bench.decide("approve", "bob", { reason: "ok" })).toMatchObject({ kind: "held", until, remaining: 0 });
    const gate = await bench.now();
    expect(gateEnvelope(bench.run, gate, {})).toMatchObject({
      status: "needs_approval",
      requiresApproval: { remaining: 0, holdUntil: until, resumeToken: bench.gate.token },
    });
    expect(await bench.runtime.execute(bench.run.id)).toMatchObject({ kind: "waiting" });
    expect(tell(await bench.decide("settle"))).toBe(`Workflow step g is held until ${until}`);
    await bench.clock.jump(HOUR);
    expect(await bench.decide("settle")).toMatchObject({
      kind: "accepted",
      decision: { kind: "approve", by: "bob", reason: "ok", approvals: [{ by: "ann" }, { by: "bob" }] },
    });
    expect(await bench.runtime.execute(bench.run.id)).toMatchObject({ kind: "finished" });
  });

  it("takes further votes, which count when another is withdrawn, and lasts no longer for them", async () => {
    const bench = await openGate("approvers: [ann, bob], hold: 1h");
    await bench.decide("approve", "ann");
    const { holdUntil } = await bench.now();
    expect(tell(await bench.decide("approve", "ann"))).toBe(`${A} already approved by 'ann'`);
    expect(tell(await bench.decide("approve", "eve"))).toContain("got 'eve'");
    await bench.clock.jump(HOUR / 2);
    expect(await bench.decide("approve", "bob")).toMatchObject({ kind: "held", until: holdUntil });
    expect(await bench.decide("withdraw", "ann")).toMatchObject({ kind: "withdrawn", remaining: 0 });
    await bench.clock.jump(HOUR / 2);
    expect(await bench.decide("settle")).toMatchObject({ kind: "accepted", decision: { by: "bob" } });
  });

  it("takes no vote after the time to decide", async () => {
    const bench = await openGate("hold: 2h, expires_in: 1h");
    await bench.decide("approve", "ann");
    await bench.clock.jump(HOUR);
    expect(tell(await bench.decide("approve", "bob"))).toBe(`${A} expired at ${bench.gate.expiresAt}`);
  });

  it.each(["ann", "bob"])(
    "that is over is settled by an approver who approves, such as %s, and by nobody else",
    async (who) => {
      const bench = await openGate("approvers: [ann, bob], hold: 1h");
      await bench.decide("approve", "ann");
      await bench.clock.jump(HOUR);
      expect(tell(await bench.decide("approve", "eve"))).toContain("got 'eve'");
      expect(await bench.decide("approve", who)).toMatchObject({ kind: "accepted", decision: { by: "ann" } });
    },
  );

  it("is time in which a voter can withdraw; the gate is open again then", async () => {
    const bench = await openGate("quorum: 2, hold: 1h");
    await bench.decide("approve", "ann");
    await bench.decide("approve", "bob");
    expect(await bench.decide("withdraw", "ann")).toMatchObject({
      kind: "withdrawn",
      remaining: 1,
      vote: { by: "ann" },
    });
    expect(await bench.now()).toMatchObject({
      holdUntil: null,
      votes: [{ by: "bob" }],
      removedVotes: [{ by: "ann", because: "withdrawn" }],
    });
    await bench.clock.jump(HOUR);
    expect(tell(await bench.decide("settle"))).toBe("Workflow step g is not held");
    expect(await bench.decide("approve", "cid")).toMatchObject({ kind: "held" });
  });

  it("goes on when the votes that are left are complete still", async () => {
    const bench = await openGate("require: [group:a], quorum: 2, hold: 1h");
    await bench.decide("approve", "x");
    await bench.decide("approve", "y");
    await bench.decide("approve", "z/a");
    const { holdUntil } = await bench.now();
    expect(await bench.decide("withdraw", "x")).toMatchObject({ kind: "withdrawn", remaining: 0 });
    expect((await bench.now()).holdUntil).toBe(holdUntil);
  });

  it("that is over can no longer be withdrawn from, but the gate can be denied until it is settled", async () => {
    const bench = await openGate("hold: 1h");
    await bench.decide("approve", "ann");
    await bench.clock.jump(HOUR);
    expect(tell(await bench.decide("withdraw", "ann"))).toMatch(/can no longer be withdrawn: its hold ended at 20/);
    expect(await bench.decide("deny", "bob")).toMatchObject({ kind: "accepted", run: { outcome: { kind: "denied" } } });
    expect(await bench.decide("settle")).toMatchObject({ kind: "already_decided", decision: { kind: "deny" } });
  });

  it("ends with a decision that nothing takes back", async () => {
    const bench = await openGate("hold: 1m");
    await bench.decide("approve", "ann");
    await bench.clock.jump(60_000);
    await bench.decide("settle");
    expect(await bench.decide("withdraw", "ann")).toMatchObject({ kind: "already_decided", same: false });
    expect(await bench.decide("settle")).toMatchObject({ kind: "already_decided" });
  });

  it("outlives the time to decide: votes that were complete in time stand", async () => {
    const bench = await openGate("hold: 2h, expires_in: 1h");
    await bench.decide("approve", "ann");
    await bench.clock.jump(HOUR);
    expect(tell(await bench.decide("expire"))).toMatch(/is approved and held until/);
    await bench.clock.jump(HOUR);
    expect(await bench.decide("settle")).toMatchObject({ kind: "accepted", decision: { kind: "approve" } });
  });

  it("whose vote is withdrawn after the time to decide leaves a gate that only expires", async () => {
    const bench = await openGate("hold: 2h, expires_in: 1h");
    await bench.decide("approve", "ann");
    await bench.clock.jump(HOUR);
    await bench.decide("withdraw", "ann");
    expect(tell(await bench.decide("approve", "ann"))).toContain(`${A} expired at`);
    expect(await bench.decide("expire")).toMatchObject({ kind: "accepted", run: { outcome: { kind: "expired" } } });
  });
});

describe("withdrawing", () => {
  it.each([
    [undefined, `${A} requires approver identity; set LOBSTER_APPROVAL_APPROVED_BY`],
    ["bob", `${A} has no vote of 'bob'`],
    ["Ann", `${A} has no vote of 'Ann'`],
  ])("takes back one's own vote only, not as %s", async (who, message) => {
    const bench = await openGate("quorum: 2");
    await bench.decide("approve", "ann");
    expect(tell(await bench.decide("withdraw", who))).toBe(message);
    expect((await bench.now()).votes).toHaveLength(1);
  });

  it("lets the same person vote again", async () => {
    const bench = await openGate("quorum: 2");
    await bench.decide("approve", "ann");
    await bench.decide("withdraw", "ann");
    expect(await bench.decide("approve", "ann")).toMatchObject({ kind: "voted", remaining: 1 });
  });

  it("is remembered twenty times and no more", async () => {
    const bench = await openGate("quorum: 2");
    for (let turn = 0; turn < 25; turn += 1) {
      await bench.decide("approve", `p${turn}`);
      await bench.decide("withdraw", `p${turn}`);
    }
    const { removedVotes = [] } = await bench.now();
    expect(removedVotes.map(({ by }) => by)).toEqual(Array.from({ length: 20 }, (_, index) => `p${index + 5}`));
  });

  it("is no answer to a question", async () => {
    const bench = await openGate("steps: [{id: q, input: {prompt: p, responseSchema: {}}}]");
    expect(tell(await bench.decide("withdraw", "ann"))).toBe(
      "Workflow resume requires --response-json for input requests",
    );
  });
});

describe("the time to decide", () => {
  it.each([
    ["the file's", "expires_in: 30m", undefined, 1_800_000],
    ["the host's where the file has none", "", HOUR, HOUR],
    ["the file's where both have one", "expires_in: 2h", HOUR, 2 * HOUR],
    ["no end where the file says never", "expires_in: never", HOUR, undefined],
    ["no end where nobody says", "", undefined, undefined],
  ])("is %s", async (_, fields, gateExpiresInMs, expected) => {
    const bench = await openGate(fields, gateExpiresInMs === undefined ? {} : { gateExpiresInMs });
    expect(bench.gate.expiresAt).toBe(
      expected === undefined ? null : new Date(bench.clock.now() + expected).toISOString(),
    );
  });

  it("ends at its very millisecond, for approve, deny and withdraw, scanner or none", async () => {
    const bench = await openGate("quorum: 2, expires_in: 1h");
    await bench.decide("approve", "ann");
    await bench.clock.jump(HOUR - 1);
    expect(tell(await bench.decide("expire"))).toBe("Workflow step g is not overdue");
    await bench.clock.jump(1);
    for (const kind of ["approve", "deny", "withdraw"] as const) {
      expect(tell(await bench.decide(kind, "ann"))).toBe(`${A} expired at ${bench.gate.expiresAt}`);
    }
    expect(await bench.decide("expire")).toMatchObject({ kind: "accepted", run: { outcome: { kind: "expired" } } });
  });

  it("begins anew for every gate", async () => {
    const [one, other] = ["g", "h"].map((id) => `{id: ${id}, approval: {expires_in: 1h}}`);
    const bench = await openGate(`steps: [${one}, ${other}]`);
    await bench.clock.jump(HOUR / 2);
    await bench.decide("approve", "ann");
    const report = await bench.runtime.execute(bench.run.id);
    expect(report).toMatchObject({ gate: { expiresAt: new Date(bench.clock.now() + HOUR).toISOString() } });
  });

  it("that cannot be read is over, and a hold that cannot be read is not", async () => {
    const bench = await openGate("hold: 1h, expires_in: 1h");
    const stored = await bench.store.read(bench.gate.key);
    if (stored === undefined) throw new Error("the gate is gone");
    await bench.store.replace(bench.gate.key, { ...(stored.value as object), expiresAt: "soon" }, stored.version);
    expect(tell(await bench.decide("approve", "ann"))).toBe(`${A} expired at soon`);
    const again = await bench.store.read(bench.gate.key);
    if (again === undefined) throw new Error("the gate is gone");
    await bench.store.replace(bench.gate.key, { ...(again.value as object), holdUntil: "soon" }, again.version);
    expect(tell(await bench.decide("settle"))).toBe("Workflow step g is held until soon");
  });
});

describe("who may answer a question", () => {
  it.each([
    ["answer_by: [ann]", "ann", "accepted"],
    ["answer_by: [group:dev]", "cid/dev", "accepted"],
    ["answer_by: [starter]", "boss", "accepted"],
    ["expires_in: 1h", undefined, "accepted"],
    ["answer_by: [ann]", "Ann", "Workflow step q question requires an answer of one of 'ann', got 'Ann'"],
    [
      "answer_by: [starter, group:dev]",
      "cid/ops",
      "Workflow step q question requires an answer of one of 'starter', 'group:dev', got 'cid'",
    ],
    [
      "answer_by: [starter]",
      "starter",
      "Workflow step q question requires an answer of one of 'starter', got 'starter'",
    ],
    ["answer_by: [ann]", undefined, "Workflow step q question requires identity; set LOBSTER_APPROVAL_APPROVED_BY"],
    ["answer_by: [group:dev]", "cid/group:dev", "got 'group:dev'; set LOBSTER_APPROVAL_APPROVER_GROUPS"],
  ])("with {%s} is judged of %s: %s", async (fields, who, expected) => {
    const bench = await openGate(question(fields), { startedBy: "boss" });
    expect(tell(await bench.decide("answer", who))).toContain(expected);
  });

  it("is nobody where only the starter may and nobody knows who that was", async () => {
    const bench = await openGate(question("answer_by: [starter]"));
    expect(tell(await bench.decide("answer", "ann"))).toBe(
      "Workflow step q question requires a known initiator; set LOBSTER_APPROVAL_INITIATED_BY",
    );
  });

  it("is checked against the directory of now", async () => {
    const groups = new Map([["ann", ["dev"]]]);
    const directory = {
      lookUp: (person: string) =>
        Promise.resolve(groups.has(person) ? { groups: groups.get(person) ?? [] } : undefined),
    };
    const bench = await openGate(question("answer_by: [group:dev, bob]"), { host: { directory } });
    for (const who of ["cid/dev", "bob"])
      expect(tell(await bench.decide("answer", who))).toContain(`got '${who.split("/")[0]}'`);
    groups.set("ann", []);
    expect(tell(await bench.decide("answer", "ann/dev"))).toContain("got 'ann'");
    groups.set("ann", ["dev"]);
    expect(await bench.decide("answer", "ann/dev")).toMatchObject({ kind: "accepted" });
  });

  it("has until its time is over", async () => {
    const bench = await openGate(question("expires_in: 1h"));
    await bench.clock.jump(HOUR);
    expect(tell(await bench.decide("answer", "ann"))).toBe(
      `Workflow step q question expired at ${bench.gate.expiresAt}`,
    );
  });
});
