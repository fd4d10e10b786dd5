import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { openStage, type Stage } from "./stage.ts";

const NOTE = `
args:
  note: { type: string, required: true }
steps:
  - id: write
    run: printf %s "$LOBSTER_ARG_NOTE" > note.txt
  - id: gate
    approval: { prompt: "Publish?", required_approver: somebody-who-left }
`;

let stage: Stage;

beforeEach(async () => {
  stage = await openStage({ platform: createFakePlatform(), files: { "note.lobster": NOTE } });
});

afterEach(() => stage.stop());

it("the text of a quoted argument is data: it forces nothing and arrives as it was typed", async () => {
  const rest = `note note="never use --even-if-stuck here"`;
  const answer = await stage.act({ kind: "command", name: "run", rest, from: "101" });
  const written = await readFile(path.join(stage.workspace.workflowsDirectory, "note.txt"), "utf8").catch(() => "");
  // Either it is refused because nobody can open the gate, or the whole text got through: never a changed text, forced.
  expect([written, answer.text.includes("somebody-who-left")]).toEqual(["", true]);
});
