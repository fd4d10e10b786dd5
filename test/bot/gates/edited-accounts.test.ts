import { afterEach, describe, expect, it } from "vitest";
import type { BotConfig } from "../../../src/bot/core.ts";
import type { PersonConfig } from "../../../src/config/config.ts";
import { CAST, gated, openScene, type GateScene } from "./gate-scene.ts";

let scene: GateScene;
afterEach(() => scene.stop());

const TWO = gated("{ prompt: Release it?, approvers: [group:release, group:security], quorum: 2 }");
const ANN_ONLY = gated("{ prompt: Release it?, approvers: [ann], require_different_approver: true }");
const ANYBODY_ELSE = gated("{ prompt: Release it?, require_different_approver: true }");

/** The accounts of one person, otherwise. */
const withAccounts = (changes: Readonly<Record<string, PersonConfig["accounts"]>>): readonly PersonConfig[] =>
  CAST.map((one) => ({ ...one, accounts: changes[one.id] ?? one.accounts }));

const ANNS_TELEGRAM = { platform: "telegram", id: "101" } as const;
const ANNS_DISCORD = { platform: "discord", id: "201" } as const;
const BOBS_DISCORD = { platform: "discord", id: "202" } as const;

/** What may become of the account Ann approved with, while she herself stays. */
const EDITS: readonly (readonly [string, readonly PersonConfig[]])[] = [
  ["is taken from her", withAccounts({ ann: [ANNS_DISCORD] })],
  ["turns out to be Bob's", withAccounts({ ann: [ANNS_DISCORD], bob: [ANNS_TELEGRAM, BOBS_DISCORD] })],
];

describe("an approval with an account that then is another's or nobody's", () => {
  it.each(EDITS)("(it %s) counts no more, is named, and may be given again", async (_how, people) => {
    scene = await openScene(TWO);
    await scene.press("ann", "Approve");
    await scene.restart({ people });
    expect(scene.card()).toContain("⏳ Waiting for approval: 0 of 2\n");
    expect(scene.card()).toContain("Counts no more, for they may not approve any more: Ann\n");
    // Bob, and whoever acts with what was Ann's account, are one human at most.
    expect(await scene.press("bob", "Approve", "discord")).toContain("1 more is needed. Ann may not approve any more.");
    expect((await scene.gate()).removedVotes).toMatchObject([{ by: "ann", because: "unqualified" }]);
    expect(await scene.done()).toEqual([]);
    expect(await scene.press("ann", "Approve", "discord")).toBe("Approved. The run goes on.");
  });

  it("stands when only another account of theirs goes", async () => {
    scene = await openScene(TWO);
    await scene.press("ann", "Approve");
    await scene.restart({ people: withAccounts({ ann: [ANNS_TELEGRAM] }) });
    expect(scene.card()).toContain("1 of 2 approvals: Ann\n");
    expect(await scene.press("bob", "Approve")).toBe("Approved. The run goes on.");
  });
});

/** Dan's entry with another id, and a language. */
const renamed = (locale: string): readonly PersonConfig[] =>
  CAST.map((one) => (one.id === "dan" ? { ...one, id: "daniel", locale } : one));

const OWN_RUN = [
  ["en", "Refused: you started it yourself."],
  ["uk", "Не прийнято: ви самі його запустили."],
  ["ja", "受け付けられませんでした: ご自身が開始した実行です。"],
  ["ko", "받아들여지지 않았습니다: 본인이 시작한 실행입니다."],
] as const;

describe("a starter whose entry gets another id while the gate waits", () => {
  it.each(OWN_RUN)(
    "still may not approve their own run: the account that started it tells who they are, and so are they told (%s)",
    async (locale, words) => {
      scene = await openScene(ANYBODY_ELSE);
      await scene.restart({ people: renamed(locale) });
      expect(await scene.press("104", "Approve")).toBe(words);
      expect(await scene.press("204", "Approve", "discord")).toBe(words);
      expect((await scene.gate()).state).toBe("open");
      expect(await scene.press("ann", "Approve")).toBe("Approved. The run goes on.");
    },
  );

  it("still may deny it where the configuration leaves that to others, and is told how it ended", async () => {
    const rules = { deny: [{ kind: "group", group: "security" }], postTo: [{ kind: "origin" }] } as const;
    const workflows: BotConfig["workflows"] = new Map([["release", rules]]);
    scene = await openScene(ANN_ONLY, { config: { workflows } });
    await scene.restart({ workflows, people: renamed("uk") });
    const id = /[0-9a-f]{8}/.exec(/ID .*$|approval id .*$/m.exec(scene.card())?.[0] ?? "")?.[0] ?? "";
    expect(await scene.deliver({ kind: "command", name: "deny", rest: id, from: "105" })).toContain("Refused: ");
    expect(await scene.deliver({ kind: "command", name: "deny", rest: id, from: "104" })).toMatch(/^Відхилено/);
    expect((await scene.gate()).decision).toMatchObject({ kind: "deny", by: "daniel" });
  });

  it("still may cancel it, and nobody else who may not approve", async () => {
    scene = await openScene(ANN_ONLY);
    await scene.restart({ people: renamed("en") });
    const [run] = (await scene.stage.runtime.listRuns()).runs;
    const cancel = (from: string) => scene.deliver({ kind: "command", name: "cancel", rest: run?.id ?? "", from });
    expect(await cancel("105")).toContain("can cancel it");
    expect(await cancel("104")).toContain("Confirm it in the message below");
  });

  it("is nobody to it where somebody else has that id now", async () => {
    scene = await openScene(ANN_ONLY);
    const people = [...renamed("en"), { id: "dan", name: "Another Dan", groups: [], accounts: [] }];
    await scene.restart({ people });
    const [run] = (await scene.stage.runtime.listRuns()).runs;
    const rest = run?.id ?? "";
    expect(await scene.deliver({ kind: "command", name: "cancel", rest, from: "104" })).toContain("can cancel it");
    expect(await scene.press("104", "Approve")).toContain("Refused");
  });

  it("is told how it ended, under the name and in the language they have now", async () => {
    scene = await openScene(ANYBODY_ELSE);
    await scene.restart({ people: renamed("uk") });
    await scene.press("ann", "Approve");
    expect(scene.telegram.messages.map(scene.telegram.textOf).some((text) => text.startsWith("Dan, ваш запуск "))).toBe(
      true,
    );
  });
});
