import { describe, expect, it } from "vitest";
import { describeCommands } from "../../../src/bot/commands/all-commands.ts";
import { LANGUAGES } from "../../../src/bot/wording/language.ts";
import { chooseWording } from "../../../src/bot/wording/wording.ts";
import { sayEverything } from "./samples.ts";

/** The smallest limits of the platforms, in UTF-16 code units (platform facts). */
const DESCRIPTION = 100;
const BUTTON = 64;
const FORM_LABEL = 45;
const PLACEHOLDER = 64;
const PRESS_ANSWER = 200;

/** What stands on buttons. A name or value that is put in is shortened by whoever draws the button. */
const BUTTONS =
  /^(?:cards\.(?:approve|deny|details|withdraw|denyNow|denyWithReason|back|cancelRun|keepRunning|showCard)|questions\.(?:openForm|continueForm)|form\.(?:yes|no|nothing|done|skip|none|useDefault|useThisDefault|useAllDefaults|keep|back|fillIn|add|removeLast|removeEntry|asJson|asForm|submit|edit|previousPage|nextPage))$/;
const FORM_LABELS = /^(?:decisions\.(?:reasonTitle|reasonField|approveTitle|confirmField)|form\.answer)$/;
const PLACEHOLDERS =
  /^(?:decisions\.(?:reasonPlaceholder|approveReasonPlaceholder|confirmPlaceholder)|form\.placeholder)$/;
/** Nearly everything that answers a press is to be read in the answer itself, not in a further message. */
const PRESS_ANSWERS =
  /^(?:decisions\.(?!confirmDeny|askReason|reopened|unknownApproval)|telegram\.|commands\.(?:cancelled|cancelAsked|notCancelled|mayNotCancel|alreadyOver)|access\.(?:isNobody|notRegistered|brokenHere|halfDone|tooLate)|questions\.(?:notYours|noLongerValid|notOpen|askedBelow|accepted))/;

describe.each(LANGUAGES)("what is said in %s", (language) => {
  const words = chooseWording(language);
  const said = sayEverything(words);
  const longest = (keys: RegExp): readonly (readonly [string, number])[] => {
    const matching = said.filter(({ key }) => keys.test(key));
    if (matching.length === 0) throw new Error(`No entry is called ${keys.source}`);
    return matching.map(({ key, texts }) => [key, Math.max(...texts.map((text) => text.length))] as const);
  };
  const over = (keys: RegExp, limit: number): readonly (readonly [string, number])[] =>
    longest(keys).filter(([, length]) => length > limit);

  it("describes commands within what platforms take", () => {
    const commands = describeCommands(words);
    const texts = commands.flatMap((command) => [command, ...command.parameters]).map(({ description }) => description);
    expect(texts.filter((text) => text.length < 1 || text.length > DESCRIPTION)).toEqual([]);
  });

  it("fits on buttons", () => expect(over(BUTTONS, BUTTON)).toEqual([]));

  it("fits as title and label of a form", () => expect(over(FORM_LABELS, FORM_LABEL)).toEqual([]));

  it("fits into an empty field", () => expect(over(PLACEHOLDERS, PLACEHOLDER)).toEqual([]));

  it("fits into the answer to a press", () => expect(over(PRESS_ANSWERS, PRESS_ANSWER)).toEqual([]));

  it("names every command alike", () => {
    const names = describeCommands(words).map(({ name, parameters }) => [name, parameters.map((known) => known.name)]);
    const inEnglish = describeCommands(chooseWording("en")).map(({ name, parameters }) => [
      name,
      parameters.map((known) => known.name),
    ]);
    expect(names).toEqual(inEnglish);
  });
});
