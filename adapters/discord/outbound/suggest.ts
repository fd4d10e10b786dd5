import { InteractionResponseType } from "discord.js";
import type { AdapterHost } from "../../../src/bot/adapter.ts";
import { describeThrown, type Log } from "../../../src/bot/log.ts";
import type { Clock } from "../../../src/bot/platform/clock.ts";
import { cutText } from "../../../src/bot/platform/cut-text.ts";
import { showInvisible } from "../../../src/bot/text/visible-text.ts";
import type { DiscordClient } from "../client.ts";
import type { Decoded } from "../decode.ts";
import { notEmpty } from "../text/not-empty.ts";
import { call } from "../wire/called.ts";

/** What suggesting takes. */
export interface SuggestParts {
  readonly client: DiscordClient;
  readonly clock: Clock;
  readonly log: Log;
}

type Typing = Extract<Decoded, { readonly kind: "typing" }>;

/** Choices that come later than this come too late, ms. */
const SUGGEST_LIMIT_MS = 1_500;

const MAX_CHOICES = 25;
const MAX_CHOICE_CHARS = 100;

/** Answers somebody who is typing with what the value could be; with nothing, when that takes too long. */
export async function suggestValues(parts: SuggestParts, host: AdapterHost, typing: Typing): Promise<void> {
  const choices = await findChoices(parts, host, typing);
  const key = { id: typing.eventId, token: typing.token };
  const type = InteractionResponseType.ApplicationCommandAutocompleteResult;
  // What was typed on meanwhile asks again.
  await call(() => parts.client.api.answer(key, { type, data: { choices } }));
}

async function findChoices({ clock, log }: SuggestParts, host: AdapterHost, typing: Typing) {
  const { sender, conversation, typed } = typing;
  const command = host.commands.find(({ name }) => name === typing.name);
  const kind = command?.parameters.find(({ name }) => name === typing.option)?.kind;
  if (kind === undefined) return [];
  const over = new AbortController();
  try {
    const late = clock.sleep(SUGGEST_LIMIT_MS, over.signal).then(() => []);
    late.catch(() => undefined);
    const found = await Promise.race([host.suggest({ sender, conversation, kind, typed }), late]);
    return found
      .filter(({ value }) => value !== "" && value.length <= MAX_CHOICE_CHARS)
      .slice(0, MAX_CHOICES)
      .map(({ value, label }) => ({ name: notEmpty(cutText(showInvisible(label, false), MAX_CHOICE_CHARS)), value }));
  } catch (thrown) {
    log.warn("nothing_suggested", describeThrown(thrown));
    return [];
  } finally {
    over.abort();
  }
}
