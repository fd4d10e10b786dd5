import { afterEach, describe, expect, it } from "vitest";
import type { Form, OutboundMessage } from "../../../src/bot/adapter.ts";
import { encodeBody, PLAIN } from "../../../adapters/terminal/encode.ts";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage | undefined;

afterEach(async () => {
  await stage?.stop();
  stage = undefined;
});

const fits = ({ body }: OutboundMessage): boolean => encodeBody(body, PLAIN).join("\n").length <= 1_000;
const print = (lines: readonly string[]): string => lines.map((line) => `      echo '${line}' >&2`).join("\n");

const HIDING = `
steps:
  - id: plan
    run: >-
      echo '[{"do":{"note":"-----BEGIN PRIVATE KEY-----"}},{"do":{"command":"drop database production"}}]'
  - id: gate
    approval: { prompt: "Run the plan?" }
    stdin: $plan.json
  - id: change
    run: echo changed > changed.txt
`;

describe("redaction", () => {
  it("of one value never hides the values after it: a card that calls itself complete shows every item", async () => {
    const platform = createFakePlatform();
    stage = await openStage({ platform, files: { "hiding.lobster": HIDING } });
    await stage.act({ kind: "command", name: "run", rest: "hiding", from: "101" });
    const card = stage.find("Run the plan?");
    const answer = await stage.act({
      kind: "press",
      payload: payloadOf(card, "Approve"),
      message: card.ref,
      from: "102",
    });
    const shown = platform.textOf(card);
    // Shown, or at least not approved before Details showed it.
    expect([answer.text.startsWith("Approved"), /drop database production/.test(shown)]).not.toEqual([true, false]);
  });

  it("of one value never hides the values after it in the file that goes along", async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `{"do":{"step":"number ${index}"}}`).join(",");
    const platform = createFakePlatform({
      limits: { fits: (message) => encodeBody(message.body, PLAIN).join("\n").length < 1_500 },
    });
    stage = await openStage({
      platform,
      files: {
        "hiding.lobster": HIDING.replace('{"do":{"command"', `${lines},{"do":{"command"`),
      },
    });
    await stage.act({ kind: "command", name: "run", rest: "hiding", from: "101" });
    const card = stage.find("Run the plan?");
    const files = (card.content.files ?? []).map(({ text }) => text).join("\n");
    expect(files).toContain("number 39");
    expect(files).toContain("drop database production");
  });

  it("counts before a card is laid out: what is sent still fits", async () => {
    const sent: OutboundMessage[] = [];
    const platform = createFakePlatform({ limits: { fits } });
    platform.afterSend = () => void sent.push(...platform.messages.slice(-1).map(({ content }) => content));
    const items = JSON.stringify(Array.from({ length: 62 }, () => "hunter"));
    stage = await openStage({
      platform,
      files: {
        "many.lobster": `steps:\n  - id: gate\n    approval: { prompt: "Rotate?", items: ${items} }\n`,
      },
      config: { redactions: ["hunter"] },
    });
    await stage.act({ kind: "command", name: "run", rest: "many", from: "101" });
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.filter((message) => !fits(message))).toEqual([]);
  });

  it("covers a private key whose beginning lies before the last error lines", async () => {
    const platform = createFakePlatform();
    const body = Array.from(
      { length: 25 },
      (_, index) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8c${index}`,
    );
    const key = ["-----BEGIN PRIVATE KEY-----", ...body, "-----END PRIVATE KEY-----"];
    const noise = Array.from({ length: 60 }, (_, index) => `connecting to host number ${index}: connection refused`);
    stage = await openStage({
      platform,
      files: { "leak.lobster": `steps:\n  - id: push\n    run: |\n${print([...key, ...noise])}\n      exit 3\n` },
    });
    await stage.act({ kind: "command", name: "run", rest: "leak", from: "101" });
    const said = [
      ...stage.texts(),
      ...platform.messages.flatMap(({ content }) => (content.files ?? []).map(({ text }) => text)),
    ];
    expect(said.join("\n")).toContain("connection refused");
    expect(said.join("\n")).not.toContain("MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8c");
  });

  it("comes before anything is cut: the beginning of a secret never stands at the end of a reason", async () => {
    const platform = createFakePlatform();
    stage = await openStage({
      platform,
      files: { "gate.lobster": 'steps:\n  - id: gate\n    approval: { prompt: "Go on?" }\n' },
      config: { redactions: [SECRET] },
    });
    await stage.act({ kind: "command", name: "run", rest: "gate", from: "101" });
    const id = /approval id ([0-9a-f]{8})/.exec(platform.textOf(stage.find("Go on?")))?.[1] ?? "";
    const reason = `${"x".repeat(285)} ${SECRET} and more`;
    await stage.act({ kind: "command", name: "deny", rest: `${id} ${reason}`, from: "102" });
    const shown = stage.texts().join("\n");
    expect(shown).toContain("Denied by Release manager");
    expect(shown).not.toContain(SECRET.slice(0, 8));
  });

  it("comes before anything is cut: in the titles, labels and buttons of forms neither", async () => {
    const platform = createFakePlatform({ limits: { forms: true, formFields: 5, buttonLabelChars: 45 } });
    const name = `${"y".repeat(25)} ${SECRET} as it is`;
    const schema = `{ type: object, properties: { a: { type: string, title: "${name}", default: "${name}" }, b: { type: string } }, required: [a, b] }`;
    stage = await openStage({
      platform,
      files: {
        "ask.lobster": `steps:\n  - id: ask\n    input: { prompt: "${name}?", responseSchema: ${schema}, defaults: { a: "${name}" } }\n`,
      },
      config: { redactions: [SECRET] },
    });
    await stage.act({ kind: "command", name: "run", rest: "ask", from: "101" });
    const card = platform.messages.findLast(({ content }) => content.buttons !== undefined);
    if (card === undefined) throw new Error("no question");
    const button = (card.content.buttons ?? []).flat().find(({ opensForm }) => opensForm === true);
    const forms: Form[] = [];
    const openForm = (form: Form): Promise<boolean> => Promise.resolve(forms.push(form) > 0);
    await stage.act({ kind: "press", payload: button?.payload ?? "", message: card.ref, from: "101", openForm });
    expect(forms).toHaveLength(1);
    expect(JSON.stringify([forms, platform.messages.map(({ content }) => content)])).not.toContain(SECRET.slice(0, 8));
  });
});

const SECRET = "hunter-of-the-long-secret-0123456789";
