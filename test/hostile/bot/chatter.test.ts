import { afterEach, expect, it } from "vitest";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { DEPLOY_GUARD } from "../../scenarios/workspace.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

it("what people write to each other, and what happens in conversations of others, is not stored", async () => {
  const platform = createFakePlatform();
  stage = await openStage({ platform, files: { "deploy-guard.lobster": DEPLOY_GUARD } });
  const before = stage.store.documents.size;
  for (let n = 0; n < 5; n += 1) {
    await stage.act({ kind: "text", text: "lunch?", from: "103" });
    await stage.act({ kind: "text", text: "spam", from: "666", conversation: { platform: "telegram", id: "999" } });
  }
  expect(stage.store.documents.size).toBe(before);
});
