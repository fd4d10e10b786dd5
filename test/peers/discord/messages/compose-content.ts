import { assertNoProblems, refuse } from "../errors/api-error.ts";
import type { Path, Problem } from "../errors/problem.ts";
import { checkComponents } from "../rules/components.ts";
import { checkEmbeds, normalizeEmbed } from "../rules/embeds.ts";
import { lengthOf } from "../rules/length.ts";
import { checkAllowedMentions } from "../rules/mentions.ts";
import { normalizeComponents } from "../rules/normalize-components.ts";
import type { Media } from "../rules/normalize-components.ts";
import { wrongLength } from "../schema/problem-words.ts";
import type { Wire } from "../../shared/wire.ts";
import { memberOf, numberOf, objectsOf, textOf } from "../../shared/wire.ts";
import type { Attachment } from "../world/files.ts";
import { FLAGS, NO_CONTENT, hasFlag } from "../world/message.ts";
import type { Content } from "../world/message.ts";
import type { World } from "../world/world.ts";
import { takeUploads } from "./uploads.ts";
import type { UploadedPart } from "./uploads.ts";

/** Characters of a message's text. */
const MAX_TEXT = 2000;

/** A request to show something: a new message, or a change of one. */
export interface Composition {
  readonly body: Wire;
  readonly files: readonly UploadedPart[];
  /** What the message showed before; absent for a new one. */
  readonly before?: Content | undefined;
  readonly channelId: string;
  /** The bits of `flags` the request may set. */
  readonly settableFlags: number;
  /** Flags the message has whatever the request says. */
  readonly fixedFlags?: number;
  /** Where the message stands in the request: `["data"]` in callbacks. */
  readonly path?: Path;
  /** Hears what Discord passes over. */
  readonly note: (what: string) => void;
}

/**
 * Makes of a request what a message shows afterwards, mentions aside. Throws "Invalid Form Body" for what breaks a rule,
 * 50006 for a message that would show nothing.
 */
export function composeContent(world: World, composition: Composition): Content {
  const { body, before = NO_CONTENT, path = [] } = composition;
  const flags = composeFlags(composition, before);
  const uploads = takeUploads(world, {
    ...composition,
    path,
    before: before.attachments,
    isEphemeral: hasFlag({ flags }, "ephemeral"),
  });
  const { attachments } = uploads;
  const text = memberOf(body, "content") === undefined ? before.text : (textOf(body, "content") ?? "").trim();
  const embeds = memberOf(body, "embeds") === undefined ? undefined : objectsOf(body, "embeds");
  const components = memberOf(body, "components") === undefined ? undefined : objectsOf(body, "components");
  const isV2 = hasFlag({ flags }, "componentsV2");
  const rules = [
    ...(lengthOf(text) > MAX_TEXT ? [wrongLength(["content"], undefined, MAX_TEXT)] : []),
    ...checkEmbeds(embeds ?? []),
    ...checkComponents(components ?? [], { isV2, fileNames: attachments.map(({ name }) => name) }),
    ...(isV2 ? checkLegacy(text, embeds ?? before.embeds) : []),
    ...checkAllowedMentions(body),
  ];
  assertNoProblems([
    ...uploads.problems,
    ...rules.map((problem) => ({ ...problem, path: [...path, ...problem.path] })),
  ]);
  const resolve = (url: string): Media => resolveMedia(world, attachments, url);
  const content: Content = {
    text,
    embeds: embeds?.map((embed) => normalizeEmbed(embed, (url) => resolve(url).url)) ?? before.embeds,
    components: components === undefined ? before.components : normalizeComponents(components, resolve),
    attachments,
    flags,
    mentions: before.mentions,
  };
  if (isEmpty(content)) throw refuse(50006);
  return content;
}

/** Flags a request may not set are passed over. A message with components v2 keeps them for good. */
function composeFlags({ body, settableFlags, fixedFlags = 0, note }: Composition, before: Content): number {
  const given = numberOf(body, "flags");
  const ignored = (given ?? 0) & ~settableFlags & ~before.flags;
  if (ignored !== 0) note(`flags ${ignored} cannot be set here and are passed over`);
  const kept = before.flags & (given === undefined ? ~FLAGS.loading : ~(FLAGS.loading | FLAGS.suppressEmbeds));
  return kept | fixedFlags | ((given ?? 0) & settableFlags);
}

function checkLegacy(text: string, embeds: readonly Wire[]): readonly Problem[] {
  const used = [...(text === "" ? [] : ["content"]), ...(embeds.length === 0 ? [] : ["embeds"])];
  return used.map((name) => ({
    path: [name],
    code: "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    message: `The '${name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
  }));
}

/** Rows of buttons alone are no message; components v2 are. */
function isEmpty({ text, embeds, components, attachments, flags }: Content): boolean {
  if (hasFlag({ flags }, "componentsV2")) return components.length === 0;
  return text === "" && embeds.length === 0 && attachments.length === 0;
}

function resolveMedia(world: World, attachments: readonly Attachment[], url: string): Media {
  const name = /^attachment:\/\/(.+)$/.exec(url)?.[1];
  const file = name === undefined ? undefined : attachments.find((attachment) => attachment.name === name);
  if (file === undefined)
    return { id: world.ids.next(), url, contentType: undefined, name: undefined, size: undefined };
  return {
    id: file.id,
    url: `${world.origin}${world.files.addressOf(file)}`,
    contentType: file.contentType,
    name: file.name,
    size: file.data.length,
  };
}
