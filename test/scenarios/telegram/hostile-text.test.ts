import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { allowForProcesses } from "./patience.ts";
import { startTelegram, type TelegramBench } from "./telegram-bench.ts";

/** A gate that shows what it is given. */
const ECHO = (value: unknown): string => `
name: echo
steps:
  - id: gate
    approval: { prompt: ${JSON.stringify(value)} }
  - id: end
    run: 'true'
    when: $gate.approved
`;

const LONG_EMOJI = "x".repeat(200) + "👩‍👩‍👧‍👦🏳️‍🌈💥".repeat(600);

const TEXTS = {
  html: `<b>bold</b> <a href="https://evil.example">Approve</a> <script>alert(1)</script> &lt;i&gt; </b></pre>`,
  markdown:
    "*bold* _it_ ~s~ ||spoiler|| `code` ```\nblock``` [Approve](https://evil.example) \\*\\[ ![](tg://user?id=111)",
  mentions: "@everyone @release_manager @channel /run /approve@lobster_1_bot #tag $TAG +15550100 a@b.example",
  marks: "run\u202Egnp.exe \u2066hidden\u2069 \u200Bzero\u200Dwidth \uFEFFbom \u00ADsoft",
  control: "a\u0000b\u0007c\u001B[31md\u009Be\u007Ff",
  surrogate: "lone \uD83D and \uDE00 halves",
  combining: "A\u030A e\u0333 o\u033F Z\u0351\u0352\u0353",
} as const;

const FILES = Object.fromEntries(
  [...Object.entries(TEXTS), ["emoji", LONG_EMOJI] as const].map(([name, text]) => [name, ECHO(text)]),
);

allowForProcesses();

let bench: TelegramBench;

beforeAll(async () => {
  bench = await startTelegram(FILES);
});

afterEach(() => bench.assertClean());

afterAll(() => bench.stop());

/** What would call somebody, start something, hide something or lead elsewhere than it says. */
const HARMFUL = ["mention", "text_mention", "bot_command", "text_link", "spoiler", "strikethrough", "custom_emoji"];

/** Control and format characters, except the ends of lines. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u;

describe("text of a workflow on a card", () => {
  it.each(Object.keys(TEXTS))("%s is shown as it is, formats nothing, links nothing and calls nobody", async (name) => {
    const card = await bench.openGate(bench.group(), `/run ${name}`);
    expect(card.entities.filter(({ type }) => HARMFUL.includes(type))).toEqual([]);
    expect(card.entities.filter(({ type, text }) => type === "bold" && text === "bold")).toEqual([]);
    expect(card.text).not.toMatch(INVISIBLE);
    expect(await bench.press(bench.lead, card, "Approve")).toBe("Approved. The run goes on.");
    await bench.waitForText(card, /^✅ Finished/);
  });

  it.each(["html", "markdown"] as const)("%s loses no character", async (name) => {
    const card = await bench.openGate(bench.group(), `/run ${name}`);
    for (const line of TEXTS[name].split("\n")) expect(card.text).toContain(line.trim());
  });

  it("names invisible and control characters", async () => {
    const marks = await bench.openGate(bench.group(), "/run marks");
    expect(marks.text).toContain("run\\u{202e}gnp.exe \\u{2066}hidden\\u{2069}");
    const control = await bench.openGate(bench.group(), "/run control");
    expect(control.text).toContain("a\\u{0}b\\u{7}c\\u{1b}[31md\\u{9b}e\\u{7f}f");
  });

  it("is never cut inside an emoji, and what does not fit goes along as a file", async () => {
    const chat = bench.group();
    const card = await bench.openGate(chat, "/run emoji");
    expect(card.text.length).toBeLessThanOrEqual(4096);
    expect(card.text).not.toMatch(/\p{Cs}/u);
    const file = await bench.waitForNew(chat, ({ document }) => document?.name.startsWith("approval-") === true);
    expect(file.document?.data.toString("utf8")).toContain("👩‍👩‍👧‍👦🏳️‍🌈💥".repeat(600));
  });
});

describe("text of a person", () => {
  it("in a reason, an argument and a command is shown as it is", async () => {
    const chat = bench.group();
    const card = await bench.openGate(chat, "/run html");
    const id = /approval id ([0-9a-f]{8})/.exec(card.text)?.[1] ?? "";
    bench.peer.write(bench.teammate, chat, `/deny ${id} <b>no</b> @everyone /run`);
    const denied = await bench.waitForText(card, /^⛔ Denied/);
    expect(denied.text).toContain("Reason: <b>no</b> @everyone /run");
    expect(denied.entities.filter(({ type }) => HARMFUL.includes(type))).toEqual([]);
    bench.peer.write(bench.teammate, chat, "/status <b>@everyone</b>");
    const answer = await bench.waitForNew(chat, ({ text }) => text.startsWith("No run <b>@everyone</b>"));
    expect(answer.entities.filter(({ type }) => HARMFUL.includes(type))).toEqual([]);
  });
});
