// One of several real processes that resume the same token at the same instant. Tokens come over IPC, answers go back.
import {
  createFileStore,
  createRuntime,
  describeThisProcess,
  resumeToEnvelope,
  systemClock,
  systemIds,
} from "../../../dist/src/runtime/index.js";

const [directory] = process.argv.slice(2);
const environment = { PATH: process.env.PATH };
const runtime = createRuntime({
  store: createFileStore({ directory, clock: systemClock, ids: systemIds }),
  clock: systemClock,
  ids: systemIds,
  environment,
  ...describeThisProcess(),
  defaultTimeoutMs: 20_000,
  maxOutputBytes: 512_000,
  mode: "tool",
});

async function answer(token) {
  const envelope = await resumeToEnvelope(
    runtime,
    { gate: { token }, decision: { kind: "approve" }, via: "cli" },
    { environment },
  );
  process.send(envelope);
}

process.on("message", (token) => void answer(token));
process.send("ready");
