import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createRuntime } from "../../../src/runtime/create-runtime.ts";
import { hasCode } from "../../../src/runtime/errors.ts";
import type { GateDocument } from "../../../src/runtime/run/documents.ts";
import type { RecoveryOutcome, RunReport } from "../../../src/runtime/runtime.ts";
import { startRun, type DeadProcess } from "./dead-process.ts";

/** Dies in its first execution only. */
const DIES = "printf x >> log; if [ ! -e dead ]; then touch dead; kill -9 $PPID; fi";

const read = (dead: DeadProcess, name: string): string =>
  existsSync(dead.test.path(name)) ? readFileSync(dead.test.path(name), "utf8") : "";

async function approve(dead: DeadProcess, gate: GateDocument, person = "alice"): Promise<void> {
  const outcome = await dead.test.runtime.decide({
    gate: { token: gate.token },
    decision: { kind: "approve" },
    by: { person },
    digest: gate.digest,
  });
  expect(outcome.kind).toBe("accepted");
}

function waitingGate(report: RunReport): GateDocument {
  if (report.kind !== "waiting") throw new Error(`expected a gate, got ${report.kind}`);
  return report.gate;
}

function acceptedGate(outcome: RecoveryOutcome): GateDocument {
  if (outcome.kind !== "accepted" || outcome.gate === undefined) throw new Error(JSON.stringify(outcome));
  return outcome.gate;
}

describe("a run whose process died in a step", () => {
  it("waits for a person, who lets the step run once more, and only once", async () => {
    const dead = await startRun({
      "workflow.lobster": `steps:\n  - {id: a, run: 'printf a >> log'}\n  - {id: b, run: '${DIES}'}\n  - {id: c, run: 'printf c >> log'}\n`,
    });
    await dead.die();
    const { runtime } = dead.test;
    const found = await runtime.execute(dead.id);
    expect(found).toMatchObject({
      kind: "interrupted",
      error: {
        code: "interrupted",
        message: expect.stringMatching(/in step 'b'; .*lobster resume --run \w{8} --retry/),
      },
      run: { status: "interrupted", interruption: { cause: "process", lost: { stepId: "b" } } },
    });
    expect(await runtime.execute(dead.id)).toMatchObject({ kind: "interrupted" });
    const { interruption } = found.run;
    const request = {
      runId: dead.id,
      action: "retry",
      by: { person: "lea" },
      interruption: interruption?.id ?? "",
    } as const;
    const presses = await Promise.all([runtime.recover(request), runtime.recover(request), runtime.recover(request)]);
    expect(presses.map(({ kind }) => kind).toSorted()).toEqual(["accepted", "already_decided", "already_decided"]);
    const reports = await Promise.all([runtime.execute(dead.id), runtime.execute(dead.id)]);
    expect(reports.map(({ kind }) => kind).toSorted()).toEqual(["busy", "finished"]);
    expect(read(dead, "log")).toBe("axxc");
    const over = await dead.read();
    expect(over.recoveries).toMatchObject([{ kind: "retry", by: "lea", interruption: { id: interruption?.id } }]);
    expect(over).toMatchObject({ status: "over", outcome: { kind: "finished" } });
    expect(over.again).toBeUndefined();
  });

  it("ends as interrupted when a person abandons it; nothing runs any more", async () => {
    const dead = await startRun({
      "workflow.lobster": `steps: [{id: b, run: '${DIES}'}, {id: c, run: 'printf c >> log'}]\n`,
    });
    await dead.die();
    const { runtime } = dead.test;
    // Nobody has looked at it before: to decide is to look.
    expect(
      await runtime.recover({ runId: dead.id, action: "abandon", by: { person: "lea" }, reason: "no" }),
    ).toMatchObject({
      kind: "accepted",
      run: { status: "over", outcome: { kind: "interrupted", by: "lea", reason: "no", stepId: "b" } },
    });
    expect(await runtime.recover({ runId: dead.id, action: "retry" })).toMatchObject({
      kind: "refused",
      error: { message: `Run ${dead.id} is not interrupted: it is over (interrupted)` },
    });
    await runtime.execute(dead.id);
    expect(read(dead, "log")).toBe("x");
  });

  it("is abandoned by whoever cancels it", async () => {
    const dead = await startRun({ "workflow.lobster": `steps: [{id: b, run: '${DIES}'}]\n` });
    await dead.die();
    expect(await dead.test.runtime.cancel(dead.id, "lea")).toBe(true);
    expect(await dead.read()).toMatchObject({ outcome: { kind: "interrupted", by: "lea", stepId: "b" } });
  });

  it("is retried in chat only where its gates are decided in chat only", async () => {
    const dead = await startRun({ "workflow.lobster": `steps: [{id: b, run: '${DIES}'}]\n` }, { decideVia: "chat" });
    await dead.die();
    const { runtime } = dead.test;
    const refused = await runtime.recover({ runId: dead.id, action: "retry", via: "cli" });
    expect(refused).toMatchObject({ kind: "refused", error: { code: "refused" } });
    expect(await runtime.recover({ runId: dead.id, action: "retry", via: "cli", asOperator: true })).toMatchObject({
      kind: "accepted",
      decision: { asOperator: true, origin: { via: "cli" } },
    });
  });

  it("takes no decision that was made about an earlier interruption", async () => {
    const dead = await startRun({ "workflow.lobster": "steps: [{id: b, run: 'printf x >> log; kill -9 $PPID'}]\n" });
    await dead.die();
    const { runtime } = dead.test;
    const first = (await runtime.execute(dead.id)).run.interruption?.id ?? "";
    expect(await runtime.recover({ runId: dead.id, action: "retry", interruption: first })).toMatchObject({
      kind: "accepted",
    });
    await dead.die();
    await runtime.execute(dead.id);
    expect(await runtime.recover({ runId: dead.id, action: "retry", interruption: first })).toMatchObject({
      kind: "already_decided",
      same: true,
    });
    expect(await runtime.recover({ runId: dead.id, action: "retry", interruption: "another" })).toMatchObject({
      kind: "refused",
    });
    expect(await dead.read()).toMatchObject({ status: "interrupted" });
    expect(read(dead, "log")).toBe("xx");
  });
});

describe("a retry behind an approval gate", () => {
  const FILE = `steps:
  - {id: prepare, run: 'printf p >> log; echo "{\\"n\\":1}"'}
  - id: gate
    approval: {prompt: 'Go $prepare.json.n?', required_approver: alice, expires_in: 1h}
  - {id: tag, run: 'printf t >> log'}
  - {id: deploy, run: '${DIES}'}
  - {id: tell, run: 'printf "%s" "$LOBSTER_APPROVAL_APPROVED_BY" >> log', when: '$gate.approved'}
`;

  it("asks for that gate again: the same policy, no votes, another digest; then only the lost step and the rest run", async () => {
    const dead = await startRun({ "workflow.lobster": FILE });
    const { runtime } = dead.test;
    const gate = waitingGate(await runtime.execute(dead.id));
    await approve(dead, gate);
    await dead.die();
    const again = acceptedGate(await runtime.recover({ runId: dead.id, action: "retry", by: { person: "lea" } }));
    expect(again).toMatchObject({
      state: "open",
      request: gate.request,
      policy: gate.policy,
      votes: [],
      supersedes: [gate.key],
      retry: { of: gate.key, step: { stepId: "deploy", path: [] } },
    });
    expect(again.digest).not.toBe(gate.digest);
    expect(again.token).not.toBe(gate.token);
    expect(again.expiresAt).not.toBeNull();
    expect(read(dead, "log")).toBe("ptx");
    expect(await runtime.execute(dead.id)).toMatchObject({ kind: "waiting" });
    // The approval that was used up opens nothing.
    expect(
      await runtime.decide({ gate: { token: gate.token }, decision: { kind: "approve" }, by: { person: "alice" } }),
    ).toMatchObject({ kind: "already_decided" });
    const wrong = { gate: { token: again.token }, decision: { kind: "approve" }, by: { person: "lea" } } as const;
    expect(await runtime.decide(wrong)).toMatchObject({ kind: "refused" });
    await approve(dead, again);
    expect(await runtime.execute(dead.id)).toMatchObject({ kind: "finished" });
    expect(read(dead, "log")).toBe("ptxxalice");
  });

  it("ends the run when it is denied", async () => {
    const dead = await startRun({ "workflow.lobster": FILE });
    const { runtime } = dead.test;
    await approve(dead, waitingGate(await runtime.execute(dead.id)));
    await dead.die();
    const again = acceptedGate(await runtime.recover({ runId: dead.id, action: "retry" }));
    await runtime.decide({ gate: { token: again.token }, decision: { kind: "deny" }, by: { person: "bob" } });
    expect(await dead.read()).toMatchObject({ status: "over", outcome: { kind: "denied", by: "bob" } });
    expect(read(dead, "log")).toBe("ptx");
  });

  it("is asked for once, however many press at the same time, and leaves no other open gate behind", async () => {
    const dead = await startRun({ "workflow.lobster": FILE });
    const { runtime, host } = dead.test;
    await approve(dead, waitingGate(await runtime.execute(dead.id)));
    await dead.die();
    const interruption = (await runtime.execute(dead.id)).run.interruption?.id ?? "";
    const other = createRuntime(host);
    const press = (by: string, on = runtime) =>
      on.recover({ runId: dead.id, action: "retry", interruption, by: { person: by } });
    const presses = await Promise.all([press("lea"), press("tim", other), press("lea", other), press("rem")]);
    expect(presses.filter(({ kind }) => kind === "accepted")).toHaveLength(1);
    const { keys } = await host.store.list("workflow_resume_");
    const gates = await Promise.all(keys.map((key) => host.store.read(key)));
    expect(gates.filter((stored) => (stored?.value as { state?: string } | undefined)?.state === "open")).toHaveLength(
      1,
    );
  });

  it("after an answer that came later keeps the answer", async () => {
    const dead = await startRun({
      "workflow.lobster": `steps:
  - {id: gate, approval: Go?}
  - {id: ask, input: {prompt: Where?, responseSchema: {type: string}}}
  - {id: deploy, run: 'printf "%s" $ask.response >> log; ${DIES}'}
`,
    });
    const { runtime } = dead.test;
    await approve(dead, waitingGate(await runtime.execute(dead.id)));
    const question = waitingGate(await runtime.execute(dead.id));
    await runtime.decide({ gate: { token: question.token }, decision: { kind: "answer", response: "kyiv" } });
    await dead.die();
    const again = acceptedGate(await runtime.recover({ runId: dead.id, action: "retry" }));
    expect(again.stepId).toBe("gate");
    await approve(dead, again);
    expect(await runtime.execute(dead.id)).toMatchObject({ kind: "finished" });
    expect(read(dead, "log")).toBe("kyivxkyivx");
  });

  it("can be interrupted and retried over and over: each time it is asked", async () => {
    const dead = await startRun({
      "workflow.lobster": `steps:\n  - {id: gate, approval: Go?}\n  - {id: deploy, run: 'printf x >> log; if [ ! -e well ]; then kill -9 $PPID; fi'}\n`,
    });
    const { runtime } = dead.test;
    let gate = waitingGate(await runtime.execute(dead.id));
    for (let round = 0; round < 3; round += 1) {
      await approve(dead, gate);
      await dead.die();
      gate = acceptedGate(await runtime.recover({ runId: dead.id, action: "retry" }));
    }
    writeFileSync(dead.test.path("well"), "");
    expect(read(dead, "log")).toBe("xxx");
    await approve(dead, gate);
    expect(await runtime.execute(dead.id)).toMatchObject({ kind: "finished" });
    expect(read(dead, "log")).toBe("xxxx");
  });
});

describe("what runs again", () => {
  it("is the inner step of a sub-workflow, not what came before it in there", async () => {
    const dead = await startRun({
      "workflow.lobster":
        "steps:\n  - {id: first, run: 'printf 1 >> log'}\n  - {id: child, workflow: child.lobster}\n  - {id: last, run: 'printf 9 >> log'}\n",
      "child.lobster": `steps:\n  - {id: a, run: 'printf a >> log'}\n  - {id: b, run: '${DIES}'}\n  - {id: c, run: 'printf c >> log'}\n`,
    });
    await dead.die();
    const { runtime } = dead.test;
    expect(await runtime.execute(dead.id)).toMatchObject({
      kind: "interrupted",
      run: { interruption: { lost: { stepId: "b", path: ["child"] } } },
    });
    await runtime.recover({ runId: dead.id, action: "retry" });
    expect(await runtime.execute(dead.id)).toMatchObject({ kind: "finished" });
    expect(read(dead, "log")).toBe("1axxc9");
  });

  it("is a step behind the gate of a sub-workflow, after that gate was asked again", async () => {
    const dead = await startRun({
      "workflow.lobster": "steps:\n  - {id: child, workflow: child.lobster}\n  - {id: last, run: 'printf 9 >> log'}\n",
      "child.lobster": `steps:\n  - {id: a, run: 'printf a >> log'}\n  - {id: gate, approval: Go?}\n  - {id: b, run: '${DIES}'}\n`,
    });
    const { runtime } = dead.test;
    await approve(dead, waitingGate(await runtime.execute(dead.id)));
    await dead.die();
    const again = acceptedGate(await runtime.recover({ runId: dead.id, action: "retry" }));
    expect(again.frames.map(({ stepId }) => stepId)).toEqual(["child", "gate"]);
    await approve(dead, again);
    expect(await runtime.execute(dead.id)).toMatchObject({ kind: "finished" });
    expect(read(dead, "log")).toBe("axx9");
  });

  it.each([
    [
      "parallel",
      `{id: all, parallel: {wait: all, branches: [{id: one, run: 'printf 1 >> log'}, {id: two, run: 'sleep 0.1; ${DIES}'}]}}`,
      /^1xs?1x$|^1x1xs?$/,
    ],
    [
      "for_each",
      `{id: all, for_each: $list.json, steps: [{id: one, run: 'printf $item.json >> log; if [ $item.json = 2 ]; then ${DIES}; fi'}]}`,
      /^12x12x3$/,
    ],
  ])("is a whole %s step", async (_kind, step, expected) => {
    const dead = await startRun({ "workflow.lobster": `steps:\n  - {id: list, run: 'echo "[1,2,3]"'}\n  - ${step}\n` });
    await dead.die();
    const { runtime } = dead.test;
    expect(await runtime.execute(dead.id)).toMatchObject({
      kind: "interrupted",
      run: { interruption: { lost: { stepId: "all" } } },
    });
    await runtime.recover({ runId: dead.id, action: "retry" });
    expect(await runtime.execute(dead.id)).toMatchObject({ kind: "finished" });
    expect(read(dead, "log")).toMatch(expected);
  });

  it("is a pipeline from the gate it went on behind, after that was asked again", async () => {
    const dead = await startRun({}, { pipeline: `exec printf a | approve --prompt Go? | exec --shell '${DIES}'` });
    const { runtime } = dead.test;
    await approve(dead, waitingGate(await runtime.execute(dead.id)));
    await dead.die();
    const again = acceptedGate(await runtime.recover({ runId: dead.id, action: "retry" }));
    expect(again.key).toMatch(/^pipeline_resume_/);
    await approve(dead, again);
    expect(await runtime.execute(dead.id)).toMatchObject({ kind: "finished" });
    expect(read(dead, "log")).toBe("xx");
  });

  it("is a pipeline from its start, where it had no gate", async () => {
    const dead = await startRun({}, { pipeline: `exec --shell '${DIES}'` });
    await dead.die();
    const { runtime } = dead.test;
    await runtime.recover({ runId: dead.id, action: "retry" });
    expect(await runtime.execute(dead.id)).toMatchObject({ kind: "finished" });
    expect(read(dead, "log")).toBe("xx");
  });
});

describe("a run whose process died between two steps", () => {
  it("goes on behind the step whose result was kept, and asks nobody", async () => {
    const dead = await startRun({
      "workflow.lobster":
        "steps:\n  - {id: a, run: 'printf a >> log'}\n  - {id: b, run: 'printf b >> log'}\n  - {id: c, run: 'printf c >> log'}\n",
    });
    // Its last recorded word: the result of b. What follows was not begun.
    await dead.test.runtime.execute(dead.id);
    const finished = await dead.test.runtime.readSteps(dead.id);
    await dead.change((run) => {
      const { outcome: _outcome, ...rest } = run;
      const mark = { host: dead.test.host.hostName, pid: 99999999, pidStart: "0-0", place: dead.test.host.place ?? "" };
      return {
        ...rest,
        status: "running",
        stepCount: 1,
        frames: [{ definitionDigest: run.definitionDigest, stepId: "b", attempt: 1 }],
        lease: {
          owner: `${mark.host}~${mark.pid}~${mark.pidStart}~x`,
          until: new Date(0).toISOString(),
          place: mark.place,
        },
        inFlight: {
          stepId: "b",
          path: [],
          attempt: 1,
          ...mark,
          startedAt: run.startedAt,
          execution: finished[0]?.execution ?? "",
        },
      };
    });
    const third = await dead.test.host.store.read(`step_${dead.id.toLowerCase()}_000003`);
    if (third !== undefined) await dead.test.host.store.remove(third.key, third.version);
    expect(await dead.test.runtime.execute(dead.id)).toMatchObject({ kind: "finished" });
    expect(read(dead, "log")).toBe("abcc");
  });
});

describe("after the whole machine stopped, or on another one", () => {
  it.each([
    ["started again", (host: string) => ({ host, place: "0badb007.1" })],
    ["another one", () => ({ host: "elsewhere", place: "0badb007.1" })],
  ])("nothing goes on by itself (%s): what was recorded last may be lost", async (_name, mark) => {
    const dead = await startRun({ "workflow.lobster": "steps: [{id: a, run: 'printf a >> log'}]\n" });
    const { host, place } = mark(dead.test.host.hostName);
    await dead.change((run) => ({
      ...run,
      status: "running",
      lease: { owner: `${host}~1~0badb007-1~x`, until: new Date(0).toISOString(), place },
    }));
    const { runtime } = dead.test;
    expect(await runtime.execute(dead.id)).toMatchObject({
      kind: "interrupted",
      run: { interruption: { cause: "machine", host } },
    });
    await runtime.recover({ runId: dead.id, action: "retry" });
    expect(await runtime.execute(dead.id)).toMatchObject({ kind: "finished" });
    expect(read(dead, "log")).toBe("a");
  });
});

describe("a step that outlived the process that started it", () => {
  const LONG =
    "steps: [{id: slow, run: 'echo $$ > pid; kill -9 $PPID; while [ ! -e go ]; do sleep 0.02; done; printf x >> log'}]\n";

  it("is never joined by a second one: a retry is refused while it runs, and works once it has ended", async () => {
    const dead = await startRun({ "workflow.lobster": LONG });
    await dead.die({ leavesStep: true });
    const { runtime } = dead.test;
    const { run } = await runtime.execute(dead.id);
    const pid = Number(read(dead, "pid"));
    expect(runtime.findSurvivors(run)).toEqual({ kind: "running", pids: [pid] });
    const refused = await runtime.recover({ runId: dead.id, action: "retry" });
    if (refused.kind !== "refused") throw new Error(refused.kind);
    expect(refused.error.message).toBe(
      `The interrupted step of run ${dead.id} still runs (process ${pid}). Wait for it to end, end it, or abandon the run, which ends it`,
    );
    writeFileSync(dead.test.path("go"), "");
    await waitFor(() => runtime.findSurvivors(run).kind === "none");
    expect(await runtime.recover({ runId: dead.id, action: "retry" })).toMatchObject({ kind: "accepted" });
  });

  it("is ended by who abandons the run, with all it started", async () => {
    const dead = await startRun({
      "workflow.lobster":
        "steps: [{id: slow, run: '(trap \"\" TERM; while true; do sleep 0.05; done) & echo $! > pid; kill -9 $PPID; wait'}]\n",
    });
    await dead.die({ leavesStep: true });
    const { runtime } = dead.test;
    const { run } = await runtime.execute(dead.id);
    expect(runtime.findSurvivors(run).kind).toBe("running");
    expect(await runtime.recover({ runId: dead.id, action: "abandon" })).toMatchObject({ kind: "accepted" });
    expect(isAlive(Number(read(dead, "pid")))).toBe(false);
  });

  it("on another machine is neither looked up nor ended by its number here", async () => {
    const dead = await startRun({ "workflow.lobster": LONG });
    await dead.die({ leavesStep: true });
    const pid = Number(read(dead, "pid"));
    const elsewhere = createRuntime({
      ...dead.test.host,
      hostName: "copy",
      clock: { ...dead.test.host.clock, now: () => Date.now() + 60_000 },
    });
    const { run } = await elsewhere.execute(dead.id);
    expect(elsewhere.findSurvivors(run)).toEqual({ kind: "elsewhere", host: dead.test.host.hostName });
    expect(await elsewhere.recover({ runId: dead.id, action: "abandon" })).toMatchObject({ kind: "accepted" });
    expect(isAlive(pid)).toBe(true);
    writeFileSync(dead.test.path("go"), "");
    await waitFor(() => !isAlive(pid));
  });
});

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch (thrown) {
    if (hasCode(thrown)) throw thrown;
    return false;
  }
}

async function waitFor(isTrue: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !isTrue();) {
    if (Date.now() > end) throw new Error("waited too long");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
