import type { Wire } from "../../shared/wire.ts";

/** The commands bots registered, by scope and language. */
export interface CommandStore {
  set(place: CommandPlace, commands: readonly Wire[]): void;
  get(place: CommandPlace): readonly Wire[];
  remove(place: CommandPlace): void;
}

/** Whose commands for whom. An empty language is for everybody without commands of their own language. */
export interface CommandPlace {
  readonly botId: number;
  readonly scope: Wire;
  readonly language: string;
}

/** Creates a store without commands. */
export function createCommandStore(): CommandStore {
  const places = new Map<string, readonly Wire[]>();
  return {
    set: (place, commands) => {
      places.set(keyOf(place), commands);
    },
    get: (place) => places.get(keyOf(place)) ?? [],
    remove: (place) => {
      places.delete(keyOf(place));
    },
  };
}

function keyOf({ botId, scope, language }: CommandPlace): string {
  const { type, chat_id: chat, user_id: user } = scope;
  return JSON.stringify([botId, type ?? "default", chat ?? null, user ?? null, language]);
}
