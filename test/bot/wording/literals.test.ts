import { describe, expect, it } from "vitest";
import { childrenOf, isNode, nameOf, parse, readSources, type Node } from "./source.ts";

/** Two words next to each other: what only a sentence has. Codes, keys and patterns have none. */
const SENTENCE = /\p{L}{2,}[ \u00a0]+\p{Ll}{2,}|^\p{Lu}\p{Ll}+[.!?]?$/u;

/**
 * What `lobster-chat check` and `lobster-chat audit` print is read by whoever operates the bot, in English like everything
 * that the command line says.
 */
const OPERATORS = /^src\/bot\/(?:check|audit)\//;

/** Texts of platforms and stores, not said to anybody. */
const NOT_SAID: ReadonlySet<string> = new Set([
  "adapters/discord/client.ts: The bot stops",
  "adapters/discord/inbound/gateway.ts: no greeting",
  "adapters/discord/outbound/commands.ts: bg cs da de el fi fr hi hr hu id it ja ko lt nl no pl ro ru th tr uk vi",
  "adapters/discord/wire/called.ts: Too many requests",
  "adapters/telegram/client.ts: no path",
  "adapters/telegram/inbound/unfinished-updates.ts: unfinished updates",
  "adapters/telegram/outbound/deliver.ts: there is no text in the message to edit",
  "adapters/telegram/outbound/deliver.ts: message is not modified",
  "adapters/telegram/outbound/deliver.ts: message can't be edited",
]);

describe("sentences", () => {
  it("stand in the catalogues and nowhere else in the bot and its adapters", () => {
    const sources = readSources("src/bot", "adapters").filter(
      ({ file }) => !file.startsWith("src/bot/wording/") && !OPERATORS.test(file),
    );
    const found = sources.flatMap(({ file, text }) => findTexts(parse(text)).map((literal) => `${file}: ${literal}`));
    expect(found.filter((literal) => SENTENCE.test(literal) && !NOT_SAID.has(literal))).toEqual([]);
  });
});

/** Every literal text that somebody in a chat may come to see. */
function findTexts(node: Node): readonly string[] {
  if (isForOthers(node)) return [];
  if (node.type === "Literal" && typeof node["value"] === "string") return [node["value"]];
  if (node.type === "TemplateElement") return [readQuasi(node)];
  return childrenOf(node).flatMap(findTexts);
}

/** Types, imports, and what is thrown or logged: nobody reads that in a chat. */
function isForOthers({ type, ...node }: Node): boolean {
  if (type.startsWith("TS") || type.startsWith("Import") || type.startsWith("ExportAll")) {
    return !["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"].includes(type);
  }
  if (type === "NewExpression") return isNode(node["callee"]) && nameOf(node["callee"]).endsWith("Error");
  return type === "Property" && isNode(node["key"]) && nameOf(node["key"]) === "detail";
}

function readQuasi(node: Node): string {
  const { value } = node;
  return typeof value === "object" && value !== null && "raw" in value && typeof value.raw === "string"
    ? value.raw
    : "";
}
