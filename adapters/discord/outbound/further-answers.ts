import type { OutboundMessage } from "../../../src/bot/adapter.ts";
import type { Clock } from "../../../src/bot/platform/clock.ts";
import { readText } from "../../../src/bot/platform/fields.ts";
import { plain } from "../../../src/bot/text/rich-text.ts";
import type { DiscordClient } from "../client.ts";
import { encodeMessage } from "../encode.ts";
import { encodeFiles } from "../wire/files.ts";
import { call, type Called } from "../wire/called.ts";

/** Answers after the first one, all seen by one person alone. */
export interface FurtherAnswers {
  /**
   * Says something: in the answer that was promised, in the place of "received", or in a message of its own. False unless
   * it surely was said; one person alone may then see it twice, which is better than not at all.
   */
  tell(message: OutboundMessage, isPromised: boolean): Promise<boolean>;
  /** Shows that something will be said. */
  sayReceived(text: string): void;
  /** Takes away what was promised. */
  dismiss(isPromised: boolean): Promise<void>;
}

/** What answering further takes. The token speaks for the interaction for 15 minutes. */
export interface FurtherParts {
  readonly client: DiscordClient;
  readonly clock: Clock;
  readonly application: string;
  readonly token: string;
}

/** The longest that an answer waits for a limit of rates, ms. */
const MAX_WAIT_MS = 5_000;

/** The first answer, whatever its number. */
const ORIGINAL = "@original";

/** Creates the further answers to one interaction. */
export function createFurtherAnswers({ client, clock, application, token }: FurtherParts): FurtherAnswers {
  const { api } = client;
  let isFilled = false;
  let received: Promise<string | undefined> | undefined;

  const inTurn = async (request: () => Promise<unknown>): Promise<Called<unknown>> => {
    const called = await call(request);
    const waitMs = called.kind === "refused" ? called.retryAfterMs : undefined;
    if (waitMs === undefined || waitMs > MAX_WAIT_MS) return called;
    await clock.sleep(waitMs);
    return await call(request);
  };

  /** Asks once more when Discord did not say whether it happened. */
  const surely = async (request: () => Promise<unknown>): Promise<Called<unknown>> => {
    const called = await inTurn(request);
    return called.kind === "ok" || called.kind === "refused" ? called : await call(request);
  };

  const change = async (id: string, message: OutboundMessage): Promise<boolean> => {
    const changed = await surely(() =>
      api.editAnswer(application, token, id, encodeMessage(message), encodeFiles(message.files)),
    );
    return changed.kind === "ok";
  };

  const post = (message: OutboundMessage) => (): Promise<unknown> =>
    api.followUp(application, token, encodeMessage(message, { isEphemeral: true }), encodeFiles(message.files));

  const remove = async (id: string): Promise<void> => {
    await surely(() => api.removeAnswer(application, token, id));
  };

  const takeReceived = async (): Promise<string | undefined> => {
    const taken = received;
    received = undefined;
    return await taken;
  };

  return {
    tell: async (message, isPromised) => {
      if (isPromised && !isFilled) {
        isFilled = true;
        return await change(ORIGINAL, message);
      }
      const place = await takeReceived();
      if (place !== undefined && (await change(place, message))) return true;
      return (await surely(post(message))).kind === "ok";
    },
    sayReceived: (text) => {
      received = inTurn(post({ body: plain(text) })).then((posted) =>
        posted.kind === "ok" ? readText(posted.value, "id") : undefined,
      );
    },
    dismiss: async (isPromised) => {
      if (isPromised && !isFilled) {
        isFilled = true;
        await remove(ORIGINAL);
      }
      const place = await takeReceived();
      if (place !== undefined) await remove(place);
    },
  };
}
