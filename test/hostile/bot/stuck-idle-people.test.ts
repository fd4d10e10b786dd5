import { afterEach, expect, it } from "vitest";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { DEPLOY_GUARD } from "../../scenarios/workspace.ts";
import { openStage, PEOPLE, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

it("a run whose gate needs somebody without an account on any platform that is on does not start unforced", async () => {
  const platform = createFakePlatform();
  const people = PEOPLE.map((person) =>
    person.id === "release-manager" ? { ...person, accounts: [{ platform: "discord" as const, id: "202" }] } : person,
  );
  stage = await openStage({ platform, files: { "deploy-guard.lobster": DEPLOY_GUARD }, config: { people } });
  const answer = await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
  expect(answer.text).toContain("Release manager must approve");
  expect(stage.texts()).toEqual([]);
});
