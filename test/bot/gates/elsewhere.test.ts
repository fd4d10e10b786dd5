import { afterEach, describe, expect, it } from "vitest";
import type { WorkflowConfig } from "../../../src/config/config.ts";
import type { StartRequest } from "../../../src/runtime/runtime.ts";
import { CAST, gated, openScene, type GateScene } from "./gate-scene.ts";

let scene: GateScene;
afterEach(() => scene.stop());

const TWO = gated("{ prompt: Release it?, approvers: [group:release, cat], quorum: 2 }");

/** A run that somebody starts from a command line, shown in the Telegram group. */
const startElsewhere = async (request: Partial<StartRequest>): Promise<void> => {
  scene = await openScene(TWO);
  const { runtime, workspace } = scene.stage;
  const run = await runtime.start({
    filePath: `${workspace.workflowsDirectory}/release.lobster`,
    cwd: workspace.workflowsDirectory,
    startedBy: "dan",
    announce: ["telegram:100"],
    ...request,
  });
  await runtime.execute(run.id);
  await scene.wait(2_000);
};

/** The newest gate. */
const findGate = async () => {
  const { runs } = await scene.stage.runtime.listRuns();
  const gateKey = runs.find(({ announce }) => announce.length === 1)?.gate;
  if (gateKey === undefined) throw new Error("no gate");
  return gateKey;
};

const vote = async (person: string, more: { readonly asOperator?: boolean; readonly reason?: string } = {}) =>
  await scene.stage.runtime.decide({
    gate: { gateKey: await findGate() },
    decision: { kind: "approve" },
    by: { person, groups: person === "cat" ? [] : ["release"] },
    via: "cli",
    ...more,
  });

describe("a vote that is given on a command line", () => {
  it("stands on the card within two seconds, and counts with those of the chat", async () => {
    await startElsewhere({});
    expect(await vote("ann")).toMatchObject({ kind: "voted" });
    await scene.wait(1_000);
    expect(scene.card()).toContain("1 of 2 approvals: Ann\n");
    expect(await scene.press("cat", "Approve")).toBe("Approved. The run goes on.");
  });

  it("is refused for a run that is decided in chat, which its card says", async () => {
    await startElsewhere({ decideVia: "chat" });
    expect(scene.card()).toContain("Decided in chat only\n");
    expect(await vote("ann")).toMatchObject({ kind: "refused" });
    expect(scene.card()).toMatch(/^⏳ Waiting for approval: 0 of 2\n/);
  });

  it("as operator counts there all the same, and the card says so for ever", async () => {
    await startElsewhere({ decideVia: "chat" });
    expect(await vote("ann", { asOperator: true, reason: "chat is down" })).toMatchObject({ kind: "voted" });
    await scene.wait(1_000);
    expect(scene.card()).toContain("• Ann as operator, from the command line: Reason: chat is down\n");
    await scene.press("cat", "Approve");
    expect(scene.card()).toMatch(/\nApproved by Ann and Cat, .+\n  • Ann as operator, from the command line: Reason: /);
  });

  it("of somebody the bot does not know counts no more when the votes are complete", async () => {
    await startElsewhere({});
    expect(await vote("zed")).toMatchObject({ kind: "voted" });
    await scene.wait(1_000);
    expect(scene.card()).toContain("Counts no more, for they may not approve any more: zed\n");
    expect(await scene.press("cat", "Approve")).toContain("zed may not approve any more.");
    expect(await scene.done()).toEqual([]);
  });
});

describe("a deny rule that names a few", () => {
  const workflows: ReadonlyMap<string, WorkflowConfig> = new Map([
    ["release", { deny: [{ kind: "person", id: "eve" }], postTo: [{ kind: "origin" }] }],
  ]);

  it.each([
    ["eve", "Denied. The run is over."],
    ["cat", "Denied. The run is over."],
    ["ann", "Denied. The run is over."],
    ["dan", "Denied. The run is over."],
    ["fay", "Refused: the configuration lets others deny this workflow."],
  ])("never keeps approvers and the starter from it: %s", async (who, expected) => {
    const fay = { id: "fay", name: "Fay", groups: ["dev"], accounts: [{ platform: "telegram", id: "fay" }] } as const;
    scene = await openScene(TWO, { config: { workflows, people: [...CAST, fay] } });
    const id = /approval id ([0-9a-f]{8})/.exec(scene.card())?.[1] ?? "";
    expect(await scene.say(who, `/deny ${id}`)).toBe(expected);
  });
});
