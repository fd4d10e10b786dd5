import type { Wire } from "../../shared/wire.ts";
import type { ChannelState } from "./channel.ts";
import type { UserState } from "./identity.ts";
import type { Message } from "./message.ts";

/** How long an interaction can be acknowledged on the platform, ms. */
export const ACKNOWLEDGE_WITHIN_MS = 3000;

/** How long the token of an acknowledged interaction works, ms. */
export const TOKEN_LIFETIME_MS = 900_000;

/** What a person did. */
export type InteractionKind = "command" | "component" | "autocomplete" | "modal";

/** Discord's numbers of the kinds. */
export const INTERACTION_TYPES: Readonly<Record<InteractionKind, number>> = {
  command: 2,
  component: 3,
  autocomplete: 4,
  modal: 5,
};

/** What a person got to see for an interaction, in order. A deferral alone shows nothing. */
export type Answer =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "update"; readonly message: Message }
  | { readonly kind: "choices"; readonly choices: readonly Wire[] }
  | { readonly kind: "modal"; readonly modal: Wire }
  | { readonly kind: "deleted"; readonly message: Message };

/** An interaction and what became of it. `createdAt` and `at` in ms. */
export interface InteractionState {
  readonly id: string;
  readonly token: string;
  readonly kind: InteractionKind;
  readonly user: UserState;
  readonly channel: ChannelState;
  readonly createdAt: number;
  /** The `data` of the event. */
  readonly data: Wire;
  /** The message a component stands on; for a modal, that of the press that opened it. */
  readonly message: Message | undefined;
  /** For a modal: what opened it. */
  readonly source: InteractionState | undefined;
  /** A member who is gone still acts, as a client that does not know yet. */
  readonly memberRoleIds: readonly string[];
  acknowledged: { readonly type: number; readonly at: number } | undefined;
  /** The message `@original` means. */
  original: Message | undefined;
  /** Follow-ups, which the token can change. */
  readonly followUps: Message[];
  readonly answers: Answer[];
}

/** True when the token still works for what follows the first answer. */
export function isTokenAlive(interaction: InteractionState, now: number): boolean {
  return now - interaction.createdAt <= TOKEN_LIFETIME_MS;
}
