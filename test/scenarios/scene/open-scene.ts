import type { Platform } from "../../../src/bot/adapter.ts";
import { openDiscord, type DiscordVenue } from "../venue/discord-venue.ts";
import { openTelegram, type TelegramPlan, type TelegramVenue } from "../venue/telegram-venue.ts";
import { openTerminal } from "../venue/terminal-venue.ts";
import type { Venue } from "../venue/venue.ts";
import { createActs, type Acts } from "./acts.ts";
import { openHost, type Host, type ScenePlan } from "./host.ts";

/** A venue, the people there, and a real bot process that works there alone. */
export type Scene<Place extends Venue = Venue> = Omit<Place, "stop"> & Acts & Host;

/** The platforms that scenarios run on. */
export const PLATFORMS = ["terminal", "telegram", "discord"] as const satisfies readonly Platform[];

const VENUES: Readonly<Record<(typeof PLATFORMS)[number], (plan: ScenePlan) => Promise<Venue>>> = {
  terminal: openTerminal,
  telegram: openTelegram,
  discord: openDiscord,
};

/** Opens a venue and starts a bot there. */
export async function openScene(platform: (typeof PLATFORMS)[number], plan: ScenePlan): Promise<Scene> {
  return await setScene(await VENUES[platform](plan), plan);
}

/** Opens Telegram, with what only its own scenarios touch, and starts a bot there. */
export async function openTelegramScene(plan: ScenePlan & TelegramPlan): Promise<Scene<TelegramVenue>> {
  return await setScene(await openTelegram(plan), plan);
}

/** Opens Discord, with what only its own scenarios touch, and starts a bot there. */
export async function openDiscordScene(plan: ScenePlan): Promise<Scene<DiscordVenue>> {
  return await setScene(await openDiscord(plan), plan);
}

async function setScene<Place extends Venue>(venue: Place, plan: ScenePlan): Promise<Scene<Place>> {
  const host = await openHost([venue], plan);
  return { ...venue, ...createActs(venue), ...host };
}
