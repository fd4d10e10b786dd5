import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { createAuditFiles } from "../../../src/bot/audit/log/files.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";
import { CAST, gated, MINUTE, openScene, type GateScene } from "./gate-scene.ts";

let scene: GateScene;
afterEach(() => scene.stop());

const HELD = gated("{ prompt: Release it?, approvers: [group:release, cat], quorum: 2, hold: 10m, reason: optional }");

it("every vote, every withdrawal, every dropped vote and the end of the hold stand in the audit log, each once", async () => {
  const folder = makeFolder();
  scene = await openScene(HELD, { auditFiles: createAuditFiles(folder) });
  const id = (await scene.gate()).approvalId ?? "";
  await scene.say("ann", `/approve ${id} all green`);
  await scene.wait(1_000);
  await scene.press("ann", "Withdraw", "discord");
  await scene.wait(1_000);
  await scene.press("ann", "Approve");
  await scene.press("bob", "Approve", "discord");
  await scene.restart({ people: CAST.filter((one) => one.id !== "ann") });
  await scene.wait(11 * MINUTE);
  await scene.press("cat", "Approve");
  await scene.wait(11 * MINUTE);
  expect(await scene.done()).toEqual(["cat"]);
  const told = readFileSync(path.join(folder, "2023-11.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .map(({ what, person, conversation, reason, facts }) => [
      what,
      person,
      conversation,
      reason ?? (facts as { readonly because?: string } | undefined)?.because,
    ]);
  expect(told.filter(([what]) => what !== "show")).toEqual([
    ["start", "dan", "telegram:100", undefined],
    ["vote", "ann", "telegram:100", "all green"],
    ["withdraw", "ann", "discord:200", "withdrawn"],
    ["vote", "ann", "telegram:100", undefined],
    ["vote", "bob", "discord:200", undefined],
    ["withdraw", "ann", undefined, "unqualified"],
    ["vote", "cat", "telegram:100", undefined],
    ["resume", "cat", "telegram:100", undefined],
    ["outcome", undefined, undefined, undefined],
  ]);
});
