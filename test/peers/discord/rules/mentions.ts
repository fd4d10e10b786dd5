import type { Path, Problem } from "../errors/problem.ts";
import type { Wire } from "../../shared/wire.ts";
import { isGiven, listOf, memberOf, objectOf } from "../../shared/wire.ts";
import { holds, permissionsIn } from "../world/permissions.ts";
import type { ChannelState } from "../world/channel.ts";
import type { Mention } from "../world/mention.ts";

/** A text of a message and where it stands. */
export interface MentioningText {
  readonly text: string;
  readonly where: Mention["where"];
}

/** What a message mentions, before it has an id. */
export type FoundMention = Omit<Mention, "channelId" | "messageId">;

/** How mentions of a message are read. */
export interface MentionRules {
  readonly allowed: Wire | undefined;
  readonly channel: ChannelState;
  readonly authorId: string;
  /** Whom the message replies to, unless that is a bot. */
  readonly repliesTo: string | undefined;
}

/** `parse` and an explicit list of the same kind exclude each other. */
export function checkAllowedMentions(body: Wire, path: Path = []): readonly Problem[] {
  const allowed = objectOf(body, "allowed_mentions");
  const parse = listOf(allowed, "parse");
  return ["users", "roles"].flatMap((kind) =>
    parse.includes(kind) && listOf(allowed, kind).length > 0
      ? [
          {
            path: [...path, "allowed_mentions"],
            code: "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
            message: `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
          },
        ]
      : [],
  );
}

/** Finds every mention of a message and whether it would notify somebody. Embeds never notify. */
export function findMentions(texts: readonly MentioningText[], rules: MentionRules): readonly FoundMention[] {
  const written = texts.flatMap(({ text, where }) =>
    [...text.matchAll(/@everyone|@here|<@(!?|&)(\d+)>/g)].map(([match, sign, id]) => {
      const kind = sign === undefined ? "everyone" : sign === "&" ? "role" : "user";
      return { kind, id, text: match, where, pings: where !== "embed" && isAllowed(kind, id, rules) } as const;
    }),
  );
  const { repliesTo } = rules;
  if (repliesTo === undefined) return written;
  return [...written, { kind: "reply", id: repliesTo, text: "", where: "reply", pings: pingsReplied(rules) }];
}

function isAllowed(kind: "everyone" | "user" | "role", id: string | undefined, rules: MentionRules): boolean {
  const { allowed, channel, authorId } = rules;
  const mayAll = holds(permissionsIn(channel, authorId), "MENTION_EVERYONE");
  const role = kind === "role" ? channel.guild?.roles.get(id ?? "") : undefined;
  if (kind === "everyone" && (!mayAll || channel.guild === undefined)) return false;
  if (kind === "role" && (role === undefined || (!mayAll && !role.isMentionable))) return false;
  if (allowed === undefined) return true;
  const list = { everyone: "everyone", role: "roles", user: "users" }[kind];
  return listOf(allowed, "parse").includes(list) || (id !== undefined && listOf(allowed, list).includes(id));
}

/** Without `allowed_mentions` the author of the message that is replied to is notified; with it, only on request. */
function pingsReplied({ allowed }: MentionRules): boolean {
  return allowed === undefined || (isGiven(allowed, "replied_user") && memberOf(allowed, "replied_user") === true);
}
