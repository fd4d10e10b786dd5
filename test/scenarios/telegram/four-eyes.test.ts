import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { allowForProcesses } from "./patience.ts";
import { startTelegram, type TelegramBench } from "./telegram-bench.ts";
import { DEPLOY, OPEN_GATE } from "./workflows.ts";

allowForProcesses();

let bench: TelegramBench;

beforeAll(async () => {
  bench = await startTelegram({ deploy: DEPLOY, "open-gate": OPEN_GATE });
});

afterEach(() => bench.assertClean());

afterAll(() => bench.stop());

const STARTER_REFUSED = "Refused: you started it yourself and it needs Release manager (release-manager).";
const OTHER_REFUSED = "Refused: it needs Release manager (release-manager).";

describe("the four identities at a gate", () => {
  it("nobody the configuration knows: refused, and told how to be registered", async () => {
    const card = await bench.openGate(bench.group(), "/run deploy mark=nobody");
    expect(await bench.press(bench.stranger, card, "Approve")).toMatch(/^You are not registered here/);
    expect(await bench.lines("deployed-nobody.txt")).toEqual([]);
  });

  it("the starter: refused", async () => {
    const card = await bench.openGate(bench.group(), "/run deploy mark=starter");
    expect(await bench.press(bench.lead, card, "Approve")).toBe(STARTER_REFUSED);
    expect(await bench.lines("deployed-starter.txt")).toEqual([]);
  });

  it("a third person: refused", async () => {
    const card = await bench.openGate(bench.group(), "/run deploy mark=third");
    expect(await bench.press(bench.teammate, card, "Approve")).toBe(OTHER_REFUSED);
    expect(await bench.lines("deployed-third.txt")).toEqual([]);
  });

  it("the right person: it runs once, and the step knows who approved", async () => {
    const card = await bench.openGate(bench.group(), "/run deploy mark=right");
    expect(await bench.press(bench.manager, card, "Approve")).toBe("Approved. The run goes on.");
    await bench.waitForText(card, /^✅ Finished/);
    expect(await bench.lines("deployed-right.txt")).toEqual(["release-manager"]);
  });
});

describe("four eyes in a group", () => {
  it.each([
    ["supergroup", {}],
    ["group", { kind: "group" }],
  ] as const)("%s: the card stays open for the wrong people and tells the end to all", async (mark, plan) => {
    const chat = bench.group(plan);
    const card = await bench.openGate(chat, `/run deploy mark=${mark}`);
    expect(card.text).toMatch(/^⏳ Waiting for approval\ndeploy · run [0-9A-Z]{8} · started by Dev lead\n/);
    expect(card.text).toContain("Deploy 3 services?");
    expect(card.text).toContain("targets: api, web, worker");
    expect(card.text).toContain("Release manager must approve; not Dev lead, who started it");
    expect(card.buttons.flat().map(({ label }) => label)).toEqual(["Approve", "Deny", "Details"]);

    expect(await bench.press(bench.lead, card, "Approve")).toBe(STARTER_REFUSED);
    expect(await bench.press(bench.teammate, card, "Approve")).toBe(OTHER_REFUSED);
    expect(bench.peer.look(card)?.text).toMatch(/^⏳ Waiting for approval/);

    expect(await bench.press(bench.manager, card, "Approve")).toBe("Approved. The run goes on.");
    const finished = await bench.waitForText(card, /^✅ Finished/);
    expect(finished.text).toContain("Approved by Release manager, ");
    expect(finished.text).toContain("deployed: true");
    expect(finished.buttons).toEqual([]);

    expect(await bench.press(bench.manager, card, "Approve")).toMatch(/^You approved it already, .+\.$/);
    expect(await bench.press(bench.teammate, card, "Approve")).toMatch(/^Already approved by Release manager, .+\.$/);
    expect(await bench.press(bench.lead, card, "Deny")).toMatch(/^Already approved by Release manager, .+\.$/);
    expect(await bench.lines(`deployed-${mark}.txt`)).toEqual(["release-manager"]);
  });

  it("works in a topic of a forum, and everything is said there", async () => {
    const chat = bench.group({ forum: true });
    const { id: topic } = bench.peer.addTopic(chat, "Releases", bench.lead);
    bench.peer.write(bench.lead, chat, "/run deploy mark=topic", { topic });
    const card = await bench.waitForNew(chat, ({ text }) => text.includes("Deploy 3 services?"));
    expect(await bench.press(bench.teammate, card, "Approve")).toBe(OTHER_REFUSED);
    expect(await bench.press(bench.manager, card, "Approve")).toBe("Approved. The run goes on.");
    await bench.waitForText(card, /^✅ Finished/);
    await bench.waitForNew(chat, ({ text }) => text.startsWith("Dev lead, your run deploy"));
    const said = bench.peer.messages(chat).filter(({ from }) => from?.isBot === true);
    expect(new Set(said.map((message) => message.topic))).toEqual(new Set([topic]));
    expect(await bench.lines("deployed-topic.txt")).toEqual(["release-manager"]);
  });

  it("denies after a question, with a reason that the card shows", async () => {
    const chat = bench.group();
    const card = await bench.openGate(chat, "/run deploy mark=denied");
    expect(await bench.press(bench.teammate, card, "Deny")).toBe("Confirm it in the message below.");
    const question = await bench.waitForNew(chat, ({ text }) => text.startsWith("Teammate, deny deploy"));
    await bench.press(bench.teammate, question, "Deny with reason");
    const prompt = await bench.waitForNew(chat, ({ forceReply }) => forceReply !== undefined);
    expect(prompt.forceReply?.for).toContain(bench.teammate.id);
    bench.peer.write(bench.teammate, chat, "wrong <b>branch</b>", { replyTo: prompt });
    const denied = await bench.waitForText(card, /^⛔ Denied/);
    expect(denied.text).toContain("Denied by Teammate, ");
    expect(denied.text).toContain("Reason: wrong <b>branch</b>");
    expect(await bench.press(bench.manager, card, "Approve")).toMatch(/^Already denied by Teammate, /);
    expect(await bench.lines("deployed-denied.txt")).toEqual([]);
  });

  it("takes the id of the card, typed, under the same rules", async () => {
    const chat = bench.group();
    const card = await bench.openGate(chat, "/run deploy mark=typed");
    const id = /approval id ([0-9a-f]{8})/.exec(card.text)?.[1] ?? "";
    bench.peer.write(bench.teammate, chat, `/approve ${id}`);
    await bench.waitForNew(chat, ({ text }) => text === OTHER_REFUSED);
    bench.peer.write(bench.manager, chat, `/approve ${id.toUpperCase()}`);
    await bench.waitForText(card, /^✅ Finished/);
    expect(await bench.lines("deployed-typed.txt")).toEqual(["release-manager"]);
  });
});

describe("two people at the same moment", () => {
  it("the first press counts, the second is told whose it was, and it runs once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const mark = `double-${round}`;
      const card = await bench.openGate(bench.group(), `/run open-gate mark=${mark}`);
      const taps = [bench.teammate, bench.manager].map((user) => bench.peer.press(user, card, "Approve"));
      const verdicts = await Promise.all(taps.map((tap) => bench.verdict(tap, card)));
      const won = verdicts.filter((text) => text === "Approved. The run goes on.");
      expect(won).toHaveLength(1);
      const isTeammate = verdicts[0] === won[0];
      const lost = verdicts[isTeammate ? 1 : 0];
      expect(lost).toMatch(new RegExp(`^Already approved by ${isTeammate ? "Teammate" : "Release manager"}, `));
      await bench.waitForText(card, /^✅ Finished/);
      expect(await bench.lines(`acted-${mark}.txt`)).toEqual([isTeammate ? "teammate" : "release-manager"]);
    }
  });

  it("approve and cancel at once end as one of the two, never both", async () => {
    const chat = bench.group();
    const card = await bench.openGate(chat, "/run open-gate mark=crossed");
    const runId = /run ([0-9A-Z]{8})/.exec(card.text)?.[1] ?? "";
    bench.peer.write(bench.lead, chat, `/cancel ${runId}`);
    const question = await bench.waitForNew(chat, ({ text }) => text.startsWith("Dev lead, cancel open-gate"));
    const taps = [
      [bench.peer.press(bench.lead, question, "Cancel the run"), question],
      [bench.peer.press(bench.manager, card, "Approve"), card],
    ] as const;
    const [cancelled, approved] = await Promise.all(taps.map(([tap, message]) => bench.verdict(tap, message)));
    const end = await bench.waitForText(card, /^(✅ Finished|🚫 Cancelled)/);
    const didRun = end.text.startsWith("✅");
    expect(await bench.lines("acted-crossed.txt")).toEqual(didRun ? ["release-manager"] : []);
    if (!didRun) expect([cancelled, approved?.replace(/, .*/, "")]).toContain("Cancelled.");
  });

  it("the same press delivered again under another id acts once", async () => {
    const card = await bench.openGate(bench.group(), "/run open-gate mark=again");
    const tap = bench.peer.press(bench.manager, card, "Approve");
    tap.deliverAgain();
    tap.deliverAgain();
    await bench.waitForText(card, /^✅ Finished/);
    await bench.peer.waitUntil(() => tap.answers.length === 3);
    expect(await bench.lines("acted-again.txt")).toEqual(["release-manager"]);
  });
});
