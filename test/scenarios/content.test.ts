import { expect } from "vitest";
import { onEveryPlatform } from "./on-every-platform.ts";
import { readApprovalId } from "./scene/read-card.ts";
import type { MarkKind, Seen } from "./venue/venue.ts";
import { LARGE } from "./workflows.ts";

/** A gate that shows what it is given. */
const echo = (value: string): string => `
name: echo
steps:
  - id: gate
    approval: { prompt: ${JSON.stringify(value)} }
  - id: end
    run: 'true'
    when: $gate.approved
`;

const FAMILY = "👩‍👩‍👧‍👦🏳️‍🌈💥";

const TEXTS = {
  html: `<b>bold</b> <a href="https://evil.example">Approve</a> <script>alert(1)</script> &lt;i&gt; </b></pre>`,
  markdown:
    "*bold* _it_ ~s~ ||spoiler|| `code` ```\nblock``` [Approve](https://evil.example) \\*\\[ ![](tg://user?id=111)",
  discord: "**bold** __u__ ~~s~~ <@111> <@&222> <#333> <:x:444> </run:555> <t:0:R> [Approve](<https://evil.example>)",
  mentions: "@everyone @here @release_manager @channel /run /approve@lobster_1_bot #tag $TAG +15550100 a@b.example",
  marks: "run\u202Egnp.exe \u2066hidden\u2069 \u200Bzero\u200Dwidth \uFEFFbom \u00ADsoft",
  control: "a\u0000b\u0007c\u001B[31md\u009Be\u007Ff",
  surrogate: "lone \uD83D and \uDE00 halves",
  combining: "A\u030A e\u0333 o\u033F Z\u0351\u0352\u0353",
} as const;

/** A token as services give them out, and the value of a variable that the configuration calls a secret. */
const LEAK = `
steps:
  - id: plan
    run: printf '{"note":"pass hunter22 on","token":"ghp_%s"}' aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
  - id: gate
    approval: { prompt: 'Send hunter22?' }
    stdin: $plan.json
`;

const WORKFLOWS = {
  large: LARGE,
  leak: LEAK,
  emoji: echo("x".repeat(200) + FAMILY.repeat(600)),
  ...Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, echo(text)])),
};

/** What would call somebody, start something, hide something or lead elsewhere than it says. */
const HARMFUL: readonly MarkKind[] = ["mention", "command", "link", "spoiler", "strike", "emoji"];

const listHarm = ({ marks }: Seen) =>
  marks.filter(({ kind, text }) => HARMFUL.includes(kind) || (kind === "bold" && text === "bold"));

/** Control and format characters, except the ends of lines. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u;

const OPEN_DETAILS = "Open Details first: not everything that you would approve fits on the card.";
const APPROVED = "Approved. The run goes on.";

onEveryPlatform("what a card shows", { workflows: WORKFLOWS }, (scenario) => {
  scenario(
    "text of a workflow is shown as it is: it formats, links, hides and starts nothing, and calls nobody",
    async (scene) => {
      const place = scene.place();
      for (const [name, text] of Object.entries(TEXTS)) {
        const card = await scene.openGate(place, name);
        expect(listHarm(card)).toEqual([]);
        expect(card.text).not.toMatch(INVISIBLE);
        if (!isAltered(name)) for (const line of text.split("\n")) expect(card.text).toContain(line.trim());
      }
    },
  );

  scenario("invisible and control characters are named", async (scene) => {
    const place = scene.place();
    const marks = await scene.openGate(place, "marks");
    expect(marks.text).toContain("run\\u{202e}gnp.exe \\u{2066}hidden\\u{2069}");
    const control = await scene.openGate(place, "control");
    expect(control.text).toContain("a\\u{0}b\\u{7}c\\u{1b}[31md\\u{9b}e\\u{7f}f");
  });

  scenario("text of a person, in a reason, an argument and a command, is shown as it is", async (scene) => {
    const place = scene.place();
    const card = await scene.openGate(place, "html");
    const reason = "<b>no</b> **no** @everyone /run <@111>";
    await scene.say("teammate", place, `/deny ${readApprovalId(card)} ${reason}`);
    const denied = await scene.waitForText(card, /^⛔ Denied/);
    expect(denied.text).toContain(`Reason: ${reason}`);
    expect(listHarm(denied)).toEqual([]);
    expect(await scene.say("teammate", place, "/status <b>@everyone</b>")).toContain("No run <b>@everyone</b>");
  });

  scenario("secrets are shown nowhere, wherever they come from", async (scene) => {
    const { text } = await scene.openGate(scene.place(), "leak");
    expect(text).toContain("Send [redacted]?");
    expect(text).toContain("note: pass [redacted] on");
    expect(text).toContain("token: [redacted]");
    expect(scene.bot().output()).not.toMatch(/hunter22|ghp_a/);
  });

  scenario("what does not fit is never cut inside a character, and goes along as a file", async (scene) => {
    const place = scene.place();
    const known = new Set(scene.messages(place).map(({ id }) => id));
    const card = await scene.openGate(place, "emoji");
    expect(card.text).not.toMatch(/\p{Cs}/u);
    const texts = scene
      .messages(place)
      .filter(({ id }) => !known.has(id))
      .flatMap(({ text, files }) => [text, ...files.map((file) => file.text)]);
    expect(texts.some((text) => text.includes(FAMILY.repeat(600)))).toBe(true);
  });

  scenario(
    "far more than one message holds goes along whole, and is approved only by who opened Details",
    async (scene) => {
      const place = scene.place();
      const card = await scene.openGate(place, "large mark=opened");
      const id = readApprovalId(card);
      const name = `approval-${id}.json`;
      expect(card.text).toMatch(new RegExp(`… [\\d,]+ more lines are in ${name}`));
      const [file] = await scene.waitUntil(
        () => scene.messages(place).find(({ files }) => files.some((one) => one.name === name))?.files,
        name,
      );
      expect(JSON.parse(file?.text ?? "")).toHaveProperty(["items", 399, "host"], "host-400");

      expect(await scene.press("release-manager", card, "Approve")).toBe(OPEN_DETAILS);
      expect(await scene.say("release-manager", place, `/approve ${id}`)).toBe(OPEN_DETAILS);
      await scene.press("teammate", card, "Details");
      expect(await scene.press("release-manager", card, "Approve")).toBe(OPEN_DETAILS);
      expect(await scene.lines("changed-opened.txt")).toEqual([]);

      await scene.press("release-manager", card, "Details");
      expect(await scene.press("release-manager", card, "Approve")).toBe(APPROVED);
      await scene.waitForText(card, /^✅ Finished/);
      expect(await scene.lines("changed-opened.txt")).toEqual(["changed"]);
    },
  );

  scenario("far more than one message holds is denied without opening anything", async (scene) => {
    const place = scene.place();
    const card = await scene.openGate(place, "large mark=denied");
    expect(await scene.say("teammate", place, `/deny ${readApprovalId(card)}`)).toBe("Denied. The run is over.");
  });
});

/** Texts of which some characters are named instead of shown. */
function isAltered(name: string): boolean {
  return ["marks", "control", "surrogate", "combining"].includes(name);
}
