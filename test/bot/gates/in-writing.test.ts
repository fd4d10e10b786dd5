import { afterEach, describe, expect, it } from "vitest";
import type { Form } from "../../../src/bot/adapter.ts";
import { gated, openScene, type GateScene } from "./gate-scene.ts";

let scene: GateScene;
afterEach(() => scene.stop());

const BOTH = gated('{ prompt: Release it?, require: [group:release], reason: required, confirm: "${tag}" }');
const CONFIRM = gated('{ prompt: Release it?, approvers: [group:release], confirm: "${tag}" }');

const approvalId = (): string => /approval id ([0-9a-f]{8})/.exec(scene.card())?.[1] ?? "";
const newest = (): string => scene.telegram.textOf(scene.telegram.messages.at(-1) ?? scene.message());

describe("an approve that takes a reason and a text to type, where replies are read", () => {
  it("says both on the card, asks for one after the other, and counts only with both", async () => {
    scene = await openScene(BOTH);
    expect(scene.card()).toContain("An approval needs a reason\nTo approve, type v1.4.0\n");
    expect(await scene.press("ann", "Approve")).toBe("Confirm it in the message below.");
    expect(newest()).toBe("Ann, reply to this message with your reason for approving.");
    expect(await scene.reply("ann", "tests are green")).toBe("");
    expect(newest()).toBe("Ann, to approve, reply to this message with exactly v1.4.0");
    expect((await scene.gate()).votes).toEqual([]);
    expect(await scene.reply("ann", "v1.4.0")).toBe("Approved. The run goes on.");
    expect(scene.card()).toContain("Reason: tests are green");
    expect(await scene.done()).toEqual(["ann"]);
    // The questions are over, and say how they came out.
    const asking = scene.telegram.messages.filter(({ content }) => content.expectReply !== undefined);
    expect(asking).toEqual([]);
  });

  it("says that the text is wrong, asks again, and leaves the gate open", async () => {
    scene = await openScene(CONFIRM);
    await scene.press("ann", "Approve");
    for (const wrong of ["v1.4.1", "V1.4.0", "v1.4.0 ok", "yes", ""]) {
      expect(await scene.reply("ann", wrong)).toContain(
        "Nothing was decided: that is not the text. To approve, type exactly v1.4.0",
      );
      expect(newest()).toContain("reply to this message with exactly v1.4.0");
    }
    expect((await scene.gate()).votes).toEqual([]);
    expect(await scene.reply("ann", "  v1.4.0\n")).toBe("Approved. The run goes on.");
  });

  it("asks again for a reason that is empty", async () => {
    scene = await openScene(gated("{ prompt: Release it?, approvers: [group:release], reason: required }"));
    await scene.press("ann", "Approve");
    expect(await scene.reply("ann", " \n ")).toBe("A reason cannot be empty. Nothing was decided.");
    expect(await scene.reply("ann", "fine")).toBe("Approved. The run goes on.");
    expect((await scene.gate()).decision?.reason).toBe("fine");
  });

  it("takes the reply of the person who pressed, to the message that asked, in its conversation, and no other", async () => {
    scene = await openScene(CONFIRM);
    await scene.press("ann", "Approve");
    const asked = scene.telegram.messages.at(-1);
    if (asked === undefined) throw new Error("nothing was asked");
    const reply = { kind: "text", text: "v1.4.0", replyTo: asked.ref } as const;
    expect(await scene.deliver({ ...reply, from: "102" })).toBe(
      "This question is for Ann. Press the button on the card yourself.",
    );
    expect(await scene.deliver({ ...reply, from: "101", conversation: { platform: "telegram", id: "999" } })).toBe("");
    expect(await scene.deliver({ ...reply, from: "101", replyTo: scene.message().ref })).toBe("");
    expect(await scene.deliver({ kind: "text", text: "v1.4.0", from: "101" })).toBe("");
    expect((await scene.gate()).votes).toEqual([]);
  });

  it("is not asked for from somebody who may not approve, has approved, or comes too late", async () => {
    scene = await openScene(gated("{ prompt: Release it?, approvers: [group:release], quorum: 2, confirm: GO }"));
    expect(await scene.press("dan", "Approve")).toBe("Refused: it needs somebody of group release.");
    await scene.press("ann", "Approve");
    await scene.reply("ann", "GO");
    expect(await scene.press("ann", "Approve")).toBe("You approved it already; 1 more is needed.");
    await scene.press("bob", "Approve");
    await scene.say("dan", `/deny ${approvalId()} too early`);
    expect(await scene.reply("bob", "GO")).toMatch(/^Already denied by Dan, /);
    expect(await scene.done()).toEqual([]);
  });

  it("keeps what was begun over a restart", async () => {
    scene = await openScene(BOTH);
    await scene.press("ann", "Approve");
    await scene.reply("ann", "tests are green");
    await scene.restart();
    expect(await scene.reply("ann", "v1.4.0")).toBe("Approved. The run goes on.");
    expect((await scene.gate()).decision?.reason).toBe("tests are green");
  });

  it("still counts only after Details where the card could not show everything", async () => {
    const long = `{ prompt: Release it?, preview: "${"x".repeat(300)}", approvers: [group:release], confirm: GO }`;
    const fits = { fits: ({ body, files = [] }: Sized) => files.length > 0 || JSON.stringify(body).length < 900 };
    scene = await openScene(gated(long), { telegram: fits });
    expect(scene.card()).toContain("Open Details before you approve");
    expect(await scene.press("ann", "Approve")).toContain("Open Details first");
    expect(await scene.say("ann", `/approve ${approvalId()} GO`)).toContain("Open Details first");
    await scene.press("bob", "Details");
    // Another's look is not one's own.
    expect(await scene.say("ann", `/approve ${approvalId()} GO`)).toContain("Open Details first");
    expect(await scene.say("bob", `/approve ${approvalId()} GO`)).toBe("Approved. The run goes on.");
  });
});

const submit = (form: Form, values: Readonly<Record<string, string>>, from = "101"): Promise<string> =>
  scene.deliver({ kind: "form", payload: form.payload, values, from });

interface Sized {
  readonly body: unknown;
  readonly files?: readonly unknown[];
}

describe("the same where the platform has forms", () => {
  const opened: Form[] = [];
  const openForm = (form: Form): Promise<boolean> => {
    opened.push(form);
    return Promise.resolve(true);
  };
  const open = async (): Promise<Form> => {
    opened.length = 0;
    expect(await scene.press("ann", "Approve", "telegram", { openForm })).toBe("");
    const [form] = opened;
    if (form === undefined) throw new Error("no form");
    return form;
  };
  it("asks for both in one form, which a wrong text leaves where it was", async () => {
    scene = await openScene(BOTH, { telegram: { forms: true, formFields: 5 } });
    const approve = scene.message().content.buttons?.[0]?.[0];
    expect(approve).toMatchObject({ label: "Approve", opensForm: true });
    const form = await open();
    expect(form).toMatchObject({
      title: "Approve",
      fields: [
        { label: "Reason", required: true },
        { label: "Type exactly: v1.4.0", required: true },
      ],
    });
    expect(await submit(form, { reason: "green", confirm: "v1" })).toContain("that is not the text");
    const again = await open();
    expect(again.fields[0]?.value).toBe("green");
    expect(await submit(again, { reason: "green", confirm: "v1.4.0" })).toBe("Approved. The run goes on.");
    expect((await scene.gate()).decision).toMatchObject({ by: "ann", reason: "green" });
  });

  it("takes it in the name of whoever sent it, whose right is looked at then", async () => {
    scene = await openScene(BOTH, { telegram: { forms: true, formFields: 5 } });
    const form = await open();
    expect(await submit(form, { reason: "green", confirm: "v1.4.0" }, "104")).toMatch(/^Refused: /);
    expect((await scene.gate()).state).toBe("open");
  });

  it("names the text on the card alone where a label has no room for it", async () => {
    const text = "I have read the plan and the rollback plan";
    scene = await openScene(gated(`{ prompt: Release it?, approvers: [group:release], confirm: ${text} }`), {
      telegram: { forms: true, formFields: 5 },
    });
    expect(scene.card()).toContain(`To approve, type ${text}`);
    const form = await open();
    expect(form.fields.map(({ label, required }) => [label, required])).toEqual([
      ["Type the text that the card names", true],
      ["Reason", false],
    ]);
    expect(await submit(form, { reason: "", confirm: text })).toBe("Approved. The run goes on.");
  });
});

describe("/approve", () => {
  it("takes the text to type and the reason, in this order", async () => {
    scene = await openScene(BOTH);
    const id = approvalId();
    expect(await scene.say("ann", `/approve ${id}`)).toBe(`It takes more: write /approve ${id} v1.4.0 <reason>`);
    expect(await scene.say("ann", `/approve ${id} looks good`)).toBe(
      `It takes more: write /approve ${id} v1.4.0 <reason>`,
    );
    expect(await scene.say("ann", `/approve ${id} v1.4.0`)).toBe(`It takes more: write /approve ${id} v1.4.0 <reason>`);
    expect(await scene.say("ann", `/approve ${id} v1.4.01 looks good`)).toContain("It takes more");
    expect(await scene.say("ann", `/approve #${id.toUpperCase()} v1.4.0  looks good`)).toBe(
      "Approved. The run goes on.",
    );
    expect((await scene.gate()).decision?.reason).toBe("looks good");
  });

  it.each([
    ["required", "", "It takes more"],
    ["required", " all green", "Approved."],
    ["optional", "", "Approved."],
    ["optional", " all green", "Approved."],
    ["none", " all green", "Refused: it takes no reason."],
    ["none", "", "Approved."],
  ])("with a reason that is %s: %j", async (rule, rest, expected) => {
    scene = await openScene(gated(`{ prompt: Release it?, approvers: [group:release], reason: ${rule} }`));
    expect(await scene.say("ann", `/approve ${approvalId()}${rest}`)).toContain(expected);
  });

  it("counts nowhere but where the card was posted", async () => {
    scene = await openScene(CONFIRM);
    const elsewhere = { platform: "telegram", id: "999" } as const;
    const typed = { kind: "command", name: "approve", rest: `${approvalId()} v1.4.0`, from: "101" } as const;
    expect(await scene.deliver({ ...typed, conversation: elsewhere })).toContain("No approval with the id");
    expect((await scene.gate()).votes).toEqual([]);
  });
});

describe("a reason", () => {
  it("is text and nothing else, and never pushes what is approved off the card", async () => {
    const reason = `<b>@everyone</b> [x](http://evil) \u202e\n${"long ".repeat(600)}`;
    scene = await openScene(gated("{ prompt: Release it?, approvers: [group:release], quorum: 2 }"));
    await scene.say("ann", `/approve ${approvalId()} ${reason}`);
    const shown = scene.card();
    expect(shown).toContain("• Ann: Reason: <b>@everyone</b> [x](http://evil) \\u{202e} long long");
    expect(shown).toMatch(/long… 2,\d{3} more characters\n/);
    expect(shown.length).toBeLessThan(1_000);
    expect((await scene.gate()).votes[0]?.reason).toBe(reason.trim());
    await scene.press("bob", "Details");
    expect(newest()).toContain("long ".repeat(500));
  });

  it.each([1_250, 1_400, 1_550, 1_700, 1_850, 2_000, 2_400, 4_000])(
    "never makes a card that showed everything show less (room for %i characters)",
    async (room) => {
      const long = `{ prompt: Release it?, preview: "${"x".repeat(400)}", approvers: [group:release], quorum: 2, hold: 5m }`;
      const fits = { fits: ({ body }: Sized) => JSON.stringify(body).length < room };
      scene = await openScene(gated(long), { telegram: fits });
      const wasComplete = scene.message().content.files === undefined;
      const id = approvalId();
      if (!wasComplete) await scene.press("ann", "Details");
      await scene.say("ann", `/approve ${id} ${"because ".repeat(200)}`);
      expect(scene.card()).toContain("1 of 2 approvals");
      expect(scene.card().includes("x".repeat(400))).toBe(wasComplete);
      expect(scene.card().includes("Open Details before you approve")).toBe(!wasComplete);
      if (!wasComplete) await scene.press("bob", "Details");
      expect(await scene.press("bob", "Approve")).toMatch(/^Approved\. It can be withdrawn/);
      expect(scene.card().includes("x".repeat(400))).toBe(wasComplete);
      expect(JSON.stringify(scene.message().content.body).length).toBeLessThan(room);
    },
  );

  it("that is longer than a record takes is refused in words", async () => {
    scene = await openScene(gated("{ prompt: Release it?, approvers: [group:release] }"));
    const id = approvalId();
    expect(await scene.say("ann", `/approve ${id} ${"x".repeat(4_001)}`)).toContain("the reason is too long");
    expect(await scene.say("ann", `/deny ${id} ${"x".repeat(4_001)}`)).toContain("the reason is too long");
    expect((await scene.gate()).state).toBe("open");
  });
});
