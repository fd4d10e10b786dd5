import { describe, expect, it } from "vitest";
import { createRedaction, redactValue } from "../../../src/bot/text/redaction.ts";

/** Built from pieces, so that no scanner takes this file for a leak. */
const join = (...parts: readonly string[]): string => parts.join("");
const x = (count: number): string => "a1B2".repeat(Math.ceil(count / 4)).slice(0, count);

describe("secrets", () => {
  it.each([
    ["a configured value", "the pass is hunter22!", "the pass is [redacted]!"],
    ["it inside a word", "xhunter22x", "x[redacted]x"],
    ["the longer of two that overlap", "hunter22-long", "[redacted]"],
    ["a value with quotes, inside JSON", JSON.stringify({ p: 'qu"ote\\d' }), '{"p":"[redacted]"}'],
  ])("are blacked out: %s", (_what, text, expected) => {
    expect(createRedaction(["hunter22", "hunter22-long", 'qu"ote\\d'])(text)).toBe(expected);
  });

  it.each([
    ["GitHub", join("gh", "p_", x(36))],
    ["GitHub, fine-grained", join("github", "_pat_", x(40))],
    ["GitLab", join("gl", "pat-", x(20))],
    ["npm", join("np", "m_", x(36))],
    ["Slack", join("xo", "xb-", "123456789012-", x(20))],
    ["AWS", join("AK", "IA", "ABCDEFGHIJ123456")],
    ["Google", join("AI", "za", x(35))],
    ["OpenAI", join("s", "k-", x(40))],
    ["Stripe", join("sk_", "live_", x(24))],
    ["Telegram", join("123456789", ":", x(35))],
    ["Discord", join("M", x(25), ".", x(6), ".", x(30))],
    ["JSON Web Token", join("eyJ", x(12), ".eyJ", x(12), ".", x(20))],
    ["a private key", join("-----BEGIN RSA ", "PRIVATE KEY-----\n", x(40), "\n-----END RSA ", "PRIVATE KEY-----")],
  ])("are recognised by their shape: %s", (_what, token) => {
    expect(createRedaction([])(`before ${token} after`)).toBe("before [redacted] after");
  });

  const mark = (what: string): string => join("-----", what, " RSA ", "PRIVATE KEY-----");
  const body = [x(64), x(64), join(x(20), "==")];

  it.each([
    ["whole", [mark("BEGIN"), ...body, mark("END")].join("\n"), "[redacted]"],
    ["with headers", [mark("BEGIN"), "Proc-Type: 4,ENCRYPTED", ...body, mark("END")].join("\n"), "[redacted]"],
    ["written as JSON", [mark("BEGIN"), ...body, mark("END")].join("\\n"), "[redacted]"],
    ["without its end", [mark("BEGIN"), ...body].join("\n"), "[redacted]"],
    ["without its beginning", ["noise", ...body, mark("END"), "more"].join("\n"), "noise\n[redacted]\nmore"],
    ["without its beginning, in JSON", `{"a":"${[...body, mark("END")].join("\\n")}"}`, '{"a":"[redacted]"}'],
    ["twice", [mark("BEGIN"), ...body, mark("END"), mark("BEGIN"), ...body].join("\n"), "[redacted]\n[redacted]"],
  ])("that are private keys are blacked out %s", (_what, text, expected) => {
    expect(createRedaction([])(text)).toBe(expected);
  });

  it.each([
    ["words", `${mark("BEGIN")}\ndrop database production`, "[redacted]\ndrop database production"],
    ["the next value", `["${mark("BEGIN")}","${x(64)}"]`, `["[redacted]","${x(64)}"]`],
    ["short words before an end", `drop\nproduction now\n${mark("END")}`, "drop\nproduction now\n[redacted]"],
  ])("hide nothing that is no part of a key: %s", (_what, text, expected) => {
    expect(createRedaction([])(text)).toBe(expected);
  });

  it("that look like keys take linear time", () => {
    const text = `${`${x(64)}\n`.repeat(20_000)}${`${mark("BEGIN")} `.repeat(2_000)}${`${mark("END")} `.repeat(2_000)}`;
    const before = performance.now();
    createRedaction([])(text);
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  it("inside JSON are taken out value by value, counted, and hide no member", () => {
    const value = { hunter22: 1, "a hunter22": [2n, "ok", "hunter22"], "[redacted]": "kept" };
    expect(redactValue(createRedaction(["hunter22"]), value)).toEqual({
      value: { "[redacted] 2": 1, "a [redacted]": [2n, "ok", "[redacted]"], "[redacted]": "kept" },
      count: 3,
    });
  });

  it("are taken out of an address, which stays readable", () => {
    expect(createRedaction([])("postgres://app:s3cret@db.example/x")).toBe("postgres://app:[redacted]@db.example/x");
  });

  it.each([
    "406d2ff2971c1f0d8f4e9d6a3c1e4b5a406d2ff2971c1f0d8f4e9d6a3c1e4b5a",
    "deploy-guard · run A2B3C4D5 · approval id d2a9c296",
    "https://example.org:8080/path",
    "12:30:45 task-skipped",
    "the key word is ordinary",
  ])("are not seen in %j", (text) => {
    expect(createRedaction(["abc"])(text)).toBe(text);
  });

  it("redacting twice changes nothing more", () => {
    const redact = createRedaction(["redacted-value"]);
    const once = redact("redacted-value");
    expect(redact(once)).toBe(once);
  });
});
