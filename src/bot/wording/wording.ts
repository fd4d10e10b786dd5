import { access } from "./en/access.ts";
import { cards } from "./en/cards.ts";
import { commands } from "./en/commands.ts";
import { decisions } from "./en/decisions.ts";
import { questions } from "./en/questions.ts";
import { runs } from "./en/runs.ts";
import { telegram } from "./en/telegram.ts";
import { terminal } from "./en/terminal.ts";
import { sayDuration, sayTime } from "./en/durations.ts";

const english = { cards, decisions, access, commands, questions, runs, telegram, terminal, sayDuration, sayTime };

/** Every sentence that people see, by concern. A further language is another value of this shape. */
export type Wording = typeof english;

/** The sentences for a reader. English is the only language so far, whatever the locale. */
export function chooseWording(_locale?: string): Wording {
  return english;
}
