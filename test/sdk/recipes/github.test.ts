import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Lobster } from "../../../src/sdk/index.ts";
import * as recipes from "../../../src/sdk/recipes/github/index.ts";
import { loadPeerRecipes } from "../../helpers/peer.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

const { ghPrView, prMonitor, prMonitorNotify } = recipes;

const GH = '#!/bin/sh\necho "$@" >> "$0.calls"\ncat "$0.answer"\n';

const PULL = {
  number: 7,
  title: "First",
  url: "https://github.com/a/b/pull/7",
  state: "OPEN",
  isDraft: false,
  mergeable: "MERGEABLE",
  reviewDecision: "",
  author: { login: "me" },
  baseRefName: "main",
  headRefName: "topic",
  updatedAt: "2026-01-01T00:00:00Z",
};

/** Puts a `gh` that answers on the PATH of this process: recipes take no environment. */
function fakeGh() {
  const folder = makeFolder({ gh: GH, "gh.answer": JSON.stringify(PULL) });
  chmodSync(join(folder, "gh"), 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env["PATH"] ?? ""}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return {
    useState: (name: string) => vi.stubEnv("LOBSTER_STATE_DIR", join(folder, name)),
    answer: (change: object) => writeFileSync(join(folder, "gh.answer"), JSON.stringify({ ...PULL, ...change })),
    calls: () => readFileSync(join(folder, "gh.calls"), "utf8").trim().split("\n"),
  };
}

const TARGET = { repo: "a/b", pr: 7 };

it("the recipes have the peer's names", async () => {
  expect(Object.keys(recipes).toSorted()).toEqual(Object.keys(await loadPeerRecipes()).toSorted());
});

describe("ghPrView", () => {
  it("passes on what gh says of a pull request", async () => {
    const gh = fakeGh();
    expect((await new Lobster().pipe(ghPrView(TARGET)).run()).output).toEqual([PULL]);
    await new Lobster().pipe(ghPrView({ ...TARGET, fields: ["number", "title"] })).run();
    expect(gh.calls()).toEqual([
      expect.stringMatching(/^pr view 7 --repo a\/b --json number,title,url,/),
      "pr view 7 --repo a/b --json number,title",
    ]);
  });

  it("is a stage that can be looked at", () => {
    expect(ghPrView(TARGET)).toMatchObject({ type: "github.pr.view", repo: "a/b", pr: 7 });
  });
});

describe("the monitors", () => {
  it("tell what the peer tells, run after run", async () => {
    const gh = fakeGh();
    const peer = await loadPeerRecipes();
    const both = async (
      run: (from: { prMonitor: typeof prMonitor; prMonitorNotify: typeof prMonitorNotify }) => unknown,
    ) => {
      gh.useState("ours");
      const ours = await run(recipes);
      gh.useState("theirs");
      expect(ours).toEqual(await run(peer as never));
    };
    await both((from) => from.prMonitor(TARGET).run());
    await both((from) => from.prMonitor(TARGET).run());
    await both((from) => from.prMonitor({ ...TARGET, changesOnly: true }).run());
    gh.answer({ title: "Second" });
    await both((from) => from.prMonitor({ ...TARGET, summaryOnly: true }).run());
    gh.answer({ title: "Third", state: "CLOSED" });
    await both((from) => from.prMonitorNotify(TARGET).run());
    await both((from) => from.prMonitorNotify(TARGET).run());
    await both((from) => from.prMonitor({ ...TARGET, key: "mine" }).run());
  });

  it("say nothing of a change that no field shows (fault F40)", async () => {
    const gh = fakeGh();
    gh.useState("state");
    await prMonitorNotify(TARGET).run();
    gh.answer({ author: { login: "you" } });
    expect((await prMonitorNotify(TARGET).run()).output).toEqual([
      { kind: "github.pr.monitor.notify", suppressed: true },
    ]);
  });

  it("leave the remembered state alone when they are cancelled", async () => {
    const gh = fakeGh();
    gh.useState("state");
    const signal = AbortSignal.abort(new Error("stopped"));
    expect(await prMonitor({ ...TARGET, signal }).run()).toMatchObject({ ok: false, error: { message: "stopped" } });
    expect((await prMonitor(TARGET).run()).output).toMatchObject([{ changed: true }]);
  });

  it("say what they are", () => {
    expect(prMonitor.meta).toMatchObject({ name: "github.pr.monitor", requires: ["gh"] });
    expect(prMonitorNotify(TARGET).getMeta()).toBe(prMonitorNotify.meta);
  });
});

describe("a recipe's target", () => {
  const make: readonly [string, (target: never) => unknown][] = [
    ["ghPrView", ghPrView],
    ["prMonitor", prMonitor],
    ["prMonitorNotify", prMonitorNotify],
  ];
  it.each(make)("of %s is needed, and cannot be an option of gh (fault F28)", (name, recipe) => {
    expect(() => recipe({} as never)).toThrow(`${name} requires repo`);
    expect(() => recipe({ repo: "a/b" } as never)).toThrow(`${name} requires pr`);
    expect(() => recipe({ repo: "a/b", pr: "--help" } as never)).toThrow(/needs pr as the number/);
    expect(() => recipe({ repo: "--web", pr: 1 } as never)).toThrow(/needs repo as owner\/name/);
  });
});
