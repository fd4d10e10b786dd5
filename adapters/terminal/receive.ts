import type { AdapterHost, InboundEvent, OutboundFile, Sender } from "../../src/bot/adapter.ts";
import type { RichText } from "../../src/bot/text/rich-text.ts";
import { TERMINAL, type TerminalClient } from "./client.ts";
import { decodeLine, type TypedLine } from "./decode.ts";

/** What turns typed lines into events. */
export interface ReceiveParts {
  readonly client: TerminalClient;
  /** Who speaks first. */
  readonly speaker: string;
  readonly session: string;
  /** Waits for what a line may refer to: a script's lines come faster than the cards they answer. */
  readonly untilReady: (isThere: () => boolean) => Promise<void>;
  respond(body: RichText, files?: readonly OutboundFile[]): Promise<boolean>;
  onSpeaker(person: string): void;
  onNoButton(number: number): void;
  onAskSpeaker(): void;
}

/** Handles one line after another. Answers false when the person is done. */
export type ReceiveLine = (line: string) => Promise<boolean>;

type Press = Extract<TypedLine, { readonly kind: "press" }>;

/** Creates the reader of one session. `/as` changes who speaks; nothing else here knows about people. */
export function createReceiver(parts: ReceiveParts, host: Pick<AdapterHost, "handle">): ReceiveLine {
  let speaker = parts.speaker;
  let count = 0;

  const base = (): Omit<Extract<InboundEvent, { kind: "command" }>, "kind" | "name" | "rest" | "files"> => {
    count += 1;
    const sender: Sender = { account: speaker };
    return {
      eventId: `${parts.session}-${count}`,
      sender,
      conversation: TERMINAL,
      respond: (body, files) => parts.respond(body, files),
      acknowledge: () => Promise.resolve(),
    };
  };

  const press = async (typed: Press): Promise<void> => {
    await parts.untilReady(() => parts.client.findButton(typed.number) !== undefined || isPrompted());
    // While a question waits for this speaker, a bare number answers it, whatever buttons there are.
    if (!typed.isCertain && isPrompted()) return await say(typed.text);
    const numbered = parts.client.findButton(typed.number);
    if (numbered === undefined) return parts.onNoButton(typed.number);
    const { button, message } = numbered;
    await host.handle({ ...base(), kind: "press", payload: button.payload, message });
  };

  const isPrompted = (): boolean => parts.client.findPrompt(speaker) !== undefined;

  const say = async (text: string): Promise<void> => {
    await parts.untilReady(isPrompted);
    const replyTo = parts.client.findPrompt(speaker);
    const event = { ...base(), kind: "text", text, addressed: true } as const;
    await host.handle(replyTo === undefined ? event : { ...event, replyTo });
  };

  return async (line) => {
    const typed = decodeLine(line);
    switch (typed.kind) {
      case "nothing":
        return true;
      case "quit":
        return false;
      case "as":
        if (typed.person === undefined) parts.onAskSpeaker();
        else parts.onSpeaker((speaker = typed.person));
        return true;
      case "press":
        await press(typed);
        return true;
      case "command":
        await host.handle({ ...base(), kind: "command", name: typed.name, rest: typed.rest });
        return true;
      case "text":
        await say(typed.text);
        return true;
    }
  };
}
