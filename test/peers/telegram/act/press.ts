import { createHash } from "node:crypto";
import { encodeInaccessible, encodeMessage } from "../encode/encode-message.ts";
import { encodeUser } from "../encode/encode-user.ts";
import type { Mail } from "../updates/mailbox.ts";
import { isIn } from "../world/chat.ts";
import type { Bot, User } from "../world/identity.ts";
import type { Message } from "../world/message.ts";
import type { PressAnswer, PressRecord, PressStore } from "../world/presses.ts";
import { messageOf, stateOf } from "../world/world.ts";
import type { World } from "../world/world.ts";
import type { SeenMessage } from "./seen-message.ts";
import { waitUntil } from "../../shared/watch.ts";
import type { WaitOptions } from "../../shared/watch.ts";

/** A press of a button. */
export interface Press {
  /** The callback queries it became; more than one when it was delivered again. */
  readonly queryIds: readonly string[];
  /** Everything the person was shown, in order. */
  readonly answers: readonly PressAnswer[];
  /** Waits for the first answer. */
  answer(options?: WaitOptions): Promise<PressAnswer>;
  /** Delivers the press again as a second callback query with a new id, as the platform may while it is unanswered. */
  deliverAgain(): void;
}

/** What people do with buttons. */
export interface Pressing {
  /**
   * Presses a button of the message as the person saw it, even when it was edited or deleted since. By label, by data,
   * or by a pattern of the label.
   */
  press(user: User, message: SeenMessage, button: string | RegExp): Press;
  /** Sends callback data the message does not show, as a changed client can; also for messages of nobody's bot. */
  pressForged(user: User, message: SeenMessage, data: string): Press;
}

/** What pressing needs. */
export interface PressingOptions {
  readonly world: World;
  readonly mail: Mail;
  readonly presses: PressStore;
  readonly mainBot: Bot;
  /** A press without an answer is delivered again after this time, once. */
  readonly repeatAfterMs: number | undefined;
  readonly stopped: AbortSignal;
}

/** Creates what people do with buttons. */
export function createPressing(options: PressingOptions): Pressing {
  const { world, mail, presses, mainBot, repeatAfterMs, stopped } = options;
  // What was pressed and then deleted is still what a query is about.
  const remembered = new Map<string, Message>();

  const send = (user: User, seen: SeenMessage, data: string): Press => {
    const chat = stateOf(world, seen.chat);
    const isHere = chat.pair === undefined ? isIn(chat.members.get(user.id)) : chat.pair.userId === user.id;
    if (!isHere) throw new Error(`User ${user.id} does not see chat ${chat.id}`);
    const key = `${chat.key}/${seen.id}`;
    const message = messageOf(chat, seen.id) ?? remembered.get(key);
    const record: PressRecord = {
      bot: message?.sentBy ?? mainBot,
      user,
      message: message ?? ghostOf(chat, seen),
      data,
      queryIds: [],
      answers: [],
    };
    if (message !== undefined) remembered.set(key, message);
    const deliver = (): void =>
      mail.deliverPress(record.bot, user.id, encodeQuery(world, record, presses.open(record)));
    deliver();
    if (repeatAfterMs !== undefined) {
      const repeat = (): void => {
        if (record.answers.length === 0) deliver();
      };
      world.clock.sleep(repeatAfterMs, stopped).then(repeat, () => undefined);
    }
    return {
      queryIds: record.queryIds,
      answers: record.answers,
      deliverAgain: deliver,
      answer: (wait) =>
        waitUntil(world, () => record.answers[0], { what: `an answer to the press of "${data}"`, ...wait }),
    };
  };
  return {
    pressForged: send,
    press: (user, message, wanted) => send(user, message, dataOf(message, wanted)),
  };
}

/** A message that was deleted before anybody pressed: only its place is known. */
function ghostOf(chat: Message["chat"], seen: SeenMessage): Message {
  return {
    id: seen.id,
    chat,
    author: {},
    date: 0,
    isTopicMessage: false,
    isAutomaticForward: false,
    content: { kind: "service", fields: {} },
    markup: undefined,
    editDate: undefined,
    edits: 0,
  };
}

function dataOf(message: SeenMessage, wanted: string | RegExp): string {
  const buttons = message.buttons.flat();
  const found = buttons.find(({ label, data }) =>
    typeof wanted === "string" ? label === wanted || data === wanted : wanted.test(label),
  );
  if (found?.data === undefined) {
    const labels = buttons.map(({ label }) => label).join(" | ");
    throw new Error(`Message ${message.id} has no button ${String(wanted)}; it has: ${labels || "none"}`);
  }
  return found.data;
}

function encodeQuery(
  world: World,
  { bot, user, message, data }: PressRecord,
  id: string,
): Parameters<Mail["deliver"]>[2] {
  const isThere = messageOf(message.chat, message.id) !== undefined;
  return {
    id,
    from: encodeUser(user),
    message: isThere ? encodeMessage(world, bot, message) : encodeInaccessible(world, message),
    chat_instance: instanceOf(message.chat.key),
    data,
  };
}

/** The same for all presses in a chat. */
function instanceOf(key: string): string {
  return String(createHash("sha256").update(key).digest().readBigInt64BE(0));
}
