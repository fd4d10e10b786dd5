import { malformed } from "../api/error.ts";
import type { Answer, Call } from "./method.ts";

/** answerCallbackQuery: once for every query, while it is fresh. An address must open the bot. */
export function answerCallbackQuery({ parameters, presses, bot, world }: Call): Answer {
  const queryId = parameters.text("callback_query_id");
  const url = parameters.text("url");
  if (url !== "" && !/^(https:\/\/)?t\.me\/\w+\?start=|^tg:\/\//.test(url)) throw malformed("URL_INVALID");
  presses.answer(bot, { queryId, url, text: parameters.text("text"), alert: parameters.flag("show_alert") });
  world.changes.announce();
  return { result: true };
}
