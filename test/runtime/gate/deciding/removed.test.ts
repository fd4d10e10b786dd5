import { describe, expect, it } from "vitest";
import { makeRuntime } from "../../../helpers/runtime.ts";

const TWO = `
steps:
  - id: gate
    approval: { prompt: Go?, approvers: [ann, bob], quorum: 2, reason: optional }
`;

describe("a vote that was withdrawn", () => {
  it("is remembered whole, with where it was given and where it was taken back", async () => {
    const { runtime, folder, path } = makeRuntime({ "workflow.lobster": TWO });
    const run = await runtime.start({ filePath: path("workflow.lobster"), cwd: folder, startedBy: "dev" });
    const report = await runtime.execute(run.id);
    if (report.kind !== "waiting") throw new Error(report.kind);
    const gate = { gateKey: report.gate.key };
    const by = { person: "ann", account: "telegram:7" };
    const at = { conversation: "telegram:1", message: "5" };
    await runtime.decide({ gate, decision: { kind: "approve" }, by, reason: "looks fine", via: "chat", origin: at });
    await runtime.decide({ gate, decision: { kind: "withdraw" }, by, via: "chat", origin: { ...at, message: "6" } });
    expect((await runtime.readGate(gate))?.removedVotes).toMatchObject([
      {
        by: "ann",
        because: "withdrawn",
        account: "telegram:7",
        origin: { via: "chat", conversation: "telegram:1", message: "6" },
        vote: {
          account: "telegram:7",
          digest: report.gate.digest,
          reason: "looks fine",
          origin: { via: "chat", conversation: "telegram:1", message: "5" },
        },
      },
    ]);
  });
});
