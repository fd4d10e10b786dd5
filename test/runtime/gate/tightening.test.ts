import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findContradictions } from "../../../src/runtime/approvers/contradictions.ts";
import type { JudgingHost } from "../../../src/runtime/gate/deciding/case.ts";
import { judge } from "../../../src/runtime/gate/deciding/judge.ts";
import { composePolicy, type HostPolicy } from "../../../src/runtime/gate/policy.ts";
import type { StepClaims } from "../../../src/runtime/gate/step-claims.ts";
import type { GateDocument, GateKey, GatePolicy, RunId } from "../../../src/runtime/run/documents.ts";
import type { Decision, DecisionRequest } from "../../../src/runtime/runtime.ts";
import { systemIds } from "../../../src/runtime/system.ts";
import type { ApprovalDefinition } from "../../../src/runtime/workflow/definition.ts";

const HOUR = 3_600_000;
const NO_CLAIMS: StepClaims = { requireDifferentApprover: false };

/** Something somebody does at a gate, some minutes after the thing before. */
interface Act {
  readonly kind: "approve" | "withdraw";
  readonly who: { readonly person: string; readonly groups: readonly string[] };
  readonly minutes: number;
  readonly reason?: string;
  readonly confirm?: string;
}

/** A gate with this policy as the runtime opens it, at time 0. */
function openGate(policy: GatePolicy): GateDocument {
  const { expiresInMs = null } = policy;
  return {
    format: "lobster.gate.v1",
    key: "workflow_resume_x" as GateKey,
    runId: "R" as RunId,
    state: "open",
    stepId: "g",
    position: { step: 1, of: 1 },
    frames: [],
    request: { type: "approval_request", prompt: "p", items: [] },
    policy,
    digest: "d",
    token: "t",
    createdAt: new Date(0).toISOString(),
    expiresAt: expiresInMs === null ? null : new Date(expiresInMs).toISOString(),
    holdUntil: null,
    votes: [],
    supersedes: [],
  };
}

/** Does this history open a gate with this policy? A scanner settles whatever is due before anybody acts, and at the end. */
async function opens(policy: GatePolicy, history: readonly Act[]): Promise<boolean> {
  let gate: GateDocument = openGate(policy);
  let now = 0;
  const host: JudgingHost = {
    environment: {},
    ids: systemIds,
    clock: { now: () => now, sleep: () => Promise.reject(new Error("nobody sleeps")) },
  };
  const decide = async (decision: Decision, more: Partial<DecisionRequest> = {}): Promise<void> => {
    const request = { gate: { gateKey: gate.key }, decision, ...more };
    const verdict = await judge(host, request, { gate, run: { id: gate.runId, decideVia: "any" } });
    if (verdict.kind !== "refused") gate = verdict.gate;
  };
  for (const { kind, who, minutes, reason, confirm } of history) {
    now += minutes * 60_000;
    await decide({ kind: "settle" });
    if (isDecided(gate)) return true;
    const said = { ...(reason === undefined ? {} : { reason }), ...(confirm === undefined ? {} : { confirm }) };
    await decide({ kind }, { by: who, ...said });
    if (isDecided(gate)) return true;
  }
  now += 100 * HOUR;
  await decide({ kind: "settle" });
  return isDecided(gate);
}

function isDecided({ state }: GateDocument): boolean {
  return state === "decided";
}

/** Ids that differ in letter case only are one person whose first vote stands; that is tested with the votes. */
const ID = fc.constantFrom("a", "b", "c");
const PRINCIPAL = fc.constantFrom("a", "b", "c", "group:x", "group:y");
const LIST = fc.uniqueArray(PRINCIPAL, { minLength: 1, maxLength: 3 });
type Maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.Arbitrary<T | undefined>;
const absent = fc.constant(undefined);
const never: Maybe = () => absent;
/** Of policies with everything at once next to none can be opened. */
const seldom: Maybe = (arbitrary) => fc.oneof({ weight: 3, arbitrary: absent }, { weight: 1, arbitrary });
const often: Maybe = (arbitrary) => fc.oneof({ weight: 1, arbitrary: absent }, { weight: 1, arbitrary });
const mostly: Maybe = (arbitrary) => fc.oneof({ weight: 1, arbitrary: absent }, { weight: 4, arbitrary });

/** File, host and step at one gate. `who` and `how` say how often they speak of approvers and of terms. */
function sources(who: Maybe, how: Maybe): fc.Arbitrary<readonly [ApprovalDefinition, HostPolicy, StepClaims]> {
  const quorum = who(fc.integer({ min: 1, max: 3 }));
  const terms = {
    expiresInMs: how(fc.constantFrom(HOUR / 2, HOUR, null)),
    confirm: how(fc.constantFrom("x", "y")),
    holdMs: how(fc.constantFrom(HOUR / 2, HOUR)),
  };
  const rule = { approvers: who(LIST), require: who(LIST), quorum };
  const file = fc
    .record({
      ...terms,
      ...rule,
      requiredApprover: who(ID),
      initiatedBy: who(ID),
      requireDifferentApprover: who(fc.boolean()),
      reason: how(fc.constantFrom("required", "optional", "none")),
    })
    .map((fields) => compact(fields) as ApprovalDefinition)
    .filter((fields) => findContradictions(fields).length === 0);
  const host = fc
    .record({ startedBy: who(ID), requiredApprover: who(ID), requireDifferentApprover: who(fc.constant(true)) })
    .map((fields) => compact(fields) as HostPolicy);
  const claims = fc
    .record({
      ...terms,
      initiatedBy: who(ID),
      requiredApprover: who(ID),
      requireDifferentApprover: who(fc.constant(true)).map((flag) => flag === true),
      reason: how(fc.constant("required")),
      rule: who(
        fc
          .record(rule)
          .map((fields) => compact(fields) as NonNullable<StepClaims["rule"]>)
          .filter((fields) => findContradictions(fields).length === 0),
      ),
    })
    .map((fields) => compact(fields) as StepClaims);
  return fc.tuple(file, host, claims);
}

const anySources = fc.oneof(sources(seldom, seldom), sources(often, never), sources(never, often));

const history: fc.Arbitrary<readonly Act[]> = fc.array(
  fc
    .record({
      kind: fc.constantFrom("approve", "approve", "approve", "withdraw"),
      who: fc.record({ person: ID, groups: fc.subarray(["x", "y"]) }),
      minutes: fc.constantFrom(0, 1, 20, 40),
      reason: often(fc.constant("why")),
      confirm: mostly(fc.constantFrom("x", "x", "y")),
    })
    .map((act) => compact(act) as Act),
  { maxLength: 7 },
);

function compact(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

describe("whatever is added to the file's policy", () => {
  it("never lets a history of votes open a gate that the file alone kept shut", async () => {
    let opened = 0;
    await fc.assert(
      fc.asyncProperty(anySources, history, async ([written, around, printed], acts) => {
        // Who started a run is a fact, not a rule: it is the same in all three.
        const { startedBy } = around;
        const fact = startedBy === undefined ? {} : { startedBy };
        const alone = composePolicy(written, fact, NO_CLAIMS);
        const hosted = composePolicy(written, around, NO_CLAIMS);
        const whole = composePolicy(written, around, printed);
        const byWhole = await opens(whole, acts);
        const byHosted = await opens(hosted, acts);
        if (byWhole) opened += 1;
        if (byWhole) expect(byHosted).toBe(true);
        if (byHosted) expect(await opens(alone, acts)).toBe(true);
      }),
      { numRuns: 1500 },
    );
    expect(opened).toBeGreaterThan(50);
  });

  it("never makes the time to decide longer than file or host say", () => {
    fc.assert(
      fc.property(anySources, often(fc.constantFrom(HOUR, 5 * HOUR)), ([written, , printed], standard) => {
        const around: HostPolicy = standard === undefined ? {} : { expiresInMs: standard };
        const plain = composePolicy(written, around, NO_CLAIMS).expiresInMs ?? Infinity;
        const whole = composePolicy(written, around, printed).expiresInMs ?? Infinity;
        expect(whole).toBeLessThanOrEqual(plain);
      }),
    );
  });

  it("opens nothing for less votes than more votes open", async () => {
    await fc.assert(
      fc.asyncProperty(anySources, history, async ([written], acts) => {
        const policy = composePolicy(written, {}, NO_CLAIMS);
        const approves = acts.filter(({ kind }) => kind === "approve");
        if (await opens(policy, approves.slice(0, -1))) expect(await opens(policy, approves)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
