import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRuntime } from "../../../../src/runtime/create-runtime.ts";
import type { Envelope } from "../../../../src/runtime/envelope.ts";
import { isJsonObject } from "../../../../src/runtime/json.ts";
import { resumeToEnvelope } from "../../../../src/runtime/tool.ts";
import { makePeerWorld } from "./peer-world.ts";

const YES = { kind: "approve" } as const;
const NO = { kind: "deny" } as const;
const answer = (response: string | number | object) => ({ kind: "answer", response }) as never;

const GATED = `args: {who: {default: you}}
steps:
  - {id: one, run: 'echo [1,2]'}
  - {id: skipped, run: 'echo no', when: false}
  - {id: lost, run: 'exit 3', on_error: continue}
  - {id: many, parallel: {branches: [{id: left, run: 'echo l'}, {id: right, run: 'echo {}'}]}}
  - {id: gate, approval: 'Ship to \${who}?', stdin: $one.json}
  - {id: act, run: 'echo \${who} $(cat) >> log', stdin: '$one.json $skipped.skipped $lost.errorMessage $left.stdout $gate.approved'}
  - {id: end, run: 'cat log'}
`;

/** A workflow that asks for a number up to `max`. */
const asks = (max: number): string => `steps:
  - {id: a, run: 'echo {}'}
  - {id: q, input: {prompt: 'How many?', responseSchema: {type: integer, maximum: ${max}}, defaults: 3}}
  - {id: b, run: 'cat', stdin: '$q.response of $q.subject'}
`;

const output = (envelope: Envelope): unknown => (envelope.ok ? envelope.output : envelope.error);

/** The token of the gate that a resumed run came to next. */
function nextToken(envelope: Envelope): string {
  const gate = envelope.ok && isJsonObject(envelope.requiresApproval) ? envelope.requiresApproval : {};
  const token = gate["resumeToken"];
  if (typeof token !== "string") throw new Error(JSON.stringify(envelope));
  return token;
}

const warnings = (envelope: Envelope): readonly string[] => envelope._meta?.warnings ?? [];

describe("a checkpoint written by the peer resumes here", () => {
  it("with all results, arguments and branches of a workflow, and says that its file was read again", async () => {
    const world = await makePeerWorld({ "w.lobster": GATED });
    const stopped = await world.stopWithPeer({ file: "w.lobster", args: { who: "them" } });
    const resumed = await world.resume({ token: stopped.token }, YES);
    expect(resumed).toMatchObject({
      status: "ok",
      output: ["them [1,2] true workflow command failed (3): exit 3 l true\n"],
    });
    expect(warnings(resumed).join()).toContain(`${world.path("w.lobster")} was read again`);
  });

  it("once: the token and the id are used up, and the decision is remembered", async () => {
    const world = await makePeerWorld({ "w.lobster": GATED });
    const { token, approvalId } = await world.stopWithPeer({ file: "w.lobster" });
    expect(await world.resume({ approvalId }, YES, { by: { person: "ann" } })).toMatchObject({ status: "ok" });
    expect(await world.resume({ token }, YES)).toMatchObject({
      error: { message: "Workflow resume state not found", code: "already_decided" },
      _meta: { decision: { kind: "approve", by: "ann", approvalId } },
    });
    expect(await world.resumeWithPeer({ token, approved: true })).toMatchObject({ ok: false });
    expect(world.read("log").split("\n")).toHaveLength(2);
  });

  it("for the person that the file and the checkpoint ask for, and nobody else", async () => {
    const policy = "{prompt: P, required_approver: ann, require_different_approver: true}";
    const world = await makePeerWorld(
      { "w.lobster": `steps:\n  - {id: g, approval: ${policy}}\n  - {id: a, run: 'echo done'}\n` },
      { LOBSTER_APPROVAL_INITIATED_BY: "bob" },
    );
    const { token } = await world.stopWithPeer({ file: "w.lobster" });
    const as = (person: string) => world.resume({ token }, YES, { by: { person } });
    expect(output(await world.resume({ token }, YES))).toMatchObject({
      message: "Workflow step g approval requires approver identity; set LOBSTER_APPROVAL_APPROVED_BY",
    });
    expect(output(await as("bob"))).toMatchObject({
      message: "Workflow step g approval requires approver 'ann', got 'bob'",
    });
    expect(await as("ann")).toMatchObject({ status: "ok", output: ["done\n"] });
  });

  it("under rules that only the checkpoint has: the environment of the start named them", async () => {
    const world = await makePeerWorld(
      { "w.lobster": "steps:\n  - {id: g, approval: P}\n" },
      { LOBSTER_APPROVAL_INITIATED_BY: "bob", LOBSTER_APPROVAL_REQUIRE_DIFFERENT_APPROVER: "1" },
    );
    const { token } = await world.stopWithPeer({ file: "w.lobster" });
    expect(output(await world.resume({ token }, YES, { by: { person: "bob" } }))).toMatchObject({
      message: "Workflow step g approval must be granted by someone other than 'bob'",
    });
    expect(await world.resume({ token }, YES, { by: { person: "ann" } })).toMatchObject({ status: "ok" });
  });

  it("never where the starter of a four-eyes gate is unknown, whatever the resuming process claims", async () => {
    const world = await makePeerWorld({
      "w.lobster": "steps:\n  - {id: g, approval: {prompt: P, require_different_approver: true}}\n",
    });
    const { token } = await world.stopWithPeer({ file: "w.lobster" });
    const runtime = createRuntime({
      ...world.host,
      environment: { ...world.host.environment, LOBSTER_APPROVAL_INITIATED_BY: "someone" },
    });
    const request = { gate: { token }, decision: YES, by: { person: "ann" } };
    expect(await resumeToEnvelope(runtime, request, { environment: {} })).toMatchObject({
      error: { message: expect.stringContaining("requires a known initiator") },
    });
  });

  it("although rules were taken out of the checkpoint that the file still has", async () => {
    const world = await makePeerWorld({
      "w.lobster": "steps:\n  - {id: g, approval: {prompt: P, required_approver: ann}}\n",
    });
    const stopped = await world.stopWithPeer({ file: "w.lobster" });
    const loosened = { ...world.checkpoint(stopped), approvalIdentity: {} };
    writeFileSync(world.path(`state/${stopped.key}.json`), JSON.stringify(loosened));
    expect(output(await world.resume({ token: stopped.token }, YES, { by: { person: "eve" } }))).toMatchObject({
      message: "Workflow step g approval requires approver 'ann', got 'eve'",
    });
  });

  it("after an answer to an input step, checked by the schema that was stored", async () => {
    const world = await makePeerWorld({ "w.lobster": asks(5) });
    const { token } = await world.stopWithPeer({ file: "w.lobster" });
    writeFileSync(world.path("w.lobster"), asks(99));
    expect(output(await world.resume({ token }, answer(7)))).toMatchObject({
      type: "parse_error",
      message: "Workflow input step q response failed schema validation at /: must be <= 5",
    });
    expect(output(await world.resume({ token }, YES))).toMatchObject({
      message: "Workflow resume requires --response-json for input requests",
    });
    expect(await world.resume({ token }, answer(4))).toMatchObject({ status: "ok", output: ["4 of {}"] });
  });

  it("after an answer to a stage that asks inside a step: stages before it do not run again", async () => {
    const world = await makePeerWorld({
      "w.lobster": `steps:
  - id: q
    pipeline: exec --shell 'echo x >> log; echo item' | ask --prompt Which? --subject-from-stdin | pick decision
  - {id: b, run: cat, stdin: $q.json.decision}
`,
    });
    const { token } = await world.stopWithPeer({ file: "w.lobster" });
    const gate = await world.runtime.readGate({ token });
    expect(gate).toMatchObject({ stepId: "q", request: { prompt: "Which?", subject: { text: "item" } } });
    expect(await world.resume({ token }, answer({ decision: "redraft" }))).toMatchObject({ output: ["redraft"] });
    expect(world.read("log")).toBe("x\n");
  });

  it.each([
    ["an approval", "exec --json echo '[2,1]' | approve --prompt P | sort", YES, [1, 2]],
    ["an approval in last place", "exec --json echo '[2,1]' | approve", YES, [2, 1]],
    [
      "a question",
      "exec echo a | ask | map seen=1",
      answer({ decision: "approve" }),
      [{ decision: "approve", seen: "1" }],
    ],
    [
      "a question that ends its stage",
      "exec echo a | ask --emit | map seen=1",
      answer({ decision: "approve" }),
      [{ decision: "approve", seen: "1" }],
    ],
    ["an approval behind a question", "ask | approve", answer({ decision: "reject" }), undefined],
  ])("of a pipeline: %s", async (_what, pipeline, decision, expected) => {
    const world = await makePeerWorld({});
    const { token } = await world.stopWithPeer({ pipeline });
    const resumed = await world.resume({ token }, decision);
    if (expected !== undefined) {
      expect(output(resumed)).toEqual(expected);
      return;
    }
    expect(await world.resume({ token: nextToken(resumed) }, YES)).toMatchObject({
      output: [{ decision: "reject" }],
    });
  });

  it("with the host's rules for pipelines, which the peer does not keep", async () => {
    const environment = { LOBSTER_APPROVAL_REQUIRED_APPROVER: "ann" };
    const world = await makePeerWorld({}, environment);
    const { token } = await world.stopWithPeer({ pipeline: "exec echo a | approve" });
    const runtime = createRuntime({ ...world.host, environment: { ...world.host.environment, ...environment } });
    const as = (person: string) =>
      resumeToEnvelope(runtime, { gate: { token }, decision: YES, by: { person } }, { environment });
    expect(await as("eve")).toMatchObject({ error: { message: expect.stringContaining("requires approver 'ann'") } });
    expect(await as("ann")).toMatchObject({ output: ["a"] });
  });

  it("to its next gate, which is one of ours", async () => {
    const world = await makePeerWorld({
      "w.lobster":
        "steps:\n  - {id: g, approval: One?}\n  - {id: m, run: 'echo m >> log'}\n  - {id: h, approval: Two?}\n  - {id: e, run: cat log}\n",
    });
    const { token } = await world.stopWithPeer({ file: "w.lobster" });
    const next = await world.resume({ token }, YES);
    expect(next).toMatchObject({ requiresApproval: { prompt: "Two?" } });
    writeFileSync(world.path("w.lobster"), "steps: []\n");
    expect(await world.resume({ token: nextToken(next) }, YES)).toMatchObject({ output: ["m\n"] });
  });

  it("with what was spent before the gate", async () => {
    const record = '\'{"model":"gpt-4o","usage":{"inputTokens":1000000,"outputTokens":0}}\'';
    const world = await makePeerWorld({
      "w.lobster": `cost_limit: {max_usd: 4, action: stop}
steps:
  - id: a
    run: echo ${record}
  - {id: g, approval: P}
  - id: b
    run: echo ${record}
`,
    });
    const { token } = await world.stopWithPeer({ file: "w.lobster" });
    expect(output(await world.resume({ token }, YES))).toMatchObject({
      message: "Cost limit exceeded: $5.0000 > $4.00 limit",
    });
  });

  it("in the directory of whoever resumes it, else in the folder of the file", async () => {
    const world = await makePeerWorld({
      "flows/w.lobster": "steps:\n  - {id: g, approval: P}\n  - {id: a, run: pwd}\n",
    });
    const first = await world.stopWithPeer({ file: "flows/w.lobster" });
    expect(await world.resume({ token: first.token }, YES)).toMatchObject({ output: [`${world.folder}\n`] });
    const second = await world.stopWithPeer({ file: "flows/w.lobster" });
    const request = { gate: { token: second.token }, decision: YES };
    expect(await resumeToEnvelope(world.runtime, request, { environment: {} })).toMatchObject({
      output: [`${world.path("flows")}\n`],
    });
  });
});

describe("the workflow file of a peer's checkpoint", () => {
  const GATE = "- {id: g, approval: P}";

  it("may have got other steps: the gate is found by its id, and each later step runs once", async () => {
    const world = await makePeerWorld({ "w.lobster": `steps:\n  ${GATE}\n  - {id: a, run: 'echo a >> log'}\n` });
    const { token } = await world.stopWithPeer({ file: "w.lobster" });
    writeFileSync(
      world.path("w.lobster"),
      `steps:\n  - {id: new, run: 'echo never >> log'}\n  ${GATE}\n  - {id: b, run: 'echo b >> log'}\n  - {id: a, run: 'echo a >> log'}\n`,
    );
    expect(await world.resume({ token }, YES)).toMatchObject({ status: "ok" });
    expect(world.read("log")).toBe("b\na\n");
  });

  it.each([
    ["is gone", undefined, /ENOENT|not found|no such file/i],
    ["no longer loads", "steps: [{id: g, aproval: P, run: 'true'}]\n", /unknown key 'aproval'/],
    ["no longer has the step", "steps: [{id: a, run: 'true'}]\n", /has no approval step g any more/],
    ["no longer stops at the step", "steps: [{id: g, run: 'true'}]\n", /has no approval step g any more/],
  ])(
    "that %s: an approval is an error and leaves the checkpoint to the peer, a deny works",
    async (_what, text, message) => {
      const world = await makePeerWorld({ "w.lobster": `steps:\n  ${GATE}\n  - {id: a, run: 'echo a >> log'}\n` });
      const stopped = await world.stopWithPeer({ file: "w.lobster" });
      const before = world.checkpoint(stopped);
      if (text === undefined) rmSync(world.path("w.lobster"));
      else writeFileSync(world.path("w.lobster"), text);
      expect(output(await world.resume({ token: stopped.token }, YES))).toMatchObject({
        message: expect.stringMatching(message),
      });
      expect(world.checkpoint(stopped)).toEqual(before);
      expect(await world.resume({ token: stopped.token }, NO)).toMatchObject({ status: "cancelled" });
      expect(world.read("log")).toBe("");
    },
  );
});

describe("a peer's checkpoint", () => {
  it("stays the peer's when a decision is refused", async () => {
    const world = await makePeerWorld({
      "w.lobster": "steps:\n  - {id: g, approval: {prompt: P, required_approver: ann}}\n",
    });
    const stopped = await world.stopWithPeer({ file: "w.lobster" });
    const before = readdirSync(join(world.folder, "state")).toSorted();
    await world.resume({ token: stopped.token }, YES, { by: { person: "eve" } });
    expect(readdirSync(join(world.folder, "state")).toSorted()).toEqual(before);
    expect(world.checkpoint(stopped)).toHaveProperty("approvalStepId", "g");
  });

  it.each([
    ["denied", NO, "denied"],
    ["cancelled", { kind: "cancel" }, "cancelled"],
  ] as const)("can be %s, and is remembered as such", async (_how, decision, outcome) => {
    const world = await makePeerWorld({});
    const { token } = await world.stopWithPeer({ pipeline: "approve | exec touch made" });
    expect(await world.resume({ token }, decision)).toMatchObject({
      status: "cancelled",
      _meta: { outcome: { kind: outcome } },
    });
    expect(await world.resumeWithPeer({ token, approved: true })).toMatchObject({ ok: false });
  });

  it("is not there any more once the peer has used it up", async () => {
    const world = await makePeerWorld({});
    const stopped = await world.stopWithPeer({ pipeline: "approve | exec false" });
    await world.resumeWithPeer({ token: stopped.token, approved: true });
    expect(world.checkpoint(stopped)).toHaveProperty("type", "lobster.consumed-resume-state.v1");
    expect(output(await world.resume({ token: stopped.token }, YES))).toMatchObject({
      message: "Pipeline resume state not found",
    });
  });
});
