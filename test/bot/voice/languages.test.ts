import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BotConfig } from "../../../src/bot/core.ts";
import { payloadOf, startBench, type BotBench } from "../../fakes/bot-bench.ts";
import { createFakePlatform, type FakeEvent, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { createWorkspace, DEPLOY_GUARD, type Workspace } from "../../scenarios/workspace.ts";

const ORDER = `
steps:
  - id: ask
    input:
      prompt: How many?
      responseSchema: { type: integer, maximum: 9 }
`;

const account = (id: string) => [{ platform: "telegram", id }] as const;

/** The starter says in the configuration what they speak; of the approver only the platform knows. */
const CONFIG: Partial<BotConfig> = {
  people: [
    { id: "dev-lead", name: "Oksana", groups: [], accounts: account("101"), locale: "uk", timezone: "Europe/Kyiv" },
    { id: "release-manager", name: "Haruto", groups: [], accounts: account("102") },
    { id: "teammate", name: "Minji", groups: [], accounts: account("103") },
  ],
  chats: [
    { platform: "telegram", id: "100" },
    { platform: "telegram", id: "200", locale: "ko", timezone: "Asia/Seoul" },
  ],
  defaults: {
    timeoutMs: 60_000,
    maxOutputBytes: 512_000,
    expiresInMs: 86_400_000,
    maxParallel: 4,
    notifyStarter: true,
  },
};

const KOREAN_CHAT = { platform: "telegram", id: "200" } as const;

let workspace: Workspace;
let telegram: FakePlatform;
let bench: BotBench;

beforeEach(async () => {
  workspace = await createWorkspace({ "deploy-guard.lobster": DEPLOY_GUARD, "order.lobster": ORDER });
  telegram = createFakePlatform();
  bench = await startBench(workspace, [telegram], CONFIG);
});

afterEach(async () => {
  await bench.bot.stop({ graceMs: 0 });
  await workspace.remove();
});

const act = async (event: FakeEvent): Promise<string> => {
  const { text } = await telegram.deliver(event);
  await bench.bot.idle();
  return text;
};
const run = (rest: string, from: string, more: Partial<Pick<FakeEvent, "conversation" | "locale">> = {}) =>
  act({ kind: "command", name: "run", rest, from, ...more });
const shows = (text: string): string => telegram.textOf(bench.find(telegram, text));

describe("a card in a conversation without a language of its own", () => {
  it("is in the starter's language, also after somebody of another language decided and is answered in theirs", async () => {
    await run("deploy-guard", "101");
    const card = bench.find(telegram, "ID схвалення");
    expect(telegram.textOf(card)).toMatch(/^⏳ Очікує схвалення\ndeploy-guard · запуск .* · хто запустив: Oksana\n/);
    expect(telegram.textOf(card)).toContain("Схвалити має Haruto; не Oksana");
    expect(telegram.textOf(card)).toMatch(/Діє до \d\d\.\d\d\.\d{4} \d\d:\d\d UTC$/m);
    const press = { kind: "press", payload: payloadOf(card, "Схвалити"), message: card.ref } as const;
    expect(await act({ ...press, from: "101" })).toBe(
      "Не прийнято: ви самі його запустили; потрібне рішення: Haruto (release-manager).",
    );
    expect(await act({ ...press, from: "102", locale: "ja-JP" })).toBe("承認しました。実行を続けます。");
    expect(telegram.textOf(card)).toMatch(/^✅ Завершено за /);
    expect(telegram.textOf(card)).toContain("Схвалено: Haruto, ");
    expect(await act({ ...press, from: "103", locale: "ko" })).toMatch(/^이미 Haruto 님이 승인했습니다 \(/);
    expect(shows("ваш запуск")).toMatch(/^Oksana, ваш запуск deploy-guard · запуск .*: завершено\.$/);
  });

  it("stays in the language the platform told, without any further event, over a restart", async () => {
    await run("deploy-guard", "103", { locale: "ja" });
    const card = bench.find(telegram, "承認 ID");
    await bench.restart();
    expect(card.edits).toBe(0);
    expect(telegram.messages.filter((message) => telegram.textOf(message).includes("承認 ID"))).toHaveLength(1);
  });
});

describe("a card in a conversation with a language of its own", () => {
  it("is in that language and zone, whoever started; each person is answered in their own", async () => {
    await run("deploy-guard", "101", { conversation: KOREAN_CHAT });
    expect(shows("승인 ID")).toMatch(/만료: \d{4}년 \d+월 \d+일 \d+:\d\d UTC\+9$/m);
    const id = /승인 ID ([0-9a-f]{8})/.exec(shows("승인 ID"))?.[1] ?? "";
    const command = { kind: "command", name: "approve", conversation: KOREAN_CHAT } as const;
    expect(await act({ ...command, rest: "00000000", from: "102", locale: "ja" })).toContain(
      "承認 ID 00000000 はありません",
    );
    expect(await act({ ...command, rest: id, from: "102", locale: "pt-BR" })).toBe("Approved. The run goes on.");
  });

  it("answers whoever says nothing of their language in the conversation's", async () => {
    expect(await act({ kind: "command", name: "pending", from: "103", conversation: KOREAN_CHAT })).toBe(
      "여기서 대기 중인 것이 없습니다.",
    );
  });
});

describe("a question", () => {
  it("is in the language of whoever answers it, in a conversation of another one", async () => {
    await run("order", "101", { conversation: KOREAN_CHAT });
    const prompt = bench.find(telegram, "Дайте відповідь на це повідомлення");
    expect(shows("How many?")).toContain("Напишіть ціле число, не більше ніж 9.");
    const reply = { kind: "text", replyTo: prompt.ref, from: "101", conversation: KOREAN_CHAT } as const;
    expect(await act({ ...reply, text: "12" })).toBe(
      "Це не прийнято:\n  • Відповідь: значення має бути не більше ніж 9.",
    );
    const again = bench.find(telegram, "Дайте відповідь на це повідомлення");
    expect(await act({ ...reply, replyTo: again.ref, text: "7" })).toContain(
      "Відповідь прийнято. Запуск продовжується.",
    );
  });
});

describe("what anybody may ask", () => {
  it.each([
    ["uk", "Команда", "Вас не зареєстровано."],
    ["ja-JP", "コマンド", "登録されていません。"],
    ["ko", "명령", "등록되어 있지 않습니다."],
    ["pt-BR", "command", "You are not registered."],
  ])("is answered to a stranger whose platform says %s", async (locale, _command, stranger) => {
    expect(await act({ kind: "command", name: "whoami", from: "999", locale })).toContain(stranger);
  });

  it("/help is in the person's language, with every command", async () => {
    const help = await act({ kind: "command", name: "help", from: "101" });
    expect(help).toMatch(/^Сценарії зупиняються тут на шлюзах/);
    expect(help).toContain("/deny <id> [причина]: Відхилити за ID");
    expect(help.match(/^ {2}• \//gm)).toHaveLength(telegram.host().commands.length);
  });

  it("a gate that nobody could open is explained in the person's language, from its policy", async () => {
    expect(await run("deploy-guard", "102", { locale: "ja" })).toBe(
      [
        "deploy-guard は、誰にも開けないゲートがあるため開始されませんでした:",
        "  • gate: Haruto さんの承認が必要です。開始した Haruto さんは承認できません。発起人の Oksana さんは承認できません。ここで操作できる人の中に該当者がいません。",
        "それでも開始するには --even-if-stuck を付けてください。",
      ].join("\n"),
    );
  });

  it("a command that cannot be read is explained in the person's language", async () => {
    expect(await run("deploy-gaurd", "101")).toBe(
      "Сценарію deploy-gaurd немає. Можливо, ви мали на увазі deploy-guard?",
    );
    expect(await run("order extra=1", "102", { locale: "ja" })).toContain("extra という引数はありません。");
  });
});

describe("what platforms register", () => {
  it("is described in every language, under the same names", () => {
    const { commands, translatedCommands } = telegram.host();
    if (translatedCommands === undefined) throw new Error("Nothing is translated");
    expect([...translatedCommands.keys()]).toEqual(["uk", "ja", "ko"]);
    const runs = [commands, ...translatedCommands.values()].map((set) => set.find(({ name }) => name === "run"));
    expect(runs.map((command) => command?.description)).toEqual([
      "Start a workflow",
      "Запустити сценарій",
      "ワークフローを開始する",
      "워크플로 시작",
    ]);
  });
});
