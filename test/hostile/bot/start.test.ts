import { writeFileSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createCheckReport } from "../../../src/bot/check/check-report.ts";
import { createCatalog } from "../../../src/bot/catalog.ts";
import { loadConfig, type ConfigOutcome } from "../../../src/config/load-config.ts";
import { runBot } from "../../../src/main/run-bot.ts";
import type { World } from "../../../src/main/world.ts";
import { loadWorkflow } from "../../../src/runtime/workflow/load.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";
import { DEPLOY_GUARD } from "../../scenarios/workspace.ts";

const load = (folder: string, environment: Readonly<Record<string, string>> = {}): Promise<ConfigOutcome> =>
  loadConfig({ cwd: folder, home: folder, environment });

describe("a state directory that cannot be used", () => {
  it("stops the start with one message that says which and what to do, not with a stack trace", async () => {
    const folder = makeFolder({ "workflows/deploy-guard.lobster": DEPLOY_GUARD });
    writeFileSync(path.join(folder, "in-the-way"), "a file");
    const outcome = await load(folder, { LOBSTER_STATE_DIR: path.join(folder, "in-the-way") });
    const said: string[] = [];
    if (outcome.kind === "problems") {
      said.push(...outcome.problems.map(({ what, fix, file }) => `${file} ${what} ${fix}`));
    } else {
      const stdin = new PassThrough();
      stdin.end();
      const stderr = new PassThrough();
      stderr.on("data", (chunk: Buffer) => said.push(chunk.toString()));
      const stdout = new PassThrough();
      stdout.resume();
      const world = {
        arguments: ["start"],
        stdin,
        stdout,
        stderr,
        wantsNoColours: true,
        onInterrupt: () => () => undefined,
      };
      expect(await runBot(outcome.config, world as unknown as World)).not.toBe(0);
    }
    expect(said.join("")).toContain("in-the-way");
  });
});

const PEOPLE = `people:
  - { id: dev-lead, name: Dev lead, telegram: 101, groups: [dev] }
  - { id: release-manager, name: Release manager, telegram: 102, groups: [release] }
`;
const TOKEN = { TELEGRAM_BOT_TOKEN: "123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" };

/** What a start with this configuration, or `check`, has against it. */
const objections = async (config: string): Promise<string> => {
  const folder = makeFolder({ "workflows/deploy-guard.lobster": DEPLOY_GUARD, "lobster.config.yaml": PEOPLE + config });
  const outcome = await load(folder, TOKEN);
  if (outcome.kind === "problems") return outcome.problems.map(({ what }) => what).join("\n");
  const report = await createCheckReport(outcome, ({ workflowsDirectory, environment }) =>
    createCatalog({ directory: workflowsDirectory, load: (file) => loadWorkflow(file, { environment }) }),
  );
  return report.ok ? "" : report.text;
};

describe("cards that go only where nobody can press their buttons", () => {
  it("is a mistake that is named: a conversation the bot does not work in", async () => {
    const config = "chats: [{ telegram: -100 }]\nworkflows: { deploy-guard: { post_to: ['telegram:-200'] } }\n";
    expect(await objections(config)).toContain("-200");
  });

  it("is a mistake that is named: a platform that is off", async () => {
    const config =
      "chats: [{ telegram: -100 }, { discord: '555' }]\nworkflows: { deploy-guard: { post_to: ['discord:555'] } }\n";
    expect(await objections(config)).toContain("555");
  });
});
