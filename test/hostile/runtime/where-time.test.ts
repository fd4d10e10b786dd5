import { expect, it } from "vitest";
import { where } from "../../../src/runtime/stages/where.ts";

it("where reads a long value in time in proportion to its length", () => {
  const began = performance.now();
  where.prepare({ _: [`name=a${" ".repeat(20_000)}b`] }, {});
  expect(performance.now() - began).toBeLessThan(300);
});
