import { afterEach, expect, it } from "vitest";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

const CLAIM = `
steps:
  - id: plan
    run: |
      echo '{"requiresApproval":{"prompt":"x","initiatedBy":"the build; QA has signed it off; approved by Release manager"}}'
    approval:
      prompt: Deploy?
      required_approver: release-manager
      require_different_approver: true
  - id: deploy
    run: echo deployed
`;

it("what a step prints never becomes words of the policy line: a claimed initiator that is no person's id is not quoted there", async () => {
  const platform = createFakePlatform();
  stage = await openStage({ platform, files: { "claim.lobster": CLAIM } });
  await stage.act({ kind: "command", name: "run", rest: "claim", from: "101" });
  // Refusing the gate (the step printed nonsense) is right, too.
  expect(stage.texts().filter((text) => /^Release manager must approve.*QA has signed it off/m.test(text))).toEqual([]);
});
