/**
 * Writes schema.json: the parts of Discord's official OpenAPI description that the peer checks requests and its own
 * answers with. What it leaves out refuses everything, so that nothing passes unchecked.
 *
 *   node test/peers/discord/schema/generate-schema.mjs <discord-openapi.json>
 */
import { readFileSync, writeFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";

const ROOTS = [
  "ApplicationCommandResponse",
  "ApplicationCommandUpdateRequest",
  "CreatePrivateChannelRequest",
  "CreateTextThreadWithMessageRequest",
  "CreateTextThreadWithoutMessageRequest",
  "CreatedThreadResponse",
  "GatewayBotResponse",
  "GuildMemberResponse",
  "IncomingWebhookRequestPartial",
  "IncomingWebhookUpdateRequestPartial",
  "InteractionCallbackResponse",
  "MessageCreateRequest",
  "MessageEditRequestPartial",
  "MessageResponse",
  "PrivateApplicationResponse",
  "ThreadMemberResponse",
  "UpdateGuildChannelRequestPartial",
  "UpdateThreadRequestPartial",
  "UserPIIResponse",
  "UserResponse",
];

/** The callbacks the peer answers; the description lists them at their route. */
const CALLBACKS = [
  "ApplicationCommandAutocompleteCallbackRequest",
  "CreateMessageInteractionCallbackRequest",
  "ModalInteractionCallbackRequest",
  "UpdateMessageInteractionCallbackRequest",
];

/** The channels the peer has. */
const CHANNELS = ["GuildChannelResponse", "PrivateChannelResponse", "ThreadResponse"];

/** What neither the peer nor its callers send. */
const LEFT_OUT = new Set([
  "ApplicationIntegrationTypeConfigurationResponse",
  "ApplicationOAuth2InstallParamsResponse",
  "CustomClientThemeResponse",
  "CustomClientThemeShareRequest",
  "ForumTagResponse",
  "GuildStickerResponse",
  "LaunchActivityInteractionCallbackResponse",
  "MessageActivityResponse",
  "MessageCallResponse",
  "MessageLobbyMemberResponse",
  "MessageMentionChannelResponse",
  "MessageReactionResponse",
  "MessageRoleSubscriptionDataResponse",
  "MessageSnapshotResponse",
  "MessageStickerItemResponse",
  "PollCreateRequest",
  "PollResponse",
  "PurchaseNotificationResponse",
  "ResolvedObjectsResponse",
  "StandardStickerResponse",
  "TeamResponse",
  "UserAvatarDecorationResponse",
  "UserCollectiblesResponse",
  "UserPrimaryGuildResponse",
]);

const KEPT = new Set([
  "additionalProperties",
  "enum",
  "format",
  "items",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minimum",
  "pattern",
  "properties",
  "required",
  "type",
  "uniqueItems",
]);

/** Left away without loss: words, and the name of the enumeration a narrower one was cut from. */
const DROPPED = new Set(["allOf", "anyOf", "contentEncoding", "description", "oneOf", "title", "x-discord-union"]);

const [, script, source] = process.argv;
if (source === undefined) throw new Error(`Usage: node ${script} <discord-openapi.json>`);
const { schemas } = JSON.parse(readFileSync(source, "utf8")).components;
const found = new Map();
for (const name of [...ROOTS, ...CALLBACKS, ...CHANNELS]) reach(name);
found.set("InteractionCallbackRequest", { anyOf: CALLBACKS.map(referTo) });
found.set("ChannelResponse", { anyOf: CHANNELS.map(referTo) });
const target = new URL("schema.json", import.meta.url);
const text = JSON.stringify({ $defs: Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1))) });
writeFileSync(target, await format(text, { ...(await resolveConfig(target)), parser: "json" }));

function reach(name) {
  if (found.has(name)) return;
  found.set(name, LEFT_OUT.has(name) ? { not: {} } : undefined);
  if (!LEFT_OUT.has(name)) found.set(name, simplify(schemas[name], name));
}

function simplify(node, place) {
  if (node.$ref !== undefined) return referTo(node.$ref.replace("#/components/schemas/", ""));
  const union = node.oneOf ?? node.anyOf;
  if (union !== undefined && union.every((one) => Object.hasOwn(one, "const"))) {
    return { type: node.type, enum: union.map((one) => one.const) };
  }
  if (union !== undefined) return { anyOf: union.map((one) => simplify(one, place)) };
  if (node.allOf !== undefined && node.enum === undefined) throw new Error(`${place}: allOf without enum`);
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      if (DROPPED.has(key)) return [];
      if (!KEPT.has(key)) throw new Error(`${place}: what is ${key}?`);
      return [[key, simplifyMember(key, value, place)]];
    }),
  );
}

function simplifyMember(key, value, place) {
  if (key === "properties") {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, simplify(one, place)]));
  }
  return (key === "items" || key === "additionalProperties") && typeof value === "object"
    ? simplify(value, place)
    : value;
}

function referTo(name) {
  reach(name);
  return { $ref: `#/$defs/${name}` };
}
