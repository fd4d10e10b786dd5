import { LACKS } from "../venue/ability.ts";
import type { Deed, Person, Place, Seen, Venue } from "../venue/venue.ts";
import { readRunId } from "./read-card.ts";

/** What scenarios do all the time, in one go. */
export interface Acts {
  /** A person writes a line and is answered. */
  say(person: Person, place: Place, line: string): Promise<string>;
  /** A person presses a button and is answered. */
  press(person: Person, message: Seen, label: string | RegExp): Promise<string>;
  /**
   * A person chooses from what a question offers now: from its list where it has one, else with buttons, turning pages and
   * marking several before Done.
   */
  choose(person: Person, question: Seen, labels: string | readonly string[]): Promise<Deed>;
  /** Does something and waits for a message that was not there before. */
  next(place: Place, isIt: (message: Seen) => boolean, act: () => unknown): Promise<Seen>;
  /** A person writes a line and waits for what is shown for it, to everybody or to them alone. */
  ask(person: Person, place: Place, line: string, isIt: (message: Seen) => boolean): Promise<Seen>;
  /** Starts a run, as the dev lead unless it is somebody else, and waits for the card of its gate. */
  openGate(place: Place, command: string, by?: Person): Promise<Seen>;
  /** Waits until a message, as it is seen now, says this. */
  waitForText(message: Seen, text: string | RegExp): Promise<Seen>;
  /**
   * A card or question as a person reaches it after the bot came back: where the buttons went with the bot, that is the
   * copy that `/pending` leads to.
   */
  recall(person: Person, message: Seen): Promise<Seen>;
  /** Waits until everything that people did in a place was handled. */
  settle(place: Place): Promise<void>;
}

/** Creates the acts at a venue. */
export function createActs(venue: Venue): Acts {
  const waitIn = async <T>(place: Place, probe: () => T | undefined | false, what: string): Promise<T> => {
    try {
      return await venue.waitUntil(probe, what);
    } catch (thrown) {
      throw new Error(`${thrown instanceof Error ? thrown.message : String(thrown)}\n${describeShown(venue, place)}`, {
        cause: thrown,
      });
    }
  };
  const say: Acts["say"] = (person, place, line) => venue.type(person, place, line).answer();
  const next: Acts["next"] = async (place, isIt, act) => {
    const known = new Set(venue.messages(place).map(({ id }) => id));
    await act();
    const isNew = (message: Seen): boolean => !known.has(message.id) && isIt(message);
    return await waitIn(place, () => venue.messages(place).findLast(isNew), `a message like ${isIt.toString()}`);
  };
  const ask: Acts["ask"] = async (person, place, line, isIt) => {
    const known = new Set(venue.messages(place).map(({ id }) => id));
    const deed = venue.type(person, place, line);
    const isNew = (message: Seen): boolean => !known.has(message.id) && isIt(message);
    const shown = (): readonly Seen[] => [...venue.messages(place), ...deed.told()];
    return await waitIn(place, () => shown().findLast(isNew), `what is shown for “${line}”`);
  };
  const waitForText: Acts["waitForText"] = (message, text) =>
    waitIn(
      message.place,
      () => {
        const now = venue.look(message);
        const says = now !== undefined && (typeof text === "string" ? now.text.includes(text) : text.test(now.text));
        return says && now;
      },
      `message ${message.id} to say ${String(text)}`,
    );
  const turnTo = async (person: Person, question: Seen, label: string): Promise<Seen> => {
    let now = venue.look(question) ?? question;
    while (!offers(now, label)) {
      const { edits } = now;
      void venue.tap(person, now, "More ›");
      now = await waitIn(
        question.place,
        () => {
          const turned = venue.look(question);
          return turned !== undefined && turned.edits > edits && turned;
        },
        "the next page",
      );
    }
    return now;
  };
  const choose: Acts["choose"] = async (person, question, labels) => {
    if (typeof labels === "string") {
      const page = await turnTo(person, question, labels);
      return page.list === undefined ? venue.tap(person, page, labels) : venue.pick(person, page, [labels]);
    }
    const now = venue.look(question) ?? question;
    if (now.list !== undefined) return venue.pick(person, now, labels);
    for (const [index, label] of labels.entries()) {
      void venue.tap(person, await turnTo(person, question, label), label);
      await waitForText(question, `Marked so far: ${index + 1}`);
    }
    return venue.tap(person, venue.look(question) ?? question, "Done");
  };
  return {
    say,
    choose,
    ask,
    press: (person, message, label) => venue.tap(person, message, label).answer(),
    next,
    openGate: (place, command, by = "dev-lead") =>
      next(
        place,
        ({ buttons }) => buttons.includes("Approve"),
        () => venue.type(by, place, `/run ${command}`),
      ),
    waitForText,
    recall: async (person, message) => {
      const { place } = message;
      if (LACKS[venue.platform]["lasting buttons"] === undefined) return venue.look(message) ?? message;
      const id = readRunId(message);
      const list = await ask(person, place, "/pending", ({ buttons }) => buttons.includes(`Show ${id}`));
      const isCopy = ({ text, buttons }: Seen): boolean =>
        text.includes(id) && (buttons.includes("Approve") || text.startsWith("❓"));
      return await next(place, isCopy, () => venue.tap(person, list, `Show ${id}`));
    },
    settle: async (place) => void (await say("teammate", place, "/whoami")),
  };
}

function offers({ buttons, list }: Seen, label: string): boolean {
  return list === undefined ? buttons.includes(label) : list.options.includes(label);
}

function describeShown(venue: Venue, place: Place): string {
  const shown = venue.messages(place).map(({ id, text, buttons }) => `${id}: ${text} [${buttons.join("] [")}]`);
  return ["It shows:", ...shown].join("\n");
}
