// A real process that starts a workflow, approves its gate and carries it out whenever it is told to, and tells how that ended.
import {
  createFileStore,
  createRuntime,
  describeThisProcess,
  systemClock,
  systemIds,
} from "../../../dist/src/runtime/index.js";

const [directory, filePath, cwd] = process.argv.slice(2);
const runtime = createRuntime({
  store: createFileStore({ directory, clock: systemClock, ids: systemIds }),
  clock: systemClock,
  ids: systemIds,
  environment: { PATH: process.env.PATH },
  ...describeThisProcess(),
  defaultTimeoutMs: 20_000,
  maxOutputBytes: 512_000,
  mode: "tool",
});

async function runOnce() {
  const run = await runtime.start({ filePath, cwd });
  const report = await runtime.execute(run.id);
  if (report.kind !== "waiting") return report.kind;
  await runtime.decide({ gate: { gateKey: report.gate.key }, decision: { kind: "approve" }, by: { person: "boss" } });
  return (await runtime.execute(run.id)).kind;
}

process.on("message", () => {
  runOnce().then(
    (kind) => process.send({ kind }),
    (thrown) => process.send({ kind: String(thrown) }),
  );
});
process.send({ kind: "ready" });
