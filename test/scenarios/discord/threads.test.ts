import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Channel, SeenMessage } from "../../peers/discord/index.ts";
import { seeDiscord } from "../venue/discord/see.ts";
import { openDiscordScene, type Scene } from "../scene/open-scene.ts";
import { allowForProcesses } from "../scene/patience.ts";
import { readApprovalId as readIdOf } from "../scene/read-card.ts";
import type { DiscordVenue } from "../venue/discord-venue.ts";
import type { Person, Place } from "../venue/venue.ts";
import { DEPLOY } from "../workflows.ts";

allowForProcesses();

let scene: Scene<DiscordVenue>;

beforeAll(async () => {
  scene = await openDiscordScene({ workflows: { deploy: DEPLOY }, config: "discord: { thread_per_run: true }" });
});

afterEach(() => scene.assertClean());

afterAll(() => scene.stop());

const APPROVED = "Approved. The run goes on.";

/** A run with the thread that was opened for it, and the card of its gate there. */
interface ThreadedRun {
  readonly channel: Channel;
  readonly thread: Channel;
  readonly card: SeenMessage;
}

async function openRun(place: Place, command: string): Promise<ThreadedRun> {
  const channel = scene.channelOf(place);
  scene.type("dev-lead", place, `/run ${command}`);
  const thread = await scene.waitUntil(() => findThread(channel), "the thread of the run");
  const card = await scene.waitUntil(
    () => scene.peer.messages(thread).find(({ buttons }) => buttons.flat().some(({ label }) => label === "Approve")),
    "the card of the gate in the thread",
  );
  return { channel, thread, card };
}

/** The thread that the bot opened from the card of the run. */
const findThread = (channel: Channel): Channel | undefined =>
  scene.peer.messages(channel).find(({ from, thread }) => from.isBot && thread !== undefined)?.thread;

const press = (person: Person, card: SeenMessage, place: Place): Promise<string> =>
  scene.deedOf(scene.peer.press(scene.users[person], card, "Approve"), place).answer();

const isCard = ({ shown }: SeenMessage): boolean => shown.includes("Deploy 3 services?");

const readApprovalId = (card: SeenMessage): string => readIdOf(seeDiscord(card, { id: "" }));

const waitForText = (message: SeenMessage, text: RegExp): Promise<SeenMessage> =>
  scene.waitUntil(
    () => {
      const now = scene.peer.look(message);
      return now !== undefined && text.test(now.shown) && now;
    },
    `message ${message.id} to say ${String(text)}`,
  );

describe("a run with a thread of its own", () => {
  it("is asked about, refused, denied and told of there, and its channel shows the run alone", async () => {
    const place = scene.place();
    const { channel, thread, card } = await openRun(place, "deploy mark=denied");
    expect(await press("dev-lead", card, place)).toMatch(/^Refused: you started it yourself/);
    expect(await press("teammate", card, place)).toMatch(/^Refused: it needs Release manager/);
    expect(await press("mallory", card, place)).toMatch(/^You are not registered here/);
    const id = readApprovalId(card);
    const denied = scene.peer.command(scene.users.teammate, thread, "deny", { id, reason: "not today" });
    expect(await scene.deedOf(denied, place).answer()).toBe("Denied. The run is over.");
    expect((await waitForText(card, /^⛔ Denied/)).shown).toContain("Reason: not today");
    const [run, ...others] = scene.peer.messages(channel).filter(({ from }) => from.isBot);
    expect(others).toEqual([]);
    if (run === undefined) throw new Error("The channel shows no run");
    await waitForText(run, /^⛔ Denied/);
    const told = await scene.waitUntil(
      () => scene.peer.messages(thread).find(({ shown }) => shown.startsWith("Dev lead, your run deploy")),
      "the starter to be told in the thread",
    );
    expect(told.shown).toMatch(/ was denied\.$/);
    expect(await scene.lines("deployed-denied.txt")).toEqual([]);
  });

  it("is approved there after the bot was killed, and runs once", async () => {
    const place = scene.place();
    const { thread, card } = await openRun(place, "deploy mark=killed");
    await scene.waitUntilNoted(seeDiscord(card, place));
    await scene.restart();
    expect(await press("release-manager", card, place)).toBe(APPROVED);
    await waitForText(card, /^✅ Finished/);
    const customId = card.buttons.flat().find(({ label }) => label === "Approve")?.customId ?? "";
    const late = scene.peer.pressForged(scene.users.teammate, card, { customId });
    expect(await scene.deedOf(late, place).answer()).toMatch(/^Already approved by Release manager, /);
    expect(scene.peer.messages(thread).filter(isCard)).toHaveLength(1);
    expect(await scene.lines("deployed-killed.txt")).toEqual(["release-manager"]);
  });

  it("goes on in the channel when somebody deletes the thread while the gate waits", async () => {
    const place = scene.place();
    const { channel, thread, card } = await openRun(place, "deploy mark=deleted");
    await scene.waitUntilNoted(seeDiscord(card, place));
    scene.peer.deleteChannel(thread);
    const approve = scene.peer.command(scene.users["release-manager"], channel, "approve", {
      id: readApprovalId(card),
    });
    expect(await scene.deedOf(approve, place).answer()).toBe(APPROVED);
    await scene.waitUntil(
      () =>
        scene.peer
          .messages(channel)
          .filter(isCard)
          .some(({ shown }) => shown.startsWith("✅ Finished")),
      "the end of the gate in the channel",
    );
    expect(await scene.lines("deployed-deleted.txt")).toEqual(["release-manager"]);
  });
});
