// One of several real processes that decide at the same gate at the same instant. What to do comes over IPC, outcomes go
// back. Its clock may be ahead: then it sees gates as overdue, and holds as over, that the others do not.
import {
  createFileStore,
  createRuntime,
  describeThisProcess,
  systemClock,
  systemIds,
} from "../../../dist/src/runtime/index.js";

const [directory, ahead = "0"] = process.argv.slice(2);
const clock = { ...systemClock, now: () => systemClock.now() + Number(ahead) };
const runtime = createRuntime({
  store: createFileStore({ directory, clock: systemClock, ids: systemIds }),
  clock,
  ids: systemIds,
  environment: { PATH: process.env.PATH },
  ...describeThisProcess(),
  defaultTimeoutMs: 20_000,
  maxOutputBytes: 512_000,
  mode: "tool",
});

async function act({ gateKey, kind, person }) {
  const by = person === undefined ? {} : { by: { person } };
  const outcome = await runtime.decide({ gate: { gateKey }, decision: { kind }, via: "cli", ...by });
  if (outcome.kind === "accepted" && outcome.decision.kind === "approve") await runtime.execute(outcome.gate.runId);
  process.send({ kind: outcome.kind, decided: outcome.decision?.kind, message: outcome.error?.message });
}

process.on("message", (message) => void act(message));
process.send("ready");
