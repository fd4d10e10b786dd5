import { badRequest, malformed } from "../api/error.ts";
import { encodeFile } from "../encode/encode-message.ts";
import type { Answer, Call } from "./method.ts";

/** The largest file a bot can fetch, bytes. */
const MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024;

/** getFile: opens a download address for an hour. */
export function getFile({ parameters, world, bot }: Call): Answer {
  const id = parameters.text("file_id");
  if (id === "") throw malformed("file_id not specified");
  const file = world.files.find(bot.user.id, id);
  if (file === undefined) throw badRequest("invalid file_id");
  if (file.data.length > MAX_DOWNLOAD_BYTES) throw badRequest("file is too big");
  return { result: { ...encodeFile(world, bot, file), file_path: world.files.open(bot.user.id, file) } };
}
