import type { Seen } from "../scenarios/venue/venue.ts";
import type { BotInChat, ChatWorld } from "./chat-world.ts";
import { lookAt } from "./human.ts";
import { findWrongs } from "./verdict.ts";

/** How long a run may take to be over, ms. */
const PATIENCE_MS = 30_000;

/** After this long without a sign of a run, whoever started it in an earlier process takes it that it was lost with that, ms. */
const NO_SIGN_MS = 5_000;

/** A run, and what was said about it. */
export interface Story {
  readonly mark: string;
  /** It was started in a process that was killed. */
  readonly isLeft: boolean;
  /** Whoever sees that it was interrupted abandons it, instead of retrying the step. */
  readonly abandons: boolean;
  /** Steps that somebody let run once more, in order. */
  readonly retried: string[];
}

/**
 * Does what people do until a run is over and every card of it says so. Returns what is wrong with it; undefined when the
 * bot died meanwhile.
 */
export async function seeThrough(
  world: ChatWorld,
  bot: BotInChat,
  story: Story,
): Promise<readonly string[] | undefined> {
  const { venue, place } = world;
  const began = performance.now();
  while (performance.now() - began < PATIENCE_MS) {
    if (bot.isDead()) return undefined;
    const run = await world.readRun(story.mark);
    const isLost = run === undefined && story.isLeft && performance.now() - began > NO_SIGN_MS;
    if (isLost) return world.effectsOf(story.mark);
    const messages = run === undefined ? [] : venue.messages(place).filter(({ text }) => text.includes(run.id));
    const next = lookAt(messages, story);
    if (next.kind === "press") {
      await press(world, bot, story, next);
    } else if (run?.outcome !== undefined && messages.length > 0 && next.open.length === 0) {
      const ended = { outcome: run.outcome.kind, effects: world.effectsOf(story.mark), retried: story.retried };
      return [...findWrongs(ended), ...bot.errors];
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const shown = venue.messages(place).map(({ text }) => text);
  return [`it never ended, or a card is wrong: ${JSON.stringify(shown.slice(-8))}`];
}

/** Twice, as people do. */
async function press(
  { venue }: ChatWorld,
  bot: BotInChat,
  { retried }: Story,
  { message, button }: { readonly message: Seen; readonly button: string },
): Promise<void> {
  const taps = [venue.tap("release-manager", message, button), venue.tap("release-manager", message, button)];
  const answers = Promise.all(taps.map((deed) => deed.answer().catch(() => "")));
  const said = await Promise.race([answers, bot.ended.then(() => [] as string[])]);
  const isRetried = said.some((answer) => /It runs again|is asked for again/.test(answer));
  const step = /Nobody knows whether (\S+) took effect/.exec(message.text)?.[1];
  if (button === "Retry this step" && isRetried && step !== undefined) retried.push(step);
}
