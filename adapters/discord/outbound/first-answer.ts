import { InteractionResponseType, MessageFlags, type RawFile } from "discord.js";
import type { Form, MessageRef, OutboundMessage } from "../../../src/bot/adapter.ts";
import type { DiscordClient } from "../client.ts";
import type { Body } from "../wire/api.ts";
import type { Decoded } from "../decode.ts";
import { encodeMessage } from "../encode.ts";
import { encodeFiles } from "../wire/files.ts";
import { encodeForm } from "../wire/form.ts";
import { call, type Called } from "../wire/called.ts";

/** What can be answered. */
export type Answered = Extract<Decoded, { readonly kind: "command" | "press" | "choice" | "form" }>;

/** What became of the first answer to an interaction. */
export type First =
  /** "… is thinking" stands there, for one person, and waits to be filled in. */
  | "promised"
  /** Acknowledged without anything to see: what follows is a message of its own. */
  | "open"
  /** The words, or the form, were the first answer. */
  | "said"
  /** The words may have been the first answer. */
  | "maybe"
  /** Somebody acknowledged it before: this process, when it was delivered for the first time, or one before it. */
  | "double"
  /** Three seconds were over, or Discord was out of reach: the person was told that nothing came of it. */
  | "late"
  /** Discord did not take this answer; another one may still be the first. */
  | "refused";

/** The ways to answer for the first time. Only one of them counts, and only within three seconds. */
export interface FirstAnswer {
  /** Takes the interaction on before any work. */
  acknowledge(): Promise<First>;
  say(message: OutboundMessage): Promise<First>;
  open(form: Form): Promise<First>;
}

/** What an answer comes to. */
interface Expected {
  readonly done: First;
  /** When Discord did not say whether it arrived; the same when absent. */
  readonly maybe?: First;
}

const UNKNOWN_INTERACTION = 10062;
const ALREADY_ACKNOWLEDGED = 40060;

/** Creates the first answer to one interaction. */
export function createFirstAnswer(client: DiscordClient, decoded: Answered): FirstAnswer {
  const key = { id: decoded.eventId, token: decoded.token };
  const attempt = async (body: Body, expected: Expected, files: readonly RawFile[] = []): Promise<First> => {
    const request = (): Promise<unknown> => client.api.answer(key, body, files);
    const first = await call(request);
    if (first.kind === "ok" || first.kind === "refused") return judge(first, expected, "double");
    // An answer that did arrive makes the second one a repetition.
    return judge(await call(request), expected, expected.done);
  };
  return {
    // What came from a message shows its answer below it; for the rest, one person alone sees that something is coming.
    acknowledge: () =>
      isFromMessage(decoded)
        ? attempt({ type: InteractionResponseType.DeferredMessageUpdate }, { done: "open" })
        : attempt(
            {
              type: InteractionResponseType.DeferredChannelMessageWithSource,
              data: { flags: MessageFlags.Ephemeral },
            },
            { done: "promised" },
          ),
    say: (message) =>
      attempt(
        {
          type: InteractionResponseType.ChannelMessageWithSource,
          data: encodeMessage(message, { isEphemeral: true }),
        },
        { done: "said", maybe: "maybe" },
        encodeFiles(message.files),
      ),
    open: (form) => attempt({ type: InteractionResponseType.Modal, data: encodeForm(form) }, { done: "said" }),
  };
}

/** A press, a choice, or a form that a press opened. */
export function isFromMessage(decoded: Answered): decoded is Answered & { readonly message: MessageRef } {
  return decoded.kind !== "command" && decoded.message !== undefined;
}

function judge(called: Called<unknown>, { done, maybe = done }: Expected, repeated: First): First {
  switch (called.kind) {
    case "ok":
      return done;
    case "refused":
      if (called.code === ALREADY_ACKNOWLEDGED) return repeated;
      return called.code === UNKNOWN_INTERACTION || called.status === 404 ? "late" : "refused";
    case "unreachable":
      return "late";
    case "unknown":
      // It may have arrived: then the person waits, and is told what came of it.
      return maybe;
  }
}
