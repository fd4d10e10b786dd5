import { malformed, unsupported } from "../api/error.ts";
import { encodeUser } from "../encode/encode-user.ts";
import { formatText } from "../text/format-text.ts";
import type { FormattedText } from "../text/entity.ts";
import { isWire } from "../../shared/wire.ts";
import type { Wire } from "../../shared/wire.ts";
import type { World } from "../world/world.ts";
import { maxOf } from "../api/table.ts";
import type { Call } from "./method.ts";

/** The text of sendMessage and editMessageText, with the words each of them has for text that is too long. */
export function readText(call: Call): FormattedText {
  const { parameters, method } = call;
  if (parameters.text("rich_message") !== "") throw unsupported("rich messages");
  if (parameters.text("text") === "") throw malformed("Message text is empty");
  const formatted = readFormatted(call, "text", "entities");
  if (formatted.text === "") throw malformed("Text must be non-empty");
  if (formatted.text.length > maxOf(method, "text")) {
    throw malformed(method === "sendMessage" ? "Message is too long" : "MESSAGE_TOO_LONG");
  }
  return formatted;
}

/** The caption of a document; may be empty. */
export function readCaption(call: Call): FormattedText {
  const caption = readFormatted(call, "caption", "caption_entities");
  if (caption.text.length > maxOf(call.method, "caption")) throw malformed("Message caption is too long");
  return caption;
}

/** Our bot sends entities; the peer knows no markup languages and refuses them as the server refuses unknown ones. */
function readFormatted({ parameters, world }: Call, name: string, entitiesName: string): FormattedText {
  const mode = parameters.text("parse_mode").toLowerCase();
  if (mode !== "" && mode !== "none") throw malformed("Unsupported parse_mode");
  const given = (parameters.list(entitiesName) ?? []).filter(isWire);
  const resolved = given.flatMap((entity) => resolveMention(world, entity));
  if (resolved.length < given.length) parameters.note("the server drops the mention of an unknown user");
  return formatText(parameters.text(name), resolved, parameters.note);
}

/** A mention names a user by id alone; the server fills in the rest. */
function resolveMention(world: World, entity: Wire): readonly Wire[] {
  const { user } = entity;
  if (!isWire(user)) return [entity];
  const known = world.users.get(Number(user["id"]));
  return known === undefined ? [] : [{ ...entity, user: encodeUser(known) }];
}
