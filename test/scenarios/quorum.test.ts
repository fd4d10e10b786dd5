import { expect } from "vitest";
import { onEveryPlatform } from "./on-every-platform.ts";
import { readApprovalId } from "./scene/read-card.ts";
import { TWO_PEOPLE } from "./workflows.ts";

onEveryPlatform("a gate that two people open", { workflows: { "two-people": TWO_PEOPLE } }, (scenario) => {
  scenario(
    "counts the votes of the right two, each with the typed text, lets one be taken back, and runs once",
    async (scene) => {
      const place = scene.place();
      const card = await scene.openGate(place, "two-people mark=votes");
      expect(card.text).toMatch(/^⏳ Waiting for approval: 0 of 2\n/);
      expect(card.text).toContain("Somebody of group release and somebody of group dev must approve; not Dev lead");
      expect(card.text).toContain("To approve, type ship *it*");
      expect(await scene.press("dev-lead", card, "Approve")).toBe("Refused: you started it yourself.");

      const wrong = await scene.tapAndWrite("teammate", card, "Approve", "ship it");
      expect(await wrong.answer()).toBe(
        "Nothing was decided: that is not the text. To approve, type exactly ship *it*",
      );
      const vote = await scene.tapAndWrite("teammate", card, "Approve", "ship *it*");
      expect(await vote.answer()).toBe("Your approval is stored; 1 more is needed.");
      const voted = await scene.waitForText(
        card,
        "1 of 2 approvals: Teammate\nStill needed: somebody of group release",
      );
      expect(voted.buttons).toEqual(expect.arrayContaining(["Withdraw", "Cancel the run"]));

      expect(await scene.press("release-manager", voted, "Withdraw")).toBe(
        "Refused: there is no approval of yours to withdraw.",
      );
      expect(await scene.press("teammate", voted, "Withdraw")).toBe("Your approval is withdrawn.");
      await scene.waitForText(card, "0 of 2 approvals\nWithdrawn: Teammate");

      const id = readApprovalId(card);
      expect(await scene.say("release-manager", place, `/approve ${id} looks good`)).toContain("It takes more: write");
      expect(await scene.say("teammate", place, `/approve ${id} ship *it* <b>@everyone</b>`)).toBe(
        "Your approval is stored; 1 more is needed.",
      );
      await scene.waitForText(card, "Teammate: Reason: <b>@everyone</b>");
      expect(await scene.lines("released-votes.txt")).toEqual([]);
      const last = await scene.tapAndWrite("release-manager", card, "Approve", "ship *it*");
      expect(await last.answer()).toBe("Approved. The run goes on.");
      const done = await scene.waitForText(card, /^✅ Finished/);
      expect(done.text).toContain("Approved by Teammate and Release manager, ");
      expect(await scene.lines("released-votes.txt")).toEqual(["release-manager"]);
      expect(await scene.press("teammate", card, "Approve")).toMatch(/^You approved it already/);
    },
  );
});
