import type { Path, Problem } from "../errors/problem.ts";
import { missing } from "../schema/problem-words.ts";
import type { Wire } from "../../shared/wire.ts";
import { isGiven, memberOf, numberOf, objectOf, objectsOf, textOf } from "../../shared/wire.ts";
import { lengthOf } from "./length.ts";

/** All embeds of a message together, characters. */
const MAX_TOTAL = 6000;

/** Members that make an embed show something. */
const SHOWN = ["title", "description", "fields", "image", "thumbnail", "author", "footer", "video"];

/** The rules of embeds that the official description does not state. Texts count without the space around them. */
export function checkEmbeds(embeds: readonly Wire[]): readonly Problem[] {
  const total = embeds.flatMap(textsOf).reduce((sum, text) => sum + lengthOf(text.trim()), 0);
  const code = "MAX_EMBED_SIZE_EXCEEDED";
  const message = `Embed size exceeds maximum size of ${MAX_TOTAL}`;
  return [
    ...(total > MAX_TOTAL ? [{ path: ["embeds"], code, message }] : []),
    ...embeds.flatMap((embed, index) => checkEmbed(embed, ["embeds", index])),
  ];
}

function checkEmbed(embed: Wire, path: Path): readonly Problem[] {
  const shown = SHOWN.filter((name) => (name === "fields" ? objectsOf(embed, name).length > 0 : isGiven(embed, name)));
  const blanks = [
    ...objectsOf(embed, "fields").flatMap((field, index) =>
      ["name", "value"]
        .filter((name) => (textOf(field, name) ?? "").trim() === "")
        .map((name) => [...path, "fields", index, name]),
    ),
    ...blankIn(embed, path, "footer", "text"),
    ...blankIn(embed, path, "author", "name"),
  ];
  const isEmpty = shown.every(
    (name) => ["title", "description"].includes(name) && (textOf(embed, name) ?? "").trim() === "",
  );
  return [...(isEmpty ? [[...path, "description"]] : []), ...blanks].map(missing);
}

function blankIn(embed: Wire, path: Path, part: string, name: string): readonly Path[] {
  return isGiven(embed, part) && (textOf(objectOf(embed, part), name) ?? "").trim() === ""
    ? [[...path, part, name]]
    : [];
}

/** Every text of an embed that counts towards the total, untrimmed. */
export function textsOf(embed: Wire): readonly string[] {
  const fields = objectsOf(embed, "fields").flatMap((field) => [textOf(field, "name"), textOf(field, "value")]);
  return [
    textOf(embed, "title"),
    textOf(embed, "description"),
    ...fields,
    textOf(objectOf(embed, "footer"), "text"),
    textOf(objectOf(embed, "author"), "name"),
  ].filter((text) => text !== undefined);
}

/** An embed as it is sent back. `resolve` turns the address of an image into where it is found. */
export function normalizeEmbed(embed: Wire, resolve: (url: string) => string): Wire {
  const trimmed = (name: string): Wire => {
    const text = textOf(embed, name)?.trim() ?? "";
    return text === "" ? {} : { [name]: text };
  };
  const fields = objectsOf(embed, "fields").map((field) => ({
    name: textOf(field, "name")?.trim(),
    value: textOf(field, "value")?.trim(),
    inline: memberOf(field, "inline") === true,
  }));
  const timestamp = textOf(embed, "timestamp");
  return {
    type: "rich",
    ...trimmed("title"),
    ...trimmed("description"),
    ...trimmed("url"),
    ...(isGiven(embed, "color") ? { color: numberOf(embed, "color") } : {}),
    ...(timestamp === undefined ? {} : { timestamp: new Date(timestamp).toISOString() }),
    ...(fields.length === 0 ? {} : { fields }),
    ...normalizePart(embed, "author", "name"),
    ...normalizePart(embed, "footer", "text"),
    ...normalizeImage(embed, "image", resolve),
    ...normalizeImage(embed, "thumbnail", resolve),
  };
}

function normalizePart(embed: Wire, part: string, name: string): Wire {
  if (!isGiven(embed, part)) return {};
  const given = objectOf(embed, part);
  const rest = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return { [part]: { ...Object.fromEntries(rest), [name]: textOf(given, name)?.trim() } };
}

function normalizeImage(embed: Wire, part: string, resolve: (url: string) => string): Wire {
  const url = textOf(objectOf(embed, part), "url");
  return url === undefined ? {} : { [part]: { url: resolve(url), proxy_url: resolve(url) } };
}
