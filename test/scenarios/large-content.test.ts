import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTerminal, type TerminalDriver } from "./terminal-driver.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

/** More lines than the terminal shows at once. */
const LARGE = `
steps:
  - id: plan
    run: seq 1 400 | sed 's/.*/{"host":"host-&","size":{"cpu":&}}/' | paste -sd, - | sed 's/.*/[&]/'
  - id: gate
    approval: { prompt: "Change 400 hosts?" }
    stdin: $plan.json
  - id: change
    run: echo changed > changed.txt
    when: $gate.approved
`;

let workspace: Workspace;
let chat: TerminalDriver;

beforeEach(async () => {
  workspace = await createWorkspace({ "large.lobster": LARGE });
  chat = await startTerminal(workspace);
  await chat.say("dev-lead", "/run large");
});

afterEach(async () => {
  await chat.stop();
  await workspace.remove();
});

const approvalId = (): string => /approval id ([0-9a-f]{8})/.exec(chat.lastCard().text)?.[1] ?? "";
const refusal = "Open Details first: not everything that you would approve fits on the card.";

describe("content that does not fit on a card", () => {
  it("goes along whole as a file, and the card says so", async () => {
    const card = chat.lastCard();
    expect(card.text).toContain("Change 400 hosts?");
    expect(card.text).toMatch(/… [\d,]+ more lines are in approval-[0-9a-f]{8}\.json/);
    const name = `approval-${approvalId()}.json`;
    expect(card.files).toEqual([name]);
    const file: unknown = JSON.parse(await readFile(`${workspace.stateDirectory}/files/${name}`, "utf8"));
    expect(file).toHaveProperty(["items", 399, "host"], "host-400");
  });

  it("is not approved, by button or typed, before this very person opened Details", async () => {
    expect(await chat.press("release-manager", "Approve")).toBe(refusal);
    expect(await chat.say("release-manager", `/approve ${approvalId()}`)).toBe(refusal);
    expect(await chat.press("teammate", "Details")).toContain("Details of large");
    expect(await chat.press("release-manager", "Approve")).toBe(refusal);
    expect(chat.lastCard().text).toContain("⏳ Waiting for approval");

    expect(await chat.press("release-manager", "Details")).toContain("change: echo changed > changed.txt");
    expect(await chat.press("release-manager", "Approve")).toBe("Approved. The run goes on.");
    expect(chat.lastCard().text).toMatch(/^✅ Finished/);
  });

  it("remembers over a restart who opened Details", async () => {
    await chat.press("release-manager", "Details");
    const id = approvalId();
    await chat.restart();
    expect(await chat.say("teammate", `/approve ${id}`)).toBe(refusal);
    expect(await chat.say("release-manager", `/approve ${id}`)).toBe("Approved. The run goes on.");
  });

  it("is denied without opening anything", async () => {
    expect(await chat.say("teammate", `/deny ${approvalId()}`)).toBe("Denied. The run is over.");
  });
});
