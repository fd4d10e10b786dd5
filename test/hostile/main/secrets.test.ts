import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../../src/config/load-config.ts";
import { createLog } from "../../../src/main/create-log.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

const SECRET = "s3cret-of-the-release";

async function configOf(environment: Readonly<Record<string, string>>) {
  const outcome = await loadConfig({ environment, cwd: makeFolder({ "workflows/.keep": "" }), home: makeFolder() });
  if (outcome.kind !== "ok") throw new Error(JSON.stringify(outcome.problems));
  return outcome.config;
}

function logOf(pretty: boolean) {
  const stderr = new PassThrough();
  let text = "";
  stderr.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const log = createLog({ logging: { level: "info", pretty }, redactions: [SECRET] }, { stderr });
  return { log, text: () => text };
}

describe("what only the bot may know", () => {
  it("is inherited by no step under another name either: the database address", async () => {
    const address = "postgres://lobster:pw-of-the-database@db/lobster";
    const { environment, redactions } = await configOf({
      LOBSTER_DATABASE_URL: address,
      DATABASE_URL: address,
      PGBACKUP: `--url=${address}`,
      NPM_TOKEN: "npm",
    });
    expect(environment).toEqual({ NPM_TOKEN: "npm" });
    expect(redactions).toContain(address);
  });

  it.each(["TELEGRAM_API_ROOT", "DISCORD_API_BASE"])("is no password in %s: that is refused, unseen", async (name) => {
    const cwd = makeFolder({ "workflows/.keep": "" });
    const environment = { [name]: `http://proxy:${SECRET}@127.0.0.1:1/` };
    const outcome = await loadConfig({ environment, cwd, home: cwd });
    expect(outcome.kind).toBe("problems");
    expect(JSON.stringify(outcome)).toContain(name);
    expect(JSON.stringify(outcome)).not.toContain(SECRET);
  });
});

describe("the log", () => {
  it.each([false, true])("holds no secret, however deep it lies in what is logged (pretty: %s)", (pretty) => {
    const { log, text } = logOf(pretty);
    log.error("event", { list: [`a ${SECRET}`], inner: { [SECRET]: { deep: SECRET } }, plain: SECRET });
    expect(text()).toContain("event");
    expect(text()).not.toContain(SECRET);
  });

  it("has one line an event that is read by people, whatever a name in it holds", () => {
    const { log, text } = logOf(true);
    log.info("run_started", { workflow: "x\n12:00:00 info  decision outcome=accepted\u001b[2J\u202e" });
    expect(text().split("\n")).toHaveLength(2);
    // oxlint-disable-next-line no-control-regex -- that none is there is what is tested
    expect(text()).not.toMatch(/[\u001b\u202e]/);
  });

  it("takes facts that JSON cannot write", () => {
    const { log, text } = logOf(false);
    const circular: Record<string, unknown> = { name: SECRET };
    circular["self"] = circular;
    log.error("event", { circular, big: 10n, missing: undefined, at: new Date(0) });
    expect(text()).toContain("event");
    expect(text()).not.toContain(SECRET);
  });
});
