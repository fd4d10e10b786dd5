import type { OutboundFile } from "../../../src/bot/adapter.ts";
import { readList, readMember, readText } from "../../../src/bot/platform/fields.ts";
import type { DiscordClient } from "../client.ts";
import { encodeFiles } from "../wire/files.ts";
import { call, type Called } from "../wire/called.ts";
import type { Address } from "../wire/conversation.ts";

/**
 * Which files a message has. A message shows the files that its parts name and no others, so an edit has to name them
 * again; what it says of files otherwise is left out.
 */
export interface KnownFiles {
  remember(address: Address, files: readonly OutboundFile[]): void;
  /** Names of the files of a message. Asked for once, when the message was sent by an earlier process. */
  find(address: Address): Promise<Called<readonly string[]>>;
}

/** Messages remembered; an older one is asked for again. */
const MAX_KNOWN = 1_000;

/** Creates the memory. */
export function createKnownFiles(client: DiscordClient): KnownFiles {
  const known = new Map<string, readonly string[]>();
  const keep = ({ messageId }: Address, names: readonly string[]): readonly string[] => {
    known.set(messageId, names);
    const oldest = known.keys().next();
    if (known.size > MAX_KNOWN && oldest.done !== true) known.delete(oldest.value);
    return names;
  };
  return {
    remember: (address, files) => void keep(address, namesOf(files)),
    find: async (address) => {
      const remembered = known.get(address.messageId);
      if (remembered !== undefined) return { kind: "ok", value: remembered };
      const fetched = await call(() => client.api.getMessage(address.channelId, address.messageId));
      return fetched.kind === "ok" ? { kind: "ok", value: keep(address, readNames(fetched.value)) } : fetched;
    },
  };
}

/** Names as Discord has them. */
export function namesOf(files: readonly OutboundFile[]): readonly string[] {
  return encodeFiles(files).map(({ name }) => name);
}

/** Files that parts of a message show stand in those parts; whether they stand among its attachments as well differs. */
function readNames(message: unknown): readonly string[] {
  const parts = readList(message, "components").flatMap((part) => [part, ...readList(part, "components")]);
  const shown = parts.map((part) => nameOf(part)).filter((name) => name !== undefined);
  const attached = readList(message, "attachments")
    .map((file) => readText(file, "filename"))
    .filter((name) => name !== undefined);
  return [...new Set([...shown, ...attached])];
}

function nameOf(part: unknown): string | undefined {
  const url = readText(readMember(part, "file"), "url");
  if (url === undefined) return undefined;
  const name = readText(part, "name") ?? /([^/?#]+)(?:[?#]|$)/.exec(url.replace(/^.*\//, ""))?.[1];
  return name === undefined || name === "" ? undefined : name;
}
