import { expect, it } from "vitest";
import { terminalLimits } from "../../../adapters/terminal/limits.ts";
import { plain } from "../../../src/bot/text/rich-text.ts";

it("a select does not fit into a terminal, which has none", () => {
  const select = { payload: "s", placeholder: "Choose", min: 1, max: 1, options: [{ label: "a", value: "0" }] };
  expect(terminalLimits.fits({ body: plain("x") })).toBe(true);
  expect(terminalLimits.fits({ body: plain("x"), select })).toBe(false);
});
