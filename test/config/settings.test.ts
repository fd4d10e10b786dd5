import { describe, expect, test } from "vitest";
import { readSettings } from "../../src/config/settings.ts";

const places = { cwd: "/srv/bot", home: "/home/ada" };

describe("readSettings", () => {
  test("without variables no adapter is on and everything has its default", () => {
    expect(readSettings({}, places)).toEqual({
      problems: [],
      settings: {
        stateDirectory: "/home/ada/.lobster/state",
        workflowsDirectory: "/srv/bot/workflows",
        configFile: "/srv/bot/lobster.config.yaml",
        configFileGiven: false,
        logging: { level: "info", pretty: false },
      },
    });
  });

  test("each token turns its adapter on, with its address", () => {
    const { settings } = readSettings(
      {
        TELEGRAM_BOT_TOKEN: " 123456:abcdef ",
        TELEGRAM_API_ROOT: "http://127.0.0.1:8081/",
        DISCORD_BOT_TOKEN: "discord-token",
        DISCORD_API_BASE: "http://127.0.0.1:8080/api",
        LOBSTER_CONFIG: "~/bot.yaml",
        LOBSTER_WORKFLOWS_DIR: "flows",
        LOBSTER_LOG_LEVEL: "DEBUG",
        LOBSTER_LOG_PRETTY: "1",
      },
      places,
    );
    expect(settings).toMatchObject({
      telegram: { token: "123456:abcdef", apiRoot: "http://127.0.0.1:8081" },
      discord: { token: "discord-token", apiBase: "http://127.0.0.1:8080/api" },
      configFile: "/home/ada/bot.yaml",
      configFileGiven: true,
      workflowsDirectory: "/srv/bot/flows",
      logging: { level: "debug", pretty: true },
    });
  });

  test("an empty token leaves the adapter off", () => {
    expect(readSettings({ TELEGRAM_BOT_TOKEN: "" }, places).settings.telegram).toBeUndefined();
  });

  test.each([
    ["TELEGRAM_BOT_TOKEN", "with space:abcdef"],
    ["DISCORD_BOT_TOKEN", "short"],
    ["TELEGRAM_API_ROOT", "127.0.0.1:8081"],
    ["DISCORD_API_BASE", "ftp://host/api"],
    ["LOBSTER_LOG_LEVEL", "loud"],
    ["LOBSTER_LOG_PRETTY", "maybe"],
  ])("%s=%s is a problem that names the variable and not the value", (name, value) => {
    const { problems } = readSettings({ [name]: value }, places);
    expect(problems.map((problem) => problem.name)).toEqual([name]);
    expect(JSON.stringify(problems)).not.toContain(value);
  });
});
