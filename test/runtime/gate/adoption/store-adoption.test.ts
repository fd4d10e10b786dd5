import { mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createRuntime } from "../../../../src/runtime/create-runtime.ts";
import { makePeerWorld } from "./peer-world.ts";

const YES = { kind: "approve" } as const;
const GATED = `steps:
  - {id: one, run: 'echo [1,2]'}
  - {id: gate, approval: Ship?, stdin: $one.json}
  - {id: act, run: 'echo x >> log'}
`;

describe("taking over a peer's checkpoint", () => {
  it("is done once by processes that resume it at the same time", async () => {
    const world = await makePeerWorld({ "w.lobster": GATED });
    for (let round = 1; round <= 5; round += 1) {
      const { token, approvalId } = await world.stopWithPeer({ file: "w.lobster" });
      const runtimes = [1, 2, 3, 4].map((pid) => createRuntime({ ...world.host, pid }));
      const gates = [{ token }, { approvalId }, { token }, { approvalId }];
      const resumed = await Promise.all(
        runtimes.map((runtime, at) =>
          runtime.decide({ gate: gates[at] ?? { token }, decision: YES, by: { person: `p${at}` }, cwd: world.folder }),
        ),
      );
      expect(resumed.filter(({ kind }) => kind === "accepted")).toHaveLength(1);
      expect(resumed.filter(({ kind }) => kind === "already_decided")).toHaveLength(3);
    }
    const runs = await world.runtime.listRuns();
    expect(runs.runs).toHaveLength(5);
  });

  it("lets it run once when the peer and this package resume it at the same time", async () => {
    const world = await makePeerWorld({});
    for (let round = 1; round <= 10; round += 1) {
      const { token } = await world.stopWithPeer({ pipeline: "approve | exec --shell 'echo x >> log'" });
      await Promise.all([world.resumeWithPeer({ token, approved: true }), world.resume({ token }, YES)]);
      expect(world.read("log")).toBe("x\n".repeat(round));
    }
  });

  it("can be done again after a crash in the middle of it", async () => {
    const world = await makePeerWorld({ "w.lobster": GATED });
    const { token, key } = await world.stopWithPeer({ file: "w.lobster" });
    const dying = createRuntime({
      ...world.host,
      store: {
        ...world.host.store,
        replace: (name, ...rest) => {
          if (name === key) throw new Error("killed");
          return world.host.store.replace(name, ...rest);
        },
      },
    });
    await expect(dying.decide({ gate: { token }, decision: YES, cwd: world.folder })).rejects.toThrow("killed");
    expect(await world.resume({ token }, YES)).toMatchObject({ status: "ok" });
    expect((await world.runtime.listRuns()).runs).toHaveLength(1);
  });

  it("waits while the peer holds its lock, and loses to what the peer has done meanwhile", async () => {
    const world = await makePeerWorld({});
    const { token, key } = await world.stopWithPeer({ pipeline: "approve | exec touch made" });
    const file = world.path(`state/${key}.json`);
    mkdirSync(`${file}.lock`);
    const resuming = world.resume({ token }, YES);
    writeFileSync(file, JSON.stringify({ type: "lobster.consumed-resume-state.v1", consumedAt: "", claimId: "" }));
    rmdirSync(`${file}.lock`);
    expect(await resuming).toMatchObject({ error: { message: "Pipeline resume state not found" } });
    expect((await world.runtime.listRuns()).runs).toEqual([]);
  });
});
