import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBoth, type BothScene } from "./scene/open-both.ts";
import { allowForProcesses } from "./scene/patience.ts";
import { readApprovalId } from "./scene/read-card.ts";
import type { Person, Seen } from "./venue/venue.ts";
import { DEPLOY, OPEN_GATE, TWO_PEOPLE } from "./workflows.ts";

allowForProcesses();

let scene: BothScene;

beforeAll(async () => {
  scene = await openBoth(({ telegram, discord }) => ({
    workflows: {
      deploy: DEPLOY,
      "open-gate": OPEN_GATE,
      "two-people": TWO_PEOPLE,
      "from-discord": OPEN_GATE.replace("name: open-gate", "name: from-discord"),
    },
    config: [
      "workflows:",
      ...["deploy", "open-gate", "two-people"].map((name) => `  ${name}: { post_to: [origin, "${discord}"] }`),
      `  from-discord: { post_to: [origin, "${telegram}"] }`,
    ].join("\n"),
  }));
});

afterEach(() => scene.assertClean());

afterAll(() => scene.stop());

const APPROVED = "Approved. The run goes on.";
const STARTER_REFUSED = "Refused: you started it yourself and it needs Release manager (release-manager).";
const ALREADY = /^Already approved by Release manager, /;

/** Both copies of the card of one gate. */
interface Copies {
  readonly onTelegram: Seen;
  readonly onDiscord: Seen;
}

const isCopyOf =
  (card: Seen) =>
  ({ text }: Seen): boolean =>
    text.includes(readApprovalId(card));

/** Starts a run on Telegram. */
async function openOnTelegram(command: string): Promise<Copies> {
  const onTelegram = await scene.telegram.openGate(scene.telegram.place(), command);
  return { onTelegram, onDiscord: await findOnDiscord(onTelegram) };
}

const findOnDiscord = (card: Seen): Promise<Seen> =>
  scene.discord.waitUntil(
    () => scene.discord.messages(scene.alsoIn.discord).find(isCopyOf(card)),
    "the card on Discord",
  );

const findOnTelegram = (card: Seen): Promise<Seen> =>
  scene.telegram.waitUntil(
    () => scene.telegram.messages(scene.alsoIn.telegram).find(isCopyOf(card)),
    "the card on Telegram",
  );

async function waitForBoth({ onTelegram, onDiscord }: Copies, text: RegExp): Promise<void> {
  await scene.telegram.waitForText(onTelegram, text);
  await scene.discord.waitForText(onDiscord, text);
}

describe("a release that begins on Telegram", () => {
  it("is not approved on Discord by the person who began it, and is by the right one; both cards tell it", async () => {
    const copies = await openOnTelegram("deploy mark=crossed");
    expect(copies.onDiscord.text).toContain("Release manager must approve; not Dev lead, who started it");
    expect(await scene.discord.press("dev-lead", copies.onDiscord, "Approve")).toBe(STARTER_REFUSED);
    expect(await scene.telegram.press("dev-lead", copies.onTelegram, "Approve")).toBe(STARTER_REFUSED);
    expect(await scene.discord.press("mallory", copies.onDiscord, "Approve")).toMatch(/^You are not registered here/);
    expect(await scene.lines("deployed-crossed.txt")).toEqual([]);
    expect(await scene.discord.press("release-manager", copies.onDiscord, "Approve")).toBe(APPROVED);
    await waitForBoth(copies, /^✅ Finished in .+ s\nApproved by Release manager, /);
    expect(await scene.telegram.press("teammate", copies.onTelegram, "Approve")).toMatch(ALREADY);
    expect(await scene.discord.press("teammate", copies.onDiscord, "Approve")).toMatch(ALREADY);
    expect(await scene.lines("deployed-crossed.txt")).toEqual(["release-manager"]);
  });

  it("is approved or denied on Telegram: the card on Discord tells it as well", async () => {
    const approved = await openOnTelegram("deploy mark=there");
    expect(await scene.telegram.press("release-manager", approved.onTelegram, "Approve")).toBe(APPROVED);
    await waitForBoth(approved, /^✅ Finished/);
    const denied = await openOnTelegram("deploy mark=denied");
    const line = `/deny ${readApprovalId(denied.onTelegram)} not today`;
    await scene.telegram.say("teammate", denied.onTelegram.place, line);
    await waitForBoth(denied, /^⛔ Denied\nDenied by Teammate, /);
    expect(await scene.lines("deployed-denied.txt")).toEqual([]);
  });

  it("and is approved on both at the same moment runs once, and whoever was later is told who was first", async () => {
    for (const mark of ["both-1", "both-2", "both-3"]) {
      const copies = await openOnTelegram(`open-gate mark=${mark}`);
      const taps = [
        scene.telegram.tap("teammate", copies.onTelegram, "Approve"),
        scene.discord.tap("release-manager", copies.onDiscord, "Approve"),
      ];
      const verdicts = await Promise.all(taps.map((tap) => tap.answer()));
      const winner: Person = verdicts[0] === APPROVED ? "teammate" : "release-manager";
      const lost = winner === "teammate" ? verdicts[1] : verdicts[0];
      expect(lost).toMatch(winner === "teammate" ? /^Already approved by Teammate, / : ALREADY);
      await waitForBoth(copies, /^✅ Finished/);
      expect(await scene.lines(`acted-${mark}.txt`)).toEqual([winner]);
    }
  });
});

describe("a gate that two people open", () => {
  it("counts one person's approvals on both platforms once, takes them back on either, and tells it on both", async () => {
    const copies = await openOnTelegram("two-people mark=one-person");
    const { onTelegram, onDiscord } = copies;
    const here = await scene.telegram.tapAndWrite("teammate", onTelegram, "Approve", "ship *it*");
    expect(await here.answer()).toBe("Your approval is stored; 1 more is needed.");
    await waitForBoth(copies, /1 of 2 approvals: Teammate/);
    const id = readApprovalId(onDiscord);
    expect(await scene.discord.say("teammate", onDiscord.place, `/approve ${id} ship *it*`)).toMatch(
      /^You approved it already/,
    );
    expect(await scene.lines("released-one-person.txt")).toEqual([]);
    expect(await scene.discord.press("teammate", scene.discord.look(onDiscord) ?? onDiscord, "Withdraw")).toBe(
      "Your approval is withdrawn.",
    );
    await waitForBoth(copies, /0 of 2 approvals/);
    const there = await scene.discord.tapAndWrite("teammate", onDiscord, "Approve", "ship *it*");
    expect(await there.answer()).toBe("Your approval is stored; 1 more is needed.");
    const last = await scene.telegram.tapAndWrite("release-manager", onTelegram, "Approve", "ship *it*");
    expect(await last.answer()).toBe(APPROVED);
    await waitForBoth(copies, /^✅ Finished/);
    expect(await scene.lines("released-one-person.txt")).toEqual(["release-manager"]);
  });
});

describe("a platform that is down", () => {
  it("Discord: holds up nothing on Telegram, also while the bot starts, and its cards tell the end when it is back", async () => {
    const [first, second] = [await openOnTelegram("deploy mark=gone"), await openOnTelegram("deploy mark=start")];
    for (const { onTelegram, onDiscord } of [first, second]) {
      await scene.waitUntilNoted(onTelegram);
      await scene.waitUntilNoted(onDiscord);
    }
    await scene.discord.trouble.goDown();
    expect(await scene.telegram.press("release-manager", first.onTelegram, "Approve")).toBe(APPROVED);
    await scene.telegram.waitForText(first.onTelegram, /^✅ Finished/);
    await scene.kill();
    const started = scene.start();
    expect(await scene.telegram.press("release-manager", second.onTelegram, "Approve")).toBe(APPROVED);
    await scene.telegram.waitForText(second.onTelegram, /^✅ Finished/);
    for (const { onDiscord } of [first, second]) expect(scene.discord.look(onDiscord)?.text).toMatch(/^⏳/);
    await scene.discord.trouble.comeUp();
    await started;
    for (const { onDiscord } of [first, second]) await scene.discord.waitForText(onDiscord, /^✅ Finished/);
    for (const mark of ["gone", "start"]) {
      expect(await scene.lines(`deployed-${mark}.txt`)).toEqual(["release-manager"]);
    }
  });

  it("Telegram: holds up nothing on Discord, and its card tells the end when it is back", async () => {
    const onDiscord = await scene.discord.openGate(scene.discord.place(), "from-discord mark=back");
    const onTelegram = await findOnTelegram(onDiscord);
    await scene.waitUntilNoted(onTelegram);
    await scene.telegram.trouble.goDown();
    expect(await scene.discord.press("release-manager", onDiscord, "Approve")).toBe(APPROVED);
    await scene.discord.waitForText(onDiscord, /^✅ Finished/);
    expect(scene.telegram.look(onTelegram)?.text).toMatch(/^⏳/);
    await scene.telegram.trouble.comeUp();
    await waitForBoth({ onTelegram, onDiscord }, /^✅ Finished/);
    expect(await scene.lines("acted-back.txt")).toEqual(["release-manager"]);
  });
});
