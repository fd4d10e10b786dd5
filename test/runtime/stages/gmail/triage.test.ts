import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../src/runtime/json.ts";
import { createDefaultRegistry } from "../../../../src/runtime/pipeline/registry.ts";
import { addressOf, isAutomated, normaliseEmail, replySubject } from "../../../../src/runtime/stages/gmail/email.ts";
import { createTestHost, itemsOf, run } from "../../pipeline/test-host.ts";
import { startServer, type TestServer } from "../test-server.ts";

const mail = (id: string, subject: string, from = "Ada <ada@example.com>", labels: readonly string[] = ["UNREAD"]) => ({
  id,
  subject,
  from,
  labels: [...labels],
});

describe("by rules", () => {
  test("sorts, counts and passes on one report", async () => {
    const mails = [
      mail("1", "URGENT: disk"),
      mail("2", "Action Required", "noreply@example.com"),
      mail("3", "Lunch?"),
      mail("4", "Newsletter", "no-reply@example.com"),
      mail("5", "Read already", "bob@example.com", ["inbox"]),
      mail("6", "lower case label", "bob@example.com", ["unread"]),
    ];
    expect(await itemsOf("email.triage", mails)).toMatchObject([
      {
        summary: "2 need replies, 2 need action, 2 FYI",
        buckets: { needsReply: ["3", "6"], needsAction: ["1", "2"], fyi: ["4", "5"] },
        emails: { length: 6 },
        mode: "deterministic",
      },
    ]);
  });

  test.each([
    ["email.triage --limit 2", 2],
    ["email.triage --limit 0", 0],
    ["email.triage", 20],
  ])("%s takes %i", async (pipeline, count) => {
    const mails = Array.from({ length: 30 }, (_, n) => mail(String(n), "x"));
    expect(await itemsOf(pipeline, mails)).toMatchObject([{ emails: { length: count } }]);
  });

  test("--emit drafts passes on nothing", async () => {
    expect(await itemsOf("email.triage --emit drafts", [mail("1", "x")])).toEqual([]);
  });

  test("--llm without a model says so and goes by the rules", async () => {
    const warnings: string[] = [];
    const host = createTestHost({ warn: (message) => void warnings.push(message) });
    expect(await itemsOf("email.triage --llm", [mail("1", "x")], { host })).toMatchObject([{ mode: "deterministic" }]);
    expect(warnings).toEqual([expect.stringContaining("email.triage --llm has no language model")]);
  });

  test("--llm=0 asks no model", async () => {
    const host = createTestHost({ environment: { LOBSTER_LLM_ADAPTER_URL: "http://127.0.0.1:1" } });
    expect(await itemsOf("email.triage --llm=0", [], { host })).toMatchObject([{ mode: "deterministic" }]);
  });

  test.each([
    ["email.triage --limit x", "email.triage --limit must be a whole number from 0 to 1000 (got 'x')"],
    ["email.triage --emit mails", "email.triage --emit must be one of report, drafts (got 'mails')"],
  ])("%s is refused", async (pipeline, message) => {
    await expect(run(pipeline)).rejects.toThrow(message);
  });
});

describe("by a model", () => {
  let server: TestServer | undefined;
  let cache: string;
  beforeEach(() => {
    cache = mkdtempSync(join(tmpdir(), "lobster-triage-"));
  });
  afterEach(async () => {
    await server?.stop();
    rmSync(cache, { recursive: true, force: true });
  });

  async function hostDeciding(decisions: JsonValue) {
    server = await startServer(() => ({ json: { ok: true, result: { output: { data: { decisions } } } } }));
    return createTestHost({ environment: { LOBSTER_LLM_ADAPTER_URL: server.url, LOBSTER_CACHE_DIR: cache } });
  }

  const mails = [
    mail("1", "Lunch?"),
    mail("2", "Re: plans", "bob@example.com"),
    mail("3", "Robot", "no-reply@example.com"),
    mail("4", "No address", "nobody"),
  ];
  const decisions = [
    { id: "1", category: "needs_reply", rationale: "asks", reply: { subject: "Yes", body: " Gladly. " } },
    { id: "2", category: "needs_reply", reply: { body: "Fine." } },
    { id: "3", category: "needs_reply", reply: { body: "Hello robot" } },
    { id: "4", category: "needs_reply", reply: { body: "Hello nobody" } },
    { id: "invented", category: "fyi" },
  ];
  const drafts = [
    { to: "ada@example.com", subject: "Yes", body: "Gladly.", emailId: "1" },
    { to: "bob@example.com", subject: "Re: plans", body: "Fine.", emailId: "2" },
  ];

  test("reports decisions and drafts; invented mails are dropped, robots get no answer", async () => {
    const host = await hostDeciding(decisions);
    expect(await itemsOf("email.triage --llm --model m --temperature 0", mails, { host })).toMatchObject([
      {
        summary: "4 need replies, 0 need action, 0 FYI",
        buckets: { needsReply: ["1", "2", "3", "4"], needsAction: [], fyi: [] },
        decisions: decisions.slice(0, 4),
        drafts,
        mode: "llm",
      },
    ]);
    expect(server?.seen[0]?.body).toMatchObject({
      model: "m",
      temperature: 0,
      schemaVersion: "email_triage.v1",
      artifacts: { length: 4, 0: { id: "1", subject: "Lunch?" } },
    });
  });

  test("--emit drafts passes on the drafts", async () => {
    const host = await hostDeciding(decisions);
    expect(await itemsOf("email.triage --llm --emit drafts", mails, { host })).toEqual(drafts);
  });

  test.each<[JsonValue]>([[[{ id: "1", category: "spam" }]], [[{ id: "1", category: "fyi", more: 1 }]], ["none"]])(
    "decisions %j are refused",
    async (given) => {
      const host = await hostDeciding(given);
      await expect(run("email.triage --llm", mails, { host })).rejects.toThrow("output failed schema validation");
    },
  );

  test("needs the model stage to be there", async () => {
    const registry = createDefaultRegistry();
    const host = { ...(await hostDeciding([])), registry: { ...registry, has: () => false } };
    await expect(run("email.triage --llm", mails, { host })).rejects.toThrow(
      "email.triage requires llm.invoke to be registered",
    );
  });
});

describe("mails", () => {
  test.each<[JsonValue, object]>([
    [
      { messageId: " m ", thread_id: "t", sender: "s", internalDate: 5, bodyPreview: "b" },
      { id: "m", threadId: "t", from: "s", date: "5", snippet: "b" },
    ],
    [
      { id: "i", messageId: "m" },
      { id: "i", threadId: "i" },
    ],
    [
      { id: null, messageId: "m", labels: "UNREAD" },
      { id: "m", labels: [] },
    ],
    [
      { id: {}, labels: ["a", 1] },
      { id: "", labels: ["a"] },
    ],
    ["text", { id: "", from: "", labels: [] }],
  ])("%j", (item, expected) => {
    expect(normaliseEmail(item)).toMatchObject(expected);
  });

  test.each([
    ["Ada <ada@example.com>", "ada@example.com"],
    ["ada@example.com", "ada@example.com"],
    ['"x@y" <ada@example.com>', "ada@example.com"],
    ["Ada, ada@example.com; more", "ada@example.com"],
    ["Ada", undefined],
    ["Ada <ada at example.com>, <@>, <ada@>", undefined],
    ["<a<ada@example.com>", "ada@example.com"],
    ["<ada@example.com", "ada@example.com"],
    ["@ a@ @b", undefined],
    ["<@@@>", "@@@"],
  ])("the address of %j is %j", (from, expected) => {
    expect(addressOf(normaliseEmail({ from }))).toBe(expected);
  });

  test.each(["a", "@", "<", "<a@", "<a@>", " "])("a sender of many %j is read in time", (part) => {
    const email = normaliseEmail({ from: `<${part.repeat(50_000)}` });
    const began = performance.now();
    addressOf(email);
    expect(performance.now() - began).toBeLessThan(200);
  });

  test.each([
    ["x", "Re: x"],
    ["RE: x", "RE: x"],
    ["", "Re:"],
  ])("the answer to %j is about %j", (subject, expected) => {
    expect(replySubject(normaliseEmail({ subject }))).toBe(expected);
  });

  test.each(["no-reply@x.y", "NoReply@x.y", "do-not-reply@x.y", "donotreply@x.y"])("%s is a robot", (from) => {
    expect(isAutomated(normaliseEmail({ from }))).toBe(true);
  });
});
