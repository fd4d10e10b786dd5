import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTerminal, type TerminalDriver } from "./terminal-driver.ts";
import { createWorkspace, DEPLOY_GUARD, type Workspace } from "./workspace.ts";

let workspace: Workspace;
let chat: TerminalDriver;

beforeEach(async () => {
  workspace = await createWorkspace({ "deploy-guard.lobster": DEPLOY_GUARD });
  chat = await startTerminal(workspace);
});

afterEach(async () => {
  await chat.stop();
  await workspace.remove();
});

const countDeployments = async (): Promise<number> => {
  const text = await readFile(path.join(workspace.workflowsDirectory, "deployed.txt"), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "").length;
};

const readApprovalId = (): string => /approval id ([0-9a-f]{8})/.exec(chat.lastCard().text)?.[1] ?? "";

describe("a four-eyes gate in chat", () => {
  it("shows what is approved, who must approve, and buttons without a token", async () => {
    await chat.say("dev-lead", "/run deploy-guard");
    const card = chat.lastCard();
    expect(card.text).toMatch(/^⏳ Waiting for approval\ndeploy-guard · run [0-9A-Z]{8} · started by Dev lead\n/);
    expect(card.text).toContain("Deploy 3 services?\n  • targets: api, web, worker\n  • risk: high\n");
    expect(card.text).toContain("Release manager must approve; not Dev lead, who started it");
    expect(card.text).toContain("Step 2 of 3");
    expect(card.buttons).toEqual(["Approve", "Deny", "Details"]);
  });

  it("refuses the starter and a teammate with the reason, and deploys once for the release manager", async () => {
    await chat.say("dev-lead", "/run deploy-guard");
    const card = chat.lastCard();
    expect(await chat.press("dev-lead", "Approve", card)).toBe(
      "Refused: you started it yourself and it needs Release manager (release-manager).",
    );
    expect(await chat.press("teammate", "Approve", card)).toBe("Refused: it needs Release manager (release-manager).");
    expect(chat.look(card).text).toContain("⏳ Waiting for approval");
    expect(await countDeployments()).toBe(0);

    expect(await chat.press("release-manager", "Approve", card)).toBe("Approved. The run goes on.");
    expect(chat.look(card).text).toMatch(/^✅ Finished in .+ s\nApproved by Release manager, .+ UTC\n/);
    expect(chat.look(card).text).toContain("deployed: true");
    expect(chat.look(card).buttons).toEqual([]);
    expect(await countDeployments()).toBe(1);

    expect(await chat.press("release-manager", "Approve", card)).toMatch(/^You approved it already, .+ UTC\.$/);
    expect(await chat.press("teammate", "Approve", card)).toMatch(/^Already approved by Release manager, .+ UTC\.$/);
    expect(await countDeployments()).toBe(1);
  });

  it("tells the starter, who did not press, how it ended", async () => {
    await chat.say("dev-lead", "/run deploy-guard");
    await chat.press("release-manager", "Approve");
    expect(chat.messages().at(-1)?.text).toMatch(/^Dev lead, your run deploy-guard · run [0-9A-Z]{8} finished\.$/);
  });

  it.each(["/approve %", "/approve #%", "/approve %ID"])("takes %j with the id on the card", async (typed) => {
    await chat.say("dev-lead", "/run deploy-guard");
    const id = readApprovalId();
    const line = typed.replace("%ID", id.toUpperCase()).replace("%", id);
    expect(await chat.say("teammate", line)).toBe("Refused: it needs Release manager (release-manager).");
    expect(await chat.say("release-manager", line)).toBe("Approved. The run goes on.");
    expect(await chat.say("release-manager", line)).toMatch(/^You approved it already/);
    expect(await countDeployments()).toBe(1);
  });

  it.each([
    ["an unknown id", "/approve 00000000"],
    ["something that is no id", "/approve the one above"],
  ])("answers %s with where to look, and changes nothing", async (_what, line) => {
    await chat.say("dev-lead", "/run deploy-guard");
    expect(await chat.say("release-manager", line)).toMatch(
      /^No approval with the id .+ \/pending lists what waits here\.$/,
    );
    expect(await countDeployments()).toBe(0);
  });

  it("refuses a person nobody registered, politely", async () => {
    await chat.say("dev-lead", "/run deploy-guard");
    expect(await chat.press("mallory", "Approve")).toContain("You are not registered here, so nothing happened.");
    expect(await chat.say("mallory", "/run deploy-guard")).toContain("You are not registered here");
    expect(chat.messages().filter(({ text }) => text.includes("Deploy 3 services?"))).toHaveLength(1);
  });

  it("says no longer valid to a payload that is not one of ours", async () => {
    await chat.say("dev-lead", "/run deploy-guard");
    for (const payload of [
      "",
      "approve",
      "1:approve:0000000000000000",
      "2:approve:0123456789abcdef",
      "x".repeat(500),
    ]) {
      expect(await chat.pressPayload("release-manager", payload)).toContain("This button is no longer valid.");
    }
    expect(await countDeployments()).toBe(0);
  });

  it("ignores approvers named by the bot's own environment", async () => {
    await chat.stop();
    chat = await startTerminal(workspace, {
      environment: { PATH: process.env["PATH"], LOBSTER_APPROVAL_APPROVED_BY: "release-manager" },
    });
    await chat.say("dev-lead", "/run deploy-guard");
    expect(await chat.press("dev-lead", "Approve")).toMatch(/^Refused/);
    expect(await chat.press("teammate", "Approve")).toMatch(/^Refused/);
    expect(await countDeployments()).toBe(0);
  });
});

describe("denying", () => {
  it("asks once, and Back leaves the gate open", async () => {
    await chat.say("dev-lead", "/run deploy-guard");
    const card = chat.lastCard();
    expect(await chat.press("teammate", "Deny", card)).toBe("Confirm it in the message below.");
    const question = chat.messages().at(-1);
    expect(question?.text).toMatch(/^Teammate, deny deploy-guard · run [0-9A-Z]{8}\?$/);
    expect(question?.buttons).toEqual(["Deny", "Deny with reason", "Back"]);
    expect(await chat.press("dev-lead", "Deny", question)).toBe(
      "This question is for Teammate. Press the button on the card yourself.",
    );
    expect(await chat.press("teammate", "Back", question)).toBe("Nothing was decided.");
    expect(chat.look(card).buttons).toEqual(["Approve", "Deny", "Details"]);
  });

  it("ends the run as denied and names who did it", async () => {
    await chat.say("dev-lead", "/run deploy-guard");
    const card = chat.lastCard();
    await chat.press("teammate", "Deny", card);
    expect(await chat.press("teammate", "Deny")).toBe("Denied. The run is over.");
    expect(chat.look(card).text).toMatch(/^⛔ Denied\nDenied by Teammate, /);
    expect(await chat.press("release-manager", "Approve", card)).toMatch(/^Already denied by Teammate, /);
    expect(await countDeployments()).toBe(0);
  });

  it("takes a reason as a reply, and shows it", async () => {
    await chat.say("dev-lead", "/run deploy-guard");
    const card = chat.lastCard();
    await chat.press("dev-lead", "Deny", card);
    await chat.press("dev-lead", "Deny with reason");
    expect(chat.messages().at(-1)?.text).toContain("Dev lead, reply to this message with your reason.");
    expect(await chat.reply("dev-lead", "wrong branch")).toBe("Denied. The run is over.");
    expect(chat.look(card).text).toContain("Denied by Dev lead, ");
    expect(chat.look(card).text).toContain("Reason: wrong branch");
  });

  it("takes it typed, with the reason", async () => {
    await chat.say("dev-lead", "/run deploy-guard");
    expect(await chat.say("dev-lead", `/deny ${readApprovalId()} not today`)).toBe("Denied. The run is over.");
    expect(chat.lastCard().text).toContain("Reason: not today");
  });

  it("is refused to people the configuration leaves out, but never to approvers and the starter", async () => {
    await chat.stop();
    const rules = { deny: [{ kind: "group", group: "release" }], postTo: [{ kind: "origin" }] } as const;
    chat = await startTerminal(workspace, { config: { workflows: new Map([["deploy-guard", rules]]) } });
    await chat.say("dev-lead", "/run deploy-guard");
    expect(await chat.press("teammate", "Deny")).toMatch(/^Refused/);
    expect(await chat.press("dev-lead", "Deny")).toBe("Confirm it in the message below.");
  });
});
