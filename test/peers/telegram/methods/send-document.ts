import { ApiError, badRequest, malformed } from "../api/error.ts";
import type { StoredFile } from "../world/files.ts";
import type { Answer, Call } from "./method.ts";
import { readCaption } from "./read-text.ts";
import { post } from "./send-message.ts";

/** The largest file a bot can send, bytes. */
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;

/** sendDocument: an upload, or the id of a file the bot knows. */
export function sendDocument(call: Call): Answer {
  const caption = readCaption(call);
  return post(call, { kind: "document", file: readDocument(call), caption }, "documents");
}

function readDocument({ parameters, world, bot }: Call): StoredFile {
  const upload = parameters.file("document");
  if (upload !== undefined) {
    if (upload.data.length === 0) throw malformed("file must be non-empty");
    if (upload.data.length > MAX_UPLOAD_BYTES) throw new ApiError(413, "", { malformed: true });
    return world.files.add(upload.name, upload.data);
  }
  const id = parameters.text("document");
  if (id === "" || id.startsWith("attach://")) throw malformed("There is no document in the request");
  const known = world.files.find(bot.user.id, id);
  if (known === undefined) throw badRequest("wrong file identifier/HTTP URL specified");
  return known;
}
