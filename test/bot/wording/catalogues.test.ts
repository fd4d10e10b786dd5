import { describe, expect, it } from "vitest";
import type { Catalogue } from "../../../src/bot/wording/catalogue.ts";
import { en } from "../../../src/bot/wording/en/index.ts";
import { ja } from "../../../src/bot/wording/ja/index.ts";
import { ko } from "../../../src/bot/wording/ko/index.ts";
import { LANGUAGES, type Language } from "../../../src/bot/wording/language.ts";
import { uk } from "../../../src/bot/wording/uk/index.ts";
import { GIVEN, sayEverything, type Said } from "./samples.ts";
import { readSources } from "./source.ts";

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en, uk, ja, ko };
const SAID = Object.fromEntries(LANGUAGES.map((language) => [language, sayEverything(CATALOGUES[language])]));
const saidIn = (language: Language): readonly Said[] => SAID[language] ?? [];
const english = new Map(saidIn("en").map(({ key, texts }) => [key, texts]));

/** The letters that a language is written in. */
const LETTERS = {
  uk: /\p{Script=Cyrillic}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
};

/** What stands in Latin letters in every language: names of things, formats and commands. */
const LATIN =
  /\/[a-z]+\b|lobster(?:-chat check| resume)?|--even-if-stuck|name=(?:value|"a b")|\b(?:true|false|null)\b|(?:toString|valueOf)|\.json\b|\b(?:people|chats|topic):|(?<![a-z])(?:JSON|ID|UTF-8|UTC|Z|KiB|MiB|Ctrl-C|Webhook|id)(?![a-z])|\[|\]|<|>/giu;

function withoutGiven(text: string): string {
  return [GIVEN.text, ...GIVEN.list].reduce((rest, given) => rest.replaceAll(given, " "), text);
}

function isBroken(text: string): boolean {
  return text.trim() === "" || /undefined|NaN|\[object|\$\{/.test(text);
}

function signOf(text: string): string {
  return /^\P{L}*?(?=[\p{L}\d]|$)/u.exec(text)?.[0].trim() ?? "";
}

describe("the catalogues", () => {
  it.each(LANGUAGES)("have an entry for everything, and say it: %s", (language) => {
    expect(saidIn(language).map(({ key }) => key)).toEqual([...english.keys()]);
    const broken = saidIn(language).flatMap(({ key, texts }) =>
      texts.filter(isBroken).map((text) => `${key}: ${text}`),
    );
    // Nothing is all there is to say of nothing.
    expect(broken).toEqual(["cards.policy: ", "form.path: "]);
  });

  it.each(["uk", "ja", "ko"] as const)("leave nothing in English: %s", (language) => {
    const left = saidIn(language).flatMap(({ key, texts }) =>
      texts.flatMap((text, index) => {
        const source = withoutGiven(english.get(key)?.[index] ?? "").replace(LATIN, " ");
        const words = withoutGiven(text).replace(LATIN, " ");
        const isTranslated = !/[a-z]{2}/iu.test(source) || !/\p{L}/u.test(words) || LETTERS[language].test(words);
        return isTranslated && !/[a-z]{3}/iu.test(words) ? [] : [`${key}: ${text}`];
      }),
    );
    expect(left).toEqual([]);
  });

  it.each(["uk", "ja", "ko"] as const)("keep what they are given, whatever its place: %s", (language) => {
    const lost = saidIn(language).flatMap(({ key, texts }) =>
      texts.flatMap((text, index) => {
        const source = english.get(key)?.[index] ?? "";
        const isKept = [GIVEN.text, ...GIVEN.list].every((given) => !source.includes(given) || text.includes(given));
        return isKept ? [] : [`${key}: ${text}`];
      }),
    );
    expect(lost).toEqual([]);
  });

  it.each(["uk", "ja", "ko"] as const)("mark a state with the same sign: %s", (language) => {
    const states = saidIn(language).filter(({ key }) =>
      /^\p{Extended_Pictographic}/u.test(english.get(key)?.[0] ?? ""),
    );
    const wrong = states.filter(({ key, texts }) => signOf(texts[0] ?? "") !== signOf(english.get(key)?.[0] ?? ""));
    expect(states.length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });

  it("have no entry that nobody says", () => {
    const named = listNamed();
    expect([...english.keys()].filter((key) => !isUsed(key, named))).toEqual([]);
    expect(["cards.nobodySays", "commands.parameter.nothing"].filter((key) => isUsed(key, named))).toEqual([]);
  });
});

/** An adapter and the forms are handed their own part of the words under these names. */
const ALSO: Readonly<Record<string, string>> = {
  form: "wording",
  telegram: "words",
  terminal: "words",
  discord: "words",
};

/** Every `group.name` that the sources outside the catalogues name, and `group[]` for a group that is looked into. */
function listNamed(): ReadonlySet<string> {
  const sources = readSources("src", "adapters").filter(({ file }) => !file.startsWith("src/bot/wording/"));
  return new Set(
    sources.flatMap(({ text }) => {
      const plain = text.replaceAll(/\bwordsFor\([^()]*\)/g, "words");
      const members = [...plain.matchAll(/\b(?=(\w+)\s*\.\s*(\w+))/g)].map(([, group, name]) => `${group}.${name}`);
      const tables = [...plain.matchAll(/\b(\w+)\[|\bObject\.entries\((?:\w+\.)*(\w+)\)/g)];
      return [...members, ...tables.map(([, group, listed]) => `${group ?? listed}[]`)];
    }),
  );
}

/** Used: named behind its group, or its group is looked into by a name that is only known later. */
function isUsed(key: string, named: ReadonlySet<string>): boolean {
  const parts = key.split(".");
  const [name = "", group = ""] = parts.toReversed();
  const also = Object.hasOwn(ALSO, group) ? ALSO[group] : undefined;
  return (
    named.has(`${group}.${name}`) ||
    (also !== undefined && named.has(`${also}.${name}`)) ||
    (parts.length > 2 && named.has(`${group}[]`))
  );
}
