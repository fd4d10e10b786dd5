// A host that leaves while a program of its runs: `node host.mjs <run-process.js> <how it leaves>`. Prints the pid.
import { writeSync } from "node:fs";

const [modulePath, how] = process.argv.slice(2);
const { runProcess } = await import(modulePath);

const leave = {
  exit: () => process.exit(0),
  throw: () => {
    throw new Error("uncaught");
  },
  reject: () => void Promise.reject(new Error("unhandled")),
};

void runProcess({
  file: "/bin/sh",
  args: ["-c", "trap '' TERM; sleep 300"],
  cwd: "/",
  environment: { PATH: process.env.PATH },
  maxOutputBytes: 1000,
  onStarted: (pid) => {
    writeSync(1, String(pid));
    setImmediate(() => leave[how]());
  },
});
