import { openDiscord, type DiscordVenue } from "../venue/discord-venue.ts";
import { openTelegram, type TelegramVenue } from "../venue/telegram-venue.ts";
import type { Place } from "../venue/venue.ts";
import { createActs, type Acts } from "./acts.ts";
import { openHost, type Host, type ScenePlan } from "./host.ts";

/** One bot process on Telegram and Discord at once; everybody has an account on both. */
export interface BothScene extends Host {
  readonly telegram: TelegramVenue & Acts;
  readonly discord: DiscordVenue & Acts;
  /** The place on the other platform where every card goes as well. */
  readonly alsoIn: { readonly telegram: Place; readonly discord: Place };
}

/** Opens both venues and starts a bot. `postTo` is given the lines that name the two places for `post_to`. */
export async function openBoth(plan: (postTo: BothPosts) => ScenePlan): Promise<BothScene> {
  const [telegram, discord] = [await openTelegram({}), await openDiscord({})];
  const alsoIn = { telegram: telegram.place(), discord: discord.place() };
  const host = await openHost(
    [telegram, discord],
    plan({ telegram: `telegram:${alsoIn.telegram.id}`, discord: `discord:${alsoIn.discord.id}` }),
  );
  return {
    ...host,
    alsoIn,
    telegram: { ...telegram, ...createActs(telegram) },
    discord: { ...discord, ...createActs(discord) },
  };
}

/** How `post_to` names the places. */
export interface BothPosts {
  readonly telegram: string;
  readonly discord: string;
}
