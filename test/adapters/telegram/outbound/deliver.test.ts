import { describe, expect, it } from "vitest";
import { editMessage } from "../../../../adapters/telegram/outbound/deliver.ts";
import { createTelegramClient } from "../../../../adapters/telegram/client.ts";
import { plain } from "../../../../src/bot/text/rich-text.ts";
import { startAnswers } from "../answer-server.ts";

const MESSAGE = { conversation: { platform: "telegram", id: "-1001234567890" }, id: "5" } as const;

describe("an edit of a message that is a document", () => {
  it("changes what stands below it, while that is short enough", async () => {
    const server = await startAnswers((method) =>
      method === "editMessageText"
        ? { ok: false, error_code: 400, description: "Bad Request: there is no text in the message to edit" }
        : { ok: true, result: true },
    );
    const client = createTelegramClient({ token: "1:x", apiRoot: server.url });
    const parts = { client, clock: { now: () => 0, sleep: () => Promise.resolve() } };
    expect(await editMessage(parts, MESSAGE, { body: plain("shorter") })).toEqual({ kind: "done" });
    expect(server.requests.map(({ method, body }) => [method, body["caption"]])).toEqual([
      ["editMessageText", undefined],
      ["editMessageCaption", "shorter"],
    ]);
    expect(await editMessage(parts, MESSAGE, { body: plain("x".repeat(1025)) })).toMatchObject({ kind: "gone" });
  });
});
