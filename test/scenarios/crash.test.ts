import { expect } from "vitest";
import { onEveryPlatform } from "./on-every-platform.ts";
import { waitForChange } from "./scene/folder-watch.ts";
import { createOtherProcess } from "./scene/other-process.ts";
import { readApprovalId, readRunId } from "./scene/read-card.ts";
import type { Scene } from "./scene/open-scene.ts";
import type { Place, Seen } from "./venue/venue.ts";
import { ask, DEPLOY, LARGE, SLOW } from "./workflows.ts";

const RELEASE = ask({
  type: "object",
  properties: {
    version: { type: "string", title: "Version" },
    channel: { enum: ["stable", "beta"], title: "Channel" },
    notify: { type: "boolean", title: "Notify everybody" },
  },
  required: ["version", "channel", "notify"],
});

const WORKFLOWS = { deploy: DEPLOY, slow: SLOW, large: LARGE, release: RELEASE };

/** Whoever decided or executes has some time to go on before the bot takes a run up. */
const LATER = { laterMs: 60_000 };

const APPROVED = "Approved. The run goes on.";
const OPEN_DETAILS = "Open Details first: not everything that you would approve fits on the card.";

/** Changes in the state folder after a press, at which the bot is killed: each is a point between two writes. */
const CRASH_POINTS = [1, 6, 12, 20];

onEveryPlatform("a bot that is killed", { workflows: WORKFLOWS }, (scenario) => {
  scenario(
    "at its gates comes back with all of them, with what was opened and what was half filled in",
    async (scene) => {
      const [here, there, form] = [scene.place(), scene.place(), scene.place()];
      const card = await scene.openGate(here, "deploy mark=waiting");
      const large = await scene.openGate(there, "large mark=opened");
      await scene.press("release-manager", large, "Details");
      const question = await fillHalf(scene, form);
      for (const message of [card, large, question]) await scene.waitUntilNoted(message);
      await scene.restart();

      const now = await scene.recall("release-manager", card);
      expect(await scene.press("teammate", now, "Approve")).toMatch(/^Refused/);
      expect(await scene.press("release-manager", now, "Approve")).toBe(APPROVED);
      await scene.waitForText(now, /^✅ Finished/);
      expect(await scene.lines("deployed-waiting.txt")).toEqual(["release-manager"]);

      const whole = await scene.recall("release-manager", large);
      expect(await scene.press("teammate", whole, "Approve")).toBe(OPEN_DETAILS);
      expect(await scene.press("release-manager", whole, "Approve")).toBe(APPROVED);
      await scene.waitForText(whole, /^✅ Finished/);
      expect(await scene.lines("changed-opened.txt")).toEqual(["changed"]);

      const half = await scene.recall("dev-lead", question);
      scene.tap("dev-lead", half, "Yes");
      const summary = await scene.waitForText(half, "Your answer");
      scene.tap("dev-lead", summary, "Submit");
      const [answer = ""] = await scene.waitForLines("answer-half.txt", 1);
      expect(JSON.parse(answer)).toEqual({ version: "v7", channel: "beta", notify: true });
    },
  );

  scenario(
    "after a decision says on the old card whose it was, and runs nothing again",
    ["lasting buttons"],
    async (scene) => {
      const card = await scene.openGate(scene.place(), "deploy mark=decided");
      await scene.press("release-manager", card, "Approve");
      await scene.waitForText(card, /^✅ Finished/);
      await scene.restart(LATER);
      expect(await scene.press("release-manager", card, "Approve")).toMatch(/^You approved it already/);
      expect(await scene.press("teammate", card, "Approve")).toMatch(/^Already approved by Release manager, /);
      expect(scene.look(card)?.text).toMatch(/^✅ Finished/);
      expect(await scene.lines("deployed-decided.txt")).toEqual(["release-manager"]);
    },
  );

  scenario("tells what others decided while it was away, in one message", async (scene) => {
    const place = scene.place();
    const card = await scene.openGate(place, "deploy mark=away");
    await scene.waitUntilNoted(card);
    await scene.kill();
    await createOtherProcess(scene).deny(readApprovalId(card), "wrong day");
    await scene.start();
    expect((await scene.waitForText(card, /^⛔ Denied/)).text).toContain("Reason: wrong day");
    const told = (): number => scene.messages(place).filter(isAbout(card, "⛔ Denied\nDenied")).length;
    await scene.settle(place);
    expect(told()).toBe(1);
  });

  scenario("takes a press that was made while it was away", ["waiting events"], async (scene) => {
    const card = await scene.openGate(scene.place(), "deploy mark=missed");
    await scene.waitUntilNoted(card);
    await scene.kill();
    const tap = scene.tap("release-manager", card, "Approve");
    await scene.start();
    expect(await tap.answer()).toBe(APPROVED);
    await scene.waitForText(card, /^✅ Finished/);
  });

  scenario(
    "between a run and the edit of its card brings the card up to date, and runs nothing again",
    ["network"],
    async (scene) => {
      const card = await scene.openGate(scene.place(), "deploy mark=edit");
      await scene.waitUntilNoted(card);
      const held = scene.trouble.hold("edit", { times: 100 });
      scene.tap("release-manager", card, "Approve");
      await scene.waitForLines("deployed-edit.txt", 1);
      await scene.kill();
      held.remove();
      await scene.start(LATER);
      await scene.waitForText(card, /^(✅ Finished|⚠️ Interrupted)/);
      expect(await scene.lines("deployed-edit.txt")).toEqual(["release-manager"]);
    },
  );

  scenario(
    "while a step runs says in which; who may start the run lets it run again, once, when it has ended",
    async (scene) => {
      const place = scene.place();
      const card = await scene.next(place, isCard("slow"), () => scene.type("dev-lead", place, "/run slow mark=cut"));
      await scene.waitForLines("started-cut.txt", 1);
      await scene.waitUntilNoted(card);
      await scene.restart();
      const report = await scene.waitUntil(() => scene.messages(place).find(isReport), "the report");
      expect(report.text).toMatch(/^⚠️ Interrupted\nslow · run [0-9A-Z]{8} · started by Dev lead\n/);
      expect(report.text).toContain("Nobody knows whether wait took effect.");
      expect(report.text).toContain("It still runs (process ");
      await scene.waitForText(card, /^⚠️ Interrupted/);
      // The step outlived its bot: a second one beside it is what nobody asked for.
      expect(await scene.press("dev-lead", report, "Retry this step")).toMatch(/^Nothing was done, for it still runs/);
      expect(await scene.say("dev-lead", place, `/status ${readRunId(card)}`)).toMatch(/^⚠️ Interrupted[^]*❓ wait/);
      expect(await scene.lines("started-cut.txt")).toEqual(["started"]);
      await scene.write("go-cut", "");
      const ended = await scene.waitForText(report, /^(?![^]*It still runs)/);
      const taps = [scene.tap("dev-lead", ended, "Retry this step"), scene.tap("teammate", ended, "Retry this step")];
      const verdicts = await Promise.all(taps.map((tap) => tap.answer()));
      expect(verdicts.toSorted().join("\n")).toMatch(
        /^(Dev lead|Teammate) has asked for a retry already, .*\nIt runs again\.$/,
      );
      await scene.waitForText(card, /^✅ Finished/);
      await scene.waitForText(report, /^🔁 Retry asked for by /);
      expect(await scene.lines("started-cut.txt")).toEqual(["started", "started"]);
    },
  );

  scenario("at any point after a press runs it once at most, and its card tells the truth", async (scene) => {
    for (const point of CRASH_POINTS) {
      const place = scene.place();
      const mark = `point-${point}`;
      const card = await scene.openGate(place, `deploy mark=${mark}`);
      await pressAndKill(scene, card, point);
      await scene.start(LATER);
      // Whatever was pressed is handled before this is answered.
      const isUndecided = (await scene.say("teammate", place, `/status ${readRunId(card)}`)).startsWith("⏳");
      if (isUndecided) await scene.press("release-manager", await scene.recall("release-manager", card), "Approve");
      const { text } = await scene.waitForText(card, /^(✅ Finished|⚠️ Interrupted)/);
      const executions = await scene.lines(`deployed-${mark}.txt`);
      if (text.startsWith("✅")) expect(executions).toEqual(["release-manager"]);
      else expect(executions.length).toBeLessThanOrEqual(1);
      const again = await scene.say("teammate", place, `/approve ${readApprovalId(card)}`);
      expect(again).toMatch(/^Already approved by Release manager, /);
      expect(await scene.lines(`deployed-${mark}.txt`)).toEqual(executions);
    }
  });
});

const isCard =
  (workflow: string) =>
  ({ text }: Seen): boolean =>
    text.includes(`${workflow} · run `);

const isReport = ({ buttons }: Seen): boolean => buttons.includes("Abandon");

/** Presses Approve and kills the bot at the n-th change of its state, or when the run is over. */
async function pressAndKill(scene: Scene, card: Seen, change: number): Promise<void> {
  const finished = new AbortController();
  await scene.waitUntilNoted(card);
  const reached = waitForChange(scene.stateDirectory, change, finished.signal);
  scene.tap("release-manager", card, "Approve");
  const stop = (): void => finished.abort();
  void scene.waitForText(card, /^✅ Finished/).then(stop, stop);
  await reached;
  await scene.kill();
}

/** Answers all but the last field of a question, and returns its form. */
async function fillHalf(scene: Scene, place: Place): Promise<Seen> {
  const question = await scene.next(
    place,
    ({ text }) => text.startsWith("❓") && text.includes("What shall it be?"),
    () => scene.type("dev-lead", place, "/run release mark=half"),
  );
  await scene.fillIn("dev-lead", question, "v7");
  scene.tap("dev-lead", await scene.waitForText(question, "Channel ("), "beta");
  await scene.waitForText(question, "Notify everybody (");
  return question;
}

const isAbout =
  (card: Seen, beginning: string) =>
  ({ text }: Seen): boolean =>
    text.startsWith(beginning) && text.includes(readRunId(card));
