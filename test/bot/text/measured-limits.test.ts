import { expect, it } from "vitest";
import { measureVisible } from "../../../src/bot/text/measured-limits.ts";
import { createRedaction } from "../../../src/bot/text/redaction.ts";
import { plain } from "../../../src/bot/text/rich-text.ts";
import { createVisibleText } from "../../../src/bot/text/visible-text.ts";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";

it("a message is measured as it will be sent: redacted, and with what is invisible made visible", () => {
  const { adapter } = createFakePlatform({ limits: { fits: ({ body }) => JSON.stringify(body).length < 60 } });
  const { limits } = measureVisible(adapter, createVisibleText(createRedaction(["hunter"])));
  expect(
    [plain("ordinary"), plain("\u202e".repeat(4)), plain("hunter".repeat(4))].map((body) => limits.fits({ body })),
  ).toEqual([true, false, false]);
});
