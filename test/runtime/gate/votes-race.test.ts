import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { GateDocument } from "../../../src/runtime/run/documents.ts";
import { makeRuntime, type TestRuntime } from "../../helpers/runtime.ts";

const HOUR = 3_600_000;
const ROUNDS = 11;

const workflow = (fields: string): string =>
  `args: {n: {default: '0'}}\nsteps:\n  - {id: g, approval: {${fields}}}\n  - {id: e, run: 'echo $LOBSTER_ARG_N >> effects'}\n`;

async function startChild(stateDirectory: string, ahead = 0): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "votes-race-child.mjs"), [stateDirectory, String(ahead)], {
    stdio: "inherit",
  });
  onTestFinished(() => void child.kill());
  await once(child, "message");
  return child;
}

/** What one process does at a gate. */
interface Act {
  readonly child: ChildProcess;
  readonly kind: string;
  readonly person?: string;
}

interface Told {
  readonly kind: string;
  readonly decided?: string;
  readonly message?: string;
}

let turn = 0;

/** Both at the same instant; by turns the one and the other is told first. */
async function race(gate: GateDocument, acts: readonly [Act, Act]): Promise<readonly [Told, Told]> {
  const answers = acts.map(async ({ child }) => ((await once(child, "message")) as [Told])[0]);
  turn += 1;
  const told = Math.floor(turn / 5) % 2 === 0 ? acts : acts.toReversed();
  for (const { child, kind, person } of told) child.send({ gateKey: gate.key, kind, ...(person && { person }) });
  const [one, other] = await Promise.all(answers);
  if (one === undefined || other === undefined) throw new Error("no answer");
  return [one, other];
}

/** A gate to which ann has said yes. */
async function openWithVote({ runtime, path, folder }: TestRuntime, file: string, n: number): Promise<GateDocument> {
  const run = await runtime.start({ filePath: path(file), cwd: folder, args: { n: String(n) } });
  const report = await runtime.execute(run.id);
  if (report.kind !== "waiting") throw new Error("expected a gate");
  await runtime.decide({ gate: { gateKey: report.gate.key }, decision: { kind: "approve" }, by: { person: "ann" } });
  return report.gate;
}

it("processes that vote, withdraw, deny, expire and settle at the same instant: one story, one execution, 55 times", async () => {
  const test = makeRuntime({
    "two.lobster": workflow("quorum: 2"),
    "timed.lobster": workflow("quorum: 2, expires_in: 30m"),
    "held.lobster": workflow("hold: 30m"),
  });
  const [now, also, later] = await Promise.all([0, 0, HOUR].map((ahead) => startChild(test.path("state"), ahead)));
  if (now === undefined || also === undefined || later === undefined) throw new Error("no children");
  const expected: string[] = [];
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS * 5; round += 1) {
    const n = String(round);
    const open = async (file: string) => await openWithVote(test, file, round);
    const bob = { child: now, kind: "approve", person: "bob" };
    if (round % 5 === 0) {
      const told = await race(await open("two.lobster"), [bob, { child: also, kind: "approve", person: "cid" }]);
      expect(told.map(({ kind }) => kind).toSorted()).toEqual(["accepted", "already_decided"]);
      expected.push(n);
    } else if (round % 5 === 1) {
      const gate = await open("two.lobster");
      const [voted, withdrawn] = await race(gate, [bob, { child: also, kind: "withdraw", person: "ann" }]);
      expect([voted.kind, withdrawn.kind]).toEqual(
        withdrawn.kind === "withdrawn" ? ["voted", "withdrawn"] : ["accepted", "already_decided"],
      );
      seen.add(`withdraw ${withdrawn.kind}`);
      if (withdrawn.kind === "withdrawn") {
        expect((await test.runtime.readGate({ gateKey: gate.key }))?.votes.map(({ by }) => by)).toEqual(["bob"]);
      } else expected.push(n);
    } else {
      const [file, act] =
        round % 5 === 2
          ? (["two.lobster", { child: also, kind: "deny", person: "eve" }] as const)
          : round % 5 === 3
            ? (["timed.lobster", { child: later, kind: "expire" }] as const)
            : (["held.lobster", { child: later, kind: "settle" }] as const);
      const other = act.kind === "settle" ? { child: now, kind: "withdraw", person: "ann" } : bob;
      const gate = await open(file);
      const told = await race(gate, [other, act]);
      const stored = await test.runtime.readGate({ gateKey: gate.key });
      seen.add(`${act.kind} ${told[1].kind}`);
      if (act.kind === "settle" && told[0].kind === "withdrawn") {
        expect(told[1]).toMatchObject({ kind: "refused", message: "Workflow step g is not held" });
        expect(stored).toMatchObject({ state: "open", votes: [], holdUntil: null });
        continue;
      }
      expect(told.map(({ kind }) => kind).toSorted()).toEqual(["accepted", "already_decided"]);
      if (stored?.decision?.kind === "approve") expected.push(n);
    }
  }
  const effects = readFileSync(test.path("effects"), "utf8").trim().split("\n");
  expect(effects).toEqual(expected);
  // Both sides of a race won some time: what was tested is a race.
  expect(seen.size).toBeGreaterThanOrEqual(6);
}, 60_000);
