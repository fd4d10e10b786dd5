import { afterEach, describe, expect, it } from "vitest";
import { createFakePlatform, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { openStage, PEOPLE, type Stage } from "../../hostile/bot/stage.ts";

let stage: Stage;
let platform: FakePlatform;

afterEach(() => stage.stop());

/** One failure that the run goes on after, one inside of a called workflow, and what never failed. */
const FAILING = `
  - { id: lint, run: exit 3, on_error: continue }
  - { id: build, run: echo built }
  - { id: checks, workflow: checks.lobster }
`;

const FILES = {
  "plain.lobster": `steps:${FAILING}`,
  "before.lobster": `steps:${FAILING}  - { id: gate, approval: Release it? }\n  - { id: go, run: echo done }\n`,
  "after.lobster": `steps:\n  - { id: gate, approval: Release it? }${FAILING}`,
  "clean.lobster": "steps:\n  - { id: build, run: echo built }\n",
  "all.lobster": "steps:\n  - { id: lint, run: exit 3, on_error: skip_rest }\n",
  "stops.lobster": "steps:\n  - { id: lint, run: exit 3, on_error: continue }\n  - { id: build, run: exit 4 }\n",
  "checks.lobster": "steps:\n  - { id: e2e, run: exit 1, on_error: continue }\n  - { id: done, run: echo ok }\n",
};

const openIn = async (locale?: string): Promise<void> => {
  platform = createFakePlatform();
  const chat = { platform: "telegram", id: "100", ...(locale === undefined ? {} : { locale }) } as const;
  stage = await openStage({ platform, files: FILES, config: { people: PEOPLE, chats: [chat] } });
};

const run = (name: string) => stage.act({ kind: "command", name: "run", rest: name, from: "101" });
const approve = (label: string) => {
  const card = stage.find("Release it?");
  return stage.act({ kind: "press", payload: payloadOf(card, label), message: card.ref, from: "102" });
};

describe("the last card of a run that went on after failures", () => {
  it.each(["plain", "before", "after"])("says how many steps failed, and names them: %s", async (workflow) => {
    await openIn();
    await run(workflow);
    if (workflow !== "plain") await approve("Approve");
    const card = stage.find(workflow === "plain" ? "Output:" : "Release it?");
    expect(platform.textOf(card)).toMatch(/^⚠️ Finished in .*, but 2 steps failed\n/);
    expect(platform.textOf(card)).toContain("\nFailed on the way: lint and checks/e2e\n");
  });

  it("says so where nothing else ran", async () => {
    await openIn();
    await run("all");
    expect(platform.textOf(stage.find("No output"))).toMatch(/, but 1 step failed\n(?:.*\n)*Failed on the way: lint\n/);
  });

  it("keeps the failures before the one that ended the run, and names that one for what it did", async () => {
    await openIn();
    await run("stops");
    const shown = platform.textOf(stage.find("❌ Failed"));
    expect(shown).toContain("\nFailed on the way: lint\n");
    expect(shown).toContain("Step build failed with exit code 4");
  });

  it("says nothing of failures where there were none", async () => {
    await openIn();
    await run("clean");
    const shown = platform.textOf(stage.find("Output:"));
    expect(shown).toMatch(/^✅ Finished in [\d.]+ s\n/);
    expect(shown).not.toContain("ailed");
  });

  it.each([
    ["uk", /^⚠️ Завершено за .*, але з помилками \(2 кроки\)\n/, "Невдалі кроки: lint і checks/e2e"],
    ["ja", /^⚠️ 完了 \(所要時間 .*\)、ただし 2 件のステップが失敗\n/, "途中で失敗したステップ: lint、checks/e2e"],
    ["ko", /^⚠️ 완료 \(소요 시간 .*\), 단계 2개 실패\n/, "도중에 실패한 단계: lint 및 checks/e2e"],
  ])("says so in the language of its readers: %s", async (locale, state, named) => {
    await openIn(locale);
    await run("plain");
    const shown = platform.textOf(stage.find("checks/e2e"));
    expect(shown).toMatch(state);
    expect(shown.split("\n")).toContain(named);
  });
});

describe("failures that a run went on after", () => {
  it("stand in the short card of the run, in its status and in what its starter is told", async () => {
    await openIn();
    await run("after");
    await approve("Approve");
    expect(stage.texts().filter((text) => /^⚠️ Finished in .*, but 2 steps failed$/m.test(text))).toHaveLength(2);
    expect(platform.textOf(stage.find("your run after"))).toMatch(
      /finished\.\nFailed on the way: lint and checks\/e2e$/,
    );
    const { text } = await stage.act({ kind: "command", name: "status", rest: "", from: "101" });
    expect(text).toMatch(/, but 2 steps failed/);
    const id = (await stage.runtime.listRuns()).runs[0]?.id ?? "";
    const one = await stage.act({ kind: "command", name: "status", rest: id, from: "101" });
    expect(one.text.split("\n")).toContain("Failed on the way: lint and checks/e2e");
  });

  it("are not hidden among the steps that are done, while a long run is under way", async () => {
    platform = createFakePlatform();
    const later = Array.from({ length: 9 }, (_, n) => `  - { id: step-${n}, run: echo ${n} }\n`).join("");
    const ask = "  - { id: ask, input: { prompt: How many?, responseSchema: { type: integer } } }\n";
    stage = await openStage({
      platform,
      files: {
        "long.lobster": `steps:\n  - { id: lint, run: exit 3, on_error: continue }\n${later}${ask}`,
        "short.lobster": `steps:\n  - { id: lint, run: exit 3, on_error: continue }\n${ask}`,
      },
    });
    await run("long");
    expect(platform.textOf(stage.find("earlier steps"))).toMatch(/\n… 5 earlier steps done\nFailed on the way: lint\n/);
    await run("short");
    const shown = platform.textOf(stage.find("✖"));
    expect(shown).toContain("short · run");
    expect(shown).not.toContain("Failed on the way");
  });

  it("are those of the last attempt where a called workflow was tried again", async () => {
    platform = createFakePlatform();
    stage = await openStage({
      platform,
      files: {
        "again.lobster": "steps:\n  - { id: checks, workflow: flaky.lobster, retry: { max: 2, delay_ms: 1 } }\n",
        "flaky.lobster": `
steps:
  - { id: first, run: "test -e was-here || { touch was-here; exit 1; }", on_error: continue }
  - { id: second, run: "test -e was-there || { touch was-there; exit 1; }" }
`,
      },
    });
    await run("again");
    expect(platform.textOf(stage.find("again · run"))).toMatch(/^✅ Finished in [\d.]+ s\n/);
  });
});
