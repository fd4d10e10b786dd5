import { describe, expect, it } from "vitest";
import { describeCommands } from "../../../src/bot/commands/all-commands.ts";
import { LANGUAGES } from "../../../src/bot/wording/language.ts";
import { chooseWording } from "../../../src/bot/wording/wording.ts";
import { sayEverything } from "./samples.ts";
import { childOf, isNode, listOf, nameOf, parse, readSources, walk, type Node } from "./source.ts";

/** The smallest limits of the platforms, in UTF-16 code units (platform facts). */
const DESCRIPTION = 100;
const BUTTON = 64;
const FORM_LABEL = 45;
const PLACEHOLDER = 64;
const PRESS_ANSWER = 200;

type Place = "button" | "form" | "field";

/**
 * Where an entry of the catalogues stands, as the bot's own sources tell: `label` of a button or of a field of a form, its
 * `title`, `placeholder` of an empty field. A name or value that is put in is shortened by whoever draws it.
 */
const PLACES: ReadonlyMap<string, Place> = new Map(
  readSources("src/bot")
    .filter(({ file }) => !file.startsWith("src/bot/wording/"))
    .flatMap(({ text }) => walk(parse(text)).flatMap(listPlaces)),
);

/** What reaches its place by way of a function or a condition. */
const PASSED_ON: Readonly<Record<Place, RegExp>> = {
  button:
    /^(?:questions\.(?:openForm|continueForm)|form\.(?:nothing|done|skip|none|useDefault|useThisDefault|useAllDefaults|keep|back|fillIn|add|removeLast|removeEntry|asJson|asForm|submit|edit|previousPage|nextPage))$/,
  form: /^(?:decisions\.(?:confirmField|reasonTitle)|form\.answer)$/,
  field: /^decisions\.(?:approveReasonPlaceholder|confirmPlaceholder)$/,
};

function listPlaces(node: Node): readonly (readonly [string, Place])[] {
  if (node.type === "CallExpression" && isNode(node["callee"]) && nameOf(node["callee"]) === "button") {
    return place(listOf(node, "arguments")[0], "button");
  }
  if (node.type !== "ObjectExpression") return [];
  const members = new Map(
    listOf(node, "properties")
      .filter(({ type }) => type === "Property")
      .map((property) => [nameOf(childOf(property, "key")), childOf(property, "value")] as const),
  );
  return [
    ...place(members.get("label"), members.has("required") ? "form" : "button"),
    ...(members.has("fields") ? place(members.get("title"), "form") : []),
    ...place(members.get("placeholder"), "field"),
  ];
}

/** `cards.approve` for a call of `cards.approve()` or `words.cards.approve()`. */
function place(value: Node | undefined, where: Place): readonly (readonly [string, Place])[] {
  if (value?.type !== "CallExpression" || !isNode(value["callee"])) return [];
  const { callee } = value;
  if (callee.type !== "MemberExpression" || !isNode(callee["object"]) || !isNode(callee["property"])) return [];
  const { object } = callee;
  const group = object.type === "MemberExpression" ? nameOf(childOf(object, "property")) : nameOf(object);
  return [[`${group === "wording" ? "form" : group}.${nameOf(callee["property"])}`, where]];
}

/** Nearly everything that answers a press is to be read in the answer itself, not in a further message. */
const PRESS_ANSWERS =
  /^(?:decisions\.(?!confirmDeny|askReason|reopened|unknownApproval)|telegram\.|commands\.(?:cancelled|cancelAsked|notCancelled|mayNotCancel|alreadyOver)|access\.(?:isNobody|notRegistered|brokenHere|halfDone|tooLate)|questions\.(?:notYours|noLongerValid|notOpen|askedBelow|accepted))/;

function at(where: Place): (key: string) => boolean {
  return (key) => PLACES.get(key) === where || PASSED_ON[where].test(key);
}

describe.each(LANGUAGES)("what is said in %s", (language) => {
  const words = chooseWording(language);
  const said = sayEverything(words);
  const longest = (isMeant: (key: string) => boolean): readonly (readonly [string, number])[] => {
    const matching = said.filter(({ key }) => isMeant(key));
    if (matching.length === 0) throw new Error("No entry is meant");
    return matching.map(({ key, texts }) => [key, Math.max(...texts.map((text) => text.length))] as const);
  };
  const over = (isMeant: (key: string) => boolean, limit: number): readonly (readonly [string, number])[] =>
    longest(isMeant).filter(([, length]) => length > limit);

  it("describes commands within what platforms take", () => {
    const commands = describeCommands(words);
    const texts = commands.flatMap((command) => [command, ...command.parameters]).map(({ description }) => description);
    expect(texts.filter((text) => text.length < 1 || text.length > DESCRIPTION)).toEqual([]);
  });

  it("fits on buttons", () => {
    expect(longest(at("button")).length).toBeGreaterThan(25);
    expect(over(at("button"), BUTTON)).toEqual([]);
  });

  it("fits as title and label of a form", () => expect(over(at("form"), FORM_LABEL)).toEqual([]));

  it("fits into an empty field", () => expect(over(at("field"), PLACEHOLDER)).toEqual([]));

  it("fits into the answer to a press", () => expect(over((key) => PRESS_ANSWERS.test(key), PRESS_ANSWER)).toEqual([]));

  it("names every command alike", () => {
    const names = describeCommands(words).map(({ name, parameters }) => [name, parameters.map((known) => known.name)]);
    const inEnglish = describeCommands(chooseWording("en")).map(({ name, parameters }) => [
      name,
      parameters.map((known) => known.name),
    ]);
    expect(names).toEqual(inEnglish);
  });
});
