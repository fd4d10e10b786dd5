import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { createAudit } from "../../../src/bot/audit/audit.ts";
import { createAuditFiles } from "../../../src/bot/audit/log/files.ts";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

it("a gate that cannot be read keeps its own run out of the audit log, and no other one, and is named", async () => {
  const [platform, folder] = [createFakePlatform(), makeFolder()];
  const files = { "one.lobster": "steps:\n  - { id: go, approval: 'Go on?' }\n" };
  stage = await openStage({ platform, files });
  for (let run = 0; run < 4; run += 1) await stage.act({ kind: "command", name: "run", rest: "one", from: "101" });
  const { runs } = await stage.runtime.listRuns();
  const [first, lost, ...others] = runs;
  const stored = await stage.store.read(lost?.gate ?? "");
  if (first === undefined || lost === undefined || stored === undefined) throw new Error("expected four gates");
  await stage.store.replace(stored.key, { format: "lobster.gate.v1" }, stored.version);
  const { core } = stage.bot;
  const told: (readonly [string, unknown])[] = [];
  const tell = (event: string, facts?: Readonly<Record<string, unknown>>): void =>
    void told.push([event, facts?.["runId"]]);
  const audit = createAudit({
    ...core,
    store: stage.store,
    files: createAuditFiles(folder),
    redact: core.visible.redact,
    log: { info: tell, warn: tell, error: tell },
  });
  // While the first is recorded the others gather, and are read together.
  for (const { id } of runs) audit.look(id);
  await audit.idle();
  const recorded = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => readFileSync(path.join(folder, name), "utf8"))
    .join("");
  expect([first, ...others].filter(({ id }) => !recorded.includes(id))).toEqual([]);
  expect(told).toEqual([["audit_run_not_read", lost.id]]);
  audit.look(lost.id);
  await audit.stop();
  expect(told).toHaveLength(1);
});
