import { describe, expect, test } from "vitest";
import { readRuntimeEnvironment, withoutBotSecrets } from "../../src/config/environment.ts";

describe("readRuntimeEnvironment", () => {
  test("the copy is plain, without unset variables, and does not follow later changes", () => {
    const source: Record<string, string | undefined> = { A: "1", B: undefined };
    const copy = readRuntimeEnvironment(source);
    source["A"] = "2";
    expect(copy).toEqual({ A: "1" });
    expect(Object.keys(copy)).toEqual(["A"]);
  });
});

describe("withoutBotSecrets", () => {
  const token = "123456:the-telegram-token";
  const adapters = { telegram: { token, webhook: "off" as const }, terminal: false };

  test.each([
    "TELEGRAM_BOT_TOKEN",
    "DISCORD_BOT_TOKEN",
    "LOBSTER_DATABASE_URL",
    "Telegram_Bot_Token",
    "LOBSTER_APPROVAL_APPROVED_BY",
    "LOBSTER_APPROVAL_APPROVER_GROUPS",
    "LOBSTER_APPROVAL_INITIATED_BY",
    "LOBSTER_APPROVAL_REQUIRED_APPROVER",
    "LOBSTER_APPROVAL_REQUIRE_DIFFERENT_APPROVER",
    "LOBSTER_EXECUTION",
  ])("steps do not inherit %s", (name) => {
    expect(withoutBotSecrets({ [name]: "value", PATH: "/bin" }, { adapters })).toEqual({ PATH: "/bin" });
  });

  test("a token under any other name is not inherited either", () => {
    const environment = { MY_COPY: `https://host/bot${token}/getMe`, NPM_TOKEN: "npm", LOBSTER_SHELL: "/bin/bash" };
    expect(withoutBotSecrets(environment, { adapters })).toEqual({ NPM_TOKEN: "npm", LOBSTER_SHELL: "/bin/bash" });
  });
});
