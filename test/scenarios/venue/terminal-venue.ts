import type { BotProcess } from "../scene/bot-process.ts";
import { LACKS, type Ability } from "./ability.ts";
import { createLineReader, type LineReader } from "./terminal/read-lines.ts";
import { seeShown, showMessages, type Shown } from "./terminal/shown-messages.ts";
import type { Trouble } from "./trouble.ts";
import { LIMIT_MS, type Deed, type Person, type Place, type Seen, type Venue } from "./venue.ts";

const MAIN: Place = { id: "main" };

/** Opens a terminal: the bot's own streams, typed into and read as a person would. */
export function openTerminal(): Promise<Venue> {
  const sessions: Session[] = [];
  const watchers = new Set<() => void>();

  const current = (): Session => {
    const session = sessions.at(-1);
    if (session === undefined) throw new Error("No bot was ever started on this terminal");
    return session;
  };
  const shown = (): readonly Shown[] => sessions.flatMap(({ reader }, index) => showMessages(index + 1, reader.pieces));
  const find = (message: Seen): Shown => {
    const all = shown();
    const same = all.find(({ id }) => id === message.id);
    if (same === undefined) throw new Error(`Message ${message.id} was never printed`);
    // A card that is printed again, as after a restart, is the one that people go by.
    return all.findLast(({ about }) => about === same.about) ?? same;
  };
  const waitUntil: Venue["waitUntil"] = (probe, what) =>
    new Promise((resolve, reject) => {
      const finish = (): void => {
        clearTimeout(late);
        watchers.delete(look);
      };
      const look = (): void => {
        const found = probe();
        if (found === undefined || found === false) return;
        finish();
        resolve(found);
      };
      const late = setTimeout(() => {
        finish();
        reject(new Error(`Waited ${LIMIT_MS} ms for ${what}. Printed:\n${current().bot.output()}`));
      }, LIMIT_MS);
      watchers.add(look);
      look();
    });

  const type = (person: Person, line: string): Deed => {
    const session = current();
    const speaker = SPEAKERS[person] ?? person;
    // The bot says who speaks once it has handled everything typed before.
    const from = (session.turns += 2) - 1;
    session.bot.typeLines([`/as ${speaker}`, line, `/as ${speaker}`]);
    return {
      answer: () => waitUntil(() => readAnswers(session.reader, from), `an answer to ${person}, who typed “${line}”`),
      told: () => [],
      deliverAgain: () => lack("repeated events"),
    };
  };
  const tap: Venue["tap"] = (person, message, label) => {
    const { session, numbers } = find(message);
    if (session !== sessions.length) throw new Error(`The buttons of message ${message.id} went with the bot`);
    const isIt = (known: string): boolean => (typeof label === "string" ? known === label : label.test(known));
    const [, number] = [...numbers].find(([known]) => isIt(known)) ?? [];
    if (number === undefined) throw new Error(`Message ${message.id} never had a button ${String(label)}`);
    return type(person, `#${number}`);
  };

  return Promise.resolve({
    platform: "terminal",
    variables: {},
    account: () => [],
    chats: [],
    attach: async (bot) => {
      const session = { bot, reader: createLineReader(), turns: 0 };
      sessions.push(session);
      bot.onPrinted((text) => {
        session.reader.read(text);
        for (const look of watchers) look();
      });
      await waitUntil(() => bot.output().includes("to press it"), "the greeting");
    },
    detach: () => Promise.resolve(),
    copiesOfLostSend: 1,
    kinds: ["screen"],
    place: () => MAIN,
    direct: () => MAIN,
    elsewhere: () => lack("several places"),
    messages: (place) => shown().map((message) => seeShown(message, place)),
    look: (message) => seeShown(find(message), MAIN),
    waitUntil,
    type: (person, _place, line) => type(person, line),
    tap,
    tapAndWrite: async (person, message, label, text) => {
      await tap(person, message, label).answer();
      return type(person, text);
    },
    fillIn: (person, _question, text) => Promise.resolve(type(person, text)),
    fillInFile: () => lack("uploads"),
    pick: () => lack("lists"),
    payloadOf: () => lack("forged presses"),
    tapForged: () => lack("forged presses"),
    trouble: NO_TROUBLE,
    remove: () => lack("deletion"),
    shutOut: () => lack("expulsion"),
    complaints: () => [],
    stop: () => Promise.resolve(),
  });
}

/** One process of the bot. */
interface Session {
  readonly bot: BotProcess;
  readonly reader: LineReader;
  /** How often the bot will have named who speaks. */
  turns: number;
}

/** Accounts here are ids; somebody who goes by another's name types that. */
const SPEAKERS: Readonly<Partial<Record<Person, string>>> = { impostor: "Release manager" };

/** What was answered between two changes of the speaker; undefined while the second one is to come. */
function readAnswers({ pieces }: LineReader, from: number): string | undefined {
  const turns = pieces.flatMap(({ kind }, index) => (kind === "speaker" ? [index] : []));
  const [begin, end] = [turns[from - 1], turns[from]];
  if (begin === undefined || end === undefined) return undefined;
  const answers = pieces.slice(begin, end).flatMap((piece) => (piece.kind === "answer" ? [piece.text] : []));
  return answers.join("\n");
}

const NO_TROUBLE: Trouble = {
  loseReply: () => lack("network"),
  loseRequest: () => lack("network"),
  hold: () => lack("network"),
  refuseFor: () => lack("network"),
  breakDelivery: () => lack("network"),
  goDown: () => lack("network"),
  comeUp: () => lack("network"),
};

function lack(ability: Ability): never {
  throw new Error(`A scenario that does this needs “${ability}”: ${LACKS.terminal[ability]}`);
}
