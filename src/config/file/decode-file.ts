import type { ChatConfig, DefaultsConfig, PersonConfig, TelegramConfig, WorkflowConfig } from "../config.ts";
import { readDurationMs } from "../duration.ts";
import { decodeChat } from "./decode-chat.ts";
import { decodePerson } from "./decode-person.ts";
import { decodeWorkflow } from "./decode-workflow.ts";
import { readEntries, readInteger, readMembers, readText, readTexts } from "./fields.ts";

/** What the configuration file says, in our shapes. Lists keep the positions of the file. */
export interface FileContent {
  readonly people: readonly PersonConfig[];
  readonly chats: readonly ChatConfig[];
  readonly workflows: ReadonlyMap<string, WorkflowConfig>;
  readonly defaults: DefaultsConfig;
  /** Names of variables, never values. */
  readonly secrets: readonly string[];
  readonly telegram: Pick<TelegramConfig, "webhook">;
  readonly discord: { readonly guild?: string; readonly threadPerRun: boolean };
}

/** Decodes a file that was checked against the schema; parts that failed there are left empty. */
export function decodeFile(data: unknown): FileContent {
  const file = readMembers(data);
  const discord = readMembers(file.get("discord"));
  const guild = readText(discord.get("guild"));
  return {
    people: readEntries(file.get("people")).map(decodePerson),
    chats: readEntries(file.get("chats")).map(decodeChat),
    workflows: new Map([...readMembers(file.get("workflows"))].map(([name, rules]) => [name, decodeWorkflow(rules)])),
    defaults: decodeDefaults(file.get("defaults")),
    secrets: readTexts(file.get("secrets")),
    telegram: { webhook: decodeWebhook(readMembers(file.get("telegram")).get("webhook")) },
    discord: { ...(guild === undefined ? {} : { guild }), threadPerRun: discord.get("thread_per_run") === true },
  };
}

function decodeWebhook(value: unknown): TelegramConfig["webhook"] {
  const webhook = readMembers(value);
  const url = readText(webhook.get("url"));
  if (url === undefined) return "off";
  return {
    url,
    host: readText(webhook.get("host")) ?? "127.0.0.1",
    port: readInteger(webhook.get("port")) ?? 8080,
  };
}

function decodeDefaults(value: unknown): DefaultsConfig {
  const defaults = readMembers(value);
  const expires = readText(defaults.get("expires_in")) ?? "24h";
  const remindBeforeMs = readDurationMs(readText(defaults.get("remind_before")) ?? "");
  return {
    timeoutMs: readInteger(defaults.get("timeoutMs")) ?? 900_000,
    maxOutputBytes: readInteger(defaults.get("maxOutputBytes")) ?? 512_000,
    expiresInMs: expires === "never" ? null : (readDurationMs(expires) ?? null),
    ...(remindBeforeMs === undefined ? {} : { remindBeforeMs }),
    maxParallel: readInteger(defaults.get("max_parallel")) ?? 4,
    notifyStarter: defaults.get("notify_starter") === true,
  };
}
