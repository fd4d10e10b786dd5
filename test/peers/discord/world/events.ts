import type { Wire } from "../../shared/wire.ts";

/** Bits of the intents a session asks for. */
export const INTENTS = {
  guilds: 1 << 0,
  guildMembers: 1 << 1,
  guildPresences: 1 << 8,
  guildMessages: 1 << 9,
  directMessages: 1 << 12,
  messageContent: 1 << 15,
} as const;

/** Intents a bot has to be allowed in the developer portal. */
export const PRIVILEGED_INTENTS = INTENTS.guildMembers | INTENTS.guildPresences | INTENTS.messageContent;

/** Something sessions are told of. */
export interface GatewayEvent {
  readonly name: string;
  /** Decides the shard; direct messages go to shard 0. */
  readonly guildId: string | undefined;
  /** Sessions need one of these bits; 0 for what all are told. */
  readonly intents: number;
  /** What a session with these intents is told. */
  encode(intents: number): Wire;
}

/** Where what happens is told. */
export interface Events {
  emit(event: GatewayEvent): void;
  listen(listener: (event: GatewayEvent) => void): void;
}

/** Creates a place events go through. */
export function createEvents(): Events {
  const listeners: ((event: GatewayEvent) => void)[] = [];
  return {
    listen: (listener) => {
      listeners.push(listener);
    },
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
  };
}
