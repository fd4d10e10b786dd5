import type { Catalogue } from "../catalogue.ts";
import { access } from "./access.ts";
import { cards } from "./cards.ts";
import { commands } from "./commands.ts";
import { decisions } from "./decisions.ts";
import { discord } from "./discord.ts";
import { form } from "./form.ts";
import { gates } from "./gates.ts";
import { questions } from "./questions.ts";
import { recovery } from "./recovery.ts";
import { runs } from "./runs.ts";
import { sayTime } from "./say.ts";
import { telegram } from "./telegram.ts";
import { terminal } from "./terminal.ts";
import { typing } from "./typing.ts";

/** Japanese. */
export const ja: Catalogue = {
  access,
  cards,
  commands,
  decisions,
  discord,
  form,
  gates,
  questions,
  recovery,
  runs,
  telegram,
  terminal,
  typing,
  sayTime,
};
