import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Config } from "../../src/config/config.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { formatProblems, type ConfigProblem } from "../../src/config/problem.ts";
import { createWorkspace } from "./workspace.ts";

const TELEGRAM = { TELEGRAM_BOT_TOKEN: "123456:telegram-secret" };
const WORKFLOW = { "workflows/deploy-guard.lobster": "steps: []" };

/** The example of the specification (chat §1), word for word. */
const SPECIFIED = `people:
  - id: release-manager            # what LOBSTER_APPROVAL_APPROVED_BY will be
    name: Release manager
    telegram: 111111111            # numeric user id; one person, any number of accounts
    discord: "222222222222222222"
    groups: [release]
    locale: en                     # optional; also timezone: Europe/Kyiv
  - id: dev-lead
    name: Dev lead
    telegram: 333333333
    discord: "444444444444444444"
    groups: [dev]
chats:                             # conversations the bot works in; elsewhere only /whoami and /help answer
  - telegram: -1001234567890       # optional topic: 17
    workflows: [deploy-guard]      # default: all
  - discord: "555555555555555555"  # a channel or thread id
workflows:
  deploy-guard:
    start: [dev-lead, group:release]       # default: every registered person
    deny: [group:release, dev-lead]        # default: every registered person in the conversation; never narrower than approvers + starter
    post_to: [origin, discord:555555555555555555]   # cards go to each; default origin
defaults: { timeoutMs: 900000, maxOutputBytes: 512000, expires_in: 24h, remind_before: 1h, max_parallel: 4, notify_starter: true }
secrets: [NPM_TOKEN]               # values of these variables are redacted everywhere
telegram: { webhook: off }
discord: { guild: "666666666666666666", thread_per_run: false }
`;

interface Setup {
  readonly yaml?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

async function load({ yaml, files = WORKFLOW, environment = TELEGRAM }: Setup) {
  const cwd = await createWorkspace({ ...files, ...(yaml === undefined ? {} : { "lobster.config.yaml": yaml }) });
  return { cwd, outcome: await loadConfig({ cwd, environment, home: "/home/ada" }) };
}

async function loadGood(setup: Setup): Promise<Config> {
  const { outcome } = await load(setup);
  if (outcome.kind !== "ok") throw new Error(formatProblems(outcome.problems));
  return outcome.config;
}

async function loadBad(setup: Setup): Promise<readonly ConfigProblem[]> {
  const { outcome } = await load(setup);
  return outcome.kind === "problems" ? outcome.problems : [];
}

describe("a good configuration", () => {
  test.each([
    ["off", "off"],
    ["{ url: https://x.example/bot }", { url: "https://x.example/bot", host: "127.0.0.1", port: 8080 }],
    [
      "{ url: https://x.example/bot, host: '::', port: 9000 }",
      { url: "https://x.example/bot", host: "::", port: 9000 },
    ],
  ])("a webhook may be %s", async (yaml, webhook) => {
    const config = await loadGood({ yaml: `telegram: { webhook: ${yaml} }` });
    expect(config.adapters.telegram?.webhook).toEqual(webhook);
  });

  test("a conversation may have a language and a time zone", async () => {
    const { chats } = await loadGood({
      yaml: "chats: [{ telegram: -1, topic: 7, locale: uk-UA, timezone: Europe/Kyiv }, { discord: '5', locale: ja }]",
    });
    expect(chats).toEqual([
      { platform: "telegram", id: "-1", topic: "7", locale: "uk-UA", timezone: "Europe/Kyiv" },
      { platform: "discord", id: "5", locale: "ja" },
    ]);
  });

  test("the example of the specification loads whole", async () => {
    const environment = { ...TELEGRAM, DISCORD_BOT_TOKEN: "discord-secret", NPM_TOKEN: "npm-secret", PATH: "/bin" };
    const { cwd, outcome } = await load({ yaml: SPECIFIED, environment });
    expect(outcome).toEqual({
      kind: "ok",
      config: {
        configFile: path.join(cwd, "lobster.config.yaml"),
        people: [
          {
            id: "release-manager",
            name: "Release manager",
            accounts: [
              { platform: "telegram", id: "111111111" },
              { platform: "discord", id: "222222222222222222" },
            ],
            groups: ["release"],
            locale: "en",
          },
          {
            id: "dev-lead",
            name: "Dev lead",
            accounts: [
              { platform: "telegram", id: "333333333" },
              { platform: "discord", id: "444444444444444444" },
            ],
            groups: ["dev"],
          },
        ],
        demo: false,
        chats: [
          { platform: "telegram", id: "-1001234567890", workflows: ["deploy-guard"] },
          { platform: "discord", id: "555555555555555555" },
        ],
        workflows: new Map([
          [
            "deploy-guard",
            {
              start: [
                { kind: "person", id: "dev-lead" },
                { kind: "group", group: "release" },
              ],
              deny: [
                { kind: "group", group: "release" },
                { kind: "person", id: "dev-lead" },
              ],
              postTo: [
                { kind: "origin" },
                { kind: "conversation", conversation: { platform: "discord", id: "555555555555555555" } },
              ],
            },
          ],
        ]),
        defaults: {
          timeoutMs: 900_000,
          maxOutputBytes: 512_000,
          expiresInMs: 86_400_000,
          remindBeforeMs: 3_600_000,
          maxParallel: 4,
          notifyStarter: true,
        },
        adapters: {
          telegram: { token: TELEGRAM.TELEGRAM_BOT_TOKEN, webhook: "off" },
          discord: { token: "discord-secret", guild: "666666666666666666", threadPerRun: false },
          terminal: false,
        },
        stateDirectory: "/home/ada/.lobster/state",
        workflowsDirectory: path.join(cwd, "workflows"),
        logging: { level: "info", pretty: false },
        redactions: ["123456:telegram-secret", "discord-secret", "npm-secret"],
        environment: { NPM_TOKEN: "npm-secret", PATH: "/bin" },
      },
    });
  });

  test("lobster.config.example.yaml loads as it is and with its comments taken in", async () => {
    const example = await readFile(new URL("../../lobster.config.example.yaml", import.meta.url), "utf8");
    const workflowRules = example.replaceAll(/^# (workflows:| {2,}\S)/gm, "$1").replaceAll("    # topic", "    topic");
    expect(workflowRules).toContain("\nworkflows:\n  deploy-guard:\n");
    expect((await loadGood({ yaml: example })).people).toHaveLength(2);
    const config = await loadGood({ yaml: workflowRules.replaceAll("    # workflows", "    workflows") });
    expect(config.workflows.get("deploy-guard")?.postTo).toHaveLength(2);
    expect(config.chats[0]).toEqual({
      platform: "telegram",
      id: "-1001234567890",
      topic: "17",
      workflows: ["deploy-guard"],
    });
  });

  test.each([
    ["no file at all", undefined],
    ["an empty file", ""],
    ["only comments", "# nothing yet\n"],
  ])("%s is nobody registered and no conversation", async (_, yaml) => {
    const config = await loadGood(yaml === undefined ? {} : { yaml });
    expect(config).toMatchObject({ people: [], chats: [], demo: false, defaults: { expiresInMs: 86_400_000 } });
    expect(config.configFile === undefined).toBe(yaml === undefined);
  });

  test("one person may have several accounts on a platform", async () => {
    const config = await loadGood({ yaml: "people:\n  - { id: a, name: A, telegram: [1, 2], discord: ['3', '4'] }" });
    expect(config.people[0]?.accounts.map(({ platform, id }) => `${platform}:${id}`)).toEqual([
      "telegram:1",
      "telegram:2",
      "discord:3",
      "discord:4",
    ]);
  });

  test("gates may be told never to expire", async () => {
    expect(
      (await loadGood({ yaml: "defaults: { expires_in: never, remind_before: 1h }" })).defaults.expiresInMs,
    ).toBeNull();
  });

  test("the process wins over .env, also with an empty value, and steps inherit both", async () => {
    const files = {
      ...WORKFLOW,
      ".env": "TELEGRAM_BOT_TOKEN=123456:of-the-file\nNPM_TOKEN=npm-of-file\nLOBSTER_LOG_LEVEL=warn",
    };
    const environment = { DISCORD_BOT_TOKEN: "discord-secret", TELEGRAM_BOT_TOKEN: "", LOBSTER_LOG_LEVEL: "debug" };
    const config = await loadGood({ files, environment });
    expect(config.adapters).toEqual({ discord: { token: "discord-secret", threadPerRun: false }, terminal: false });
    expect(config.logging.level).toBe("debug");
    expect(config.environment).toEqual({ NPM_TOKEN: "npm-of-file", LOBSTER_LOG_LEVEL: "debug" });
  });

  test("redactions are longest first, without repeats and without unset variables", async () => {
    const environment = { ...TELEGRAM, A: "secret", B: "a longer secret of mine that is long", C: "secret" };
    const config = await loadGood({ yaml: "secrets: [A, B, C, UNSET]", environment });
    expect(config.redactions).toEqual([environment.B, TELEGRAM.TELEGRAM_BOT_TOKEN, "secret"]);
  });
});

describe("the terminal chat", () => {
  test("without tokens and people it opens with the three demo people", async () => {
    const config = await loadGood({ environment: {} });
    expect(config.adapters).toEqual({ terminal: true });
    expect(config.demo).toBe(true);
    expect(config.people.map(({ id, groups, accounts }) => ({ id, groups, accounts }))).toEqual([
      { id: "dev-lead", groups: ["dev"], accounts: [{ platform: "terminal", id: "dev-lead" }] },
      { id: "release-manager", groups: ["release"], accounts: [{ platform: "terminal", id: "release-manager" }] },
      { id: "teammate", groups: ["dev"], accounts: [{ platform: "terminal", id: "teammate" }] },
    ]);
  });

  test("people of the file take the place of the demo people and go by their ids", async () => {
    const config = await loadGood({ yaml: "people: [{ id: ada, name: Ada, telegram: 5 }]", environment: {} });
    expect(config.demo).toBe(false);
    expect(config.people[0]?.accounts).toEqual([
      { platform: "telegram", id: "5" },
      { platform: "terminal", id: "ada" },
    ]);
  });

  test("rules may name the demo people", async () => {
    const yaml = "workflows: { deploy-guard: { start: [teammate, group:release] } }";
    expect((await loadGood({ yaml, environment: {} })).demo).toBe(true);
  });

  test("with a token nobody has a terminal account and nobody is made up", async () => {
    const config = await loadGood({ yaml: "people: [{ id: ada, name: Ada, telegram: 5 }]" });
    expect(config.people.flatMap(({ accounts }) => accounts.map(({ platform }) => platform))).toEqual(["telegram"]);
  });
});

describe("a configuration that is refused", () => {
  const one = "people: [{ id: a, name: A, groups: [g] }]\n";

  test.each<[string, string, string, string]>([
    // what is wrong, the file, what is said, what to do
    ["an unknown key", "peple: []", "peple is an unknown key", "Did you mean people?"],
    [
      "an unknown key inside",
      "defaults: { expire_in: 1h }",
      "defaults.expire_in is an unknown key",
      "Did you mean expires_in?",
    ],
    ["an unknown key like nothing", "zzzzzz: 1", "zzzzzz is an unknown key", "Known here: people, chats"],
    ["an inherited name as a key", "constructor: 1", "constructor is an unknown key", "Known here"],
    ["a prototype as a key", '"__proto__": { people: [] }', "__proto__ is an unknown key", "Known here"],
    ["a list for the whole", "- people", "the file must be a mapping, found a list", "Who may do what"],
    ["a text for a list", "people: ada", "people must be a list, found a text", "- id:"],
    ["a person without name", "people: [{ id: a }]", "people[0] has no name", "at least `id` and `name`"],
    ["an id with a space", "people: [{ id: a b, name: A }]", "people[0].id has a form", "letters, digits"],
    ["an id that is a group", "people: [{ id: 'group:x', name: A }]", "people[0].id has a form", "letters, digits"],
    ["the id starter", "people: [{ id: starter, name: A }]", "nobody can have the id starter", "another id"],
    [
      "one id twice",
      "people: [{ id: a, name: A }, { id: a, name: B }]",
      "the id a stands twice, first at people[0]",
      "one entry",
    ],
    [
      "one id twice but for letter case",
      "people: [{ id: ann, name: A }, { id: Ann, name: B }]",
      "the id Ann stands twice, first at people[0]",
      "one entry",
    ],
    [
      "a Discord id without quotes",
      "people: [{ id: a, name: A, discord: 444444444444444445 }]",
      "is the number 444444444444444445",
      'Write it in quotes: "444444444444444445".',
    ],
    [
      "a Discord id without quotes in a list",
      "people: [{ id: a, name: A, discord: [444444444444444445] }]",
      "YAML numbers beyond 2^53 lose digits",
      '"444444444444444445"',
    ],
    [
      "a guild without quotes",
      "discord: { guild: 666666666666666666 }",
      "discord.guild is the number 666666666666666666",
      "in quotes",
    ],
    [
      "a Discord user name",
      "people: [{ id: a, name: A, discord: ada }]",
      "people[0].discord has a form",
      "user id that /whoami shows",
    ],
    [
      "a Telegram id in quotes",
      "people: [{ id: a, name: A, telegram: '5' }]",
      "people[0].telegram must be a whole number or a list, found a text",
      "without quotes",
    ],
    [
      "an unsafe Telegram id",
      "people: [{ id: a, name: A, telegram: 9007199254740993 }]",
      "is 9007199254740993, which is too large",
      "/whoami",
    ],
    [
      "a chat as a person",
      "people: [{ id: a, name: A, telegram: -100123 }]",
      "people[0].telegram is -100123, which is too small",
      "user id",
    ],
    [
      "anonymous admins",
      "people: [{ id: a, name: A, telegram: 1087968824 }]",
      "anonymous group admins, never a person",
      "without being anonymous",
    ],
    ["channel posts", "people: [{ id: a, name: A, telegram: [5, 136817688] }]", "never a person", "/whoami"],
    ["Telegram's own account", "people: [{ id: a, name: A, telegram: 777000 }]", "never a person", "/whoami"],
    [
      "one account of two people",
      "people: [{ id: a, name: A, telegram: 5 }, { id: b, name: B, telegram: [6, 5] }]",
      "the telegram account 5 already belongs to people[0]",
      "one of the two",
    ],
    [
      "one Discord account of two people",
      "people: [{ id: a, name: A, discord: '5' }, { id: b, name: B, discord: '5' }]",
      "the discord account 5 already belongs",
      "one person",
    ],
    ["an unknown language", "people: [{ id: a, name: A, locale: english language }]", "not a language", "language tag"],
    ["an unknown time zone", "people: [{ id: a, name: A, timezone: Mars/Olympus }]", "not a time zone", "Europe/Kyiv"],
    ["a chat's unknown language", "chats: [{ telegram: -1, locale: uk_UA }]", "not a language", "language tag"],
    ["a chat's unknown time zone", "chats: [{ telegram: -1, timezone: CEST+9 }]", "not a time zone", "Europe/Kyiv"],
    [
      "a group twice",
      "people: [{ id: a, name: A, groups: [g, h, g] }]",
      "people[0].groups has the same entry twice (entries 1 and 3)",
      "Remove one",
    ],
    [
      "a conversation of no platform",
      "chats: [{ workflows: [deploy-guard] }]",
      "chats[0] must name one conversation",
      "exactly one of",
    ],
    [
      "a conversation of two platforms",
      "chats: [{ telegram: 1, discord: '2' }]",
      "chats[0] must name one conversation",
      "exactly one of",
    ],
    ["a topic on Discord", "chats: [{ discord: '2', topic: 3 }]", "chats[0] has a topic", "exactly one of"],
    [
      "a conversation twice",
      "chats: [{ telegram: 1 }, { telegram: 1, workflows: [deploy-guard] }]",
      "stands twice, first at chats[0]",
      "one entry",
    ],
    [
      "a channel without quotes",
      "chats: [{ discord: 555555555555555556 }]",
      "chats[0].discord is the number 555555555555555556",
      "in quotes",
    ],
    [
      "no workflows here",
      "chats: [{ telegram: 1, workflows: [] }]",
      "chats[0].workflows is an empty list",
      "remove the key",
    ],
    [
      "rules of a workflow that is not there",
      "workflows: { deploy-gard: {} }",
      "there is no workflow deploy-gard",
      "Did you mean deploy-guard?",
    ],
    ["dots for a workflow", "workflows: { a..b: {} }", 'workflows["a..b"] is not a name', "without its ending"],
    [
      "a path for a workflow",
      "workflows: { ../deploy-guard: {} }",
      'workflows["../deploy-guard"] is not a name',
      "without its ending",
    ],
    [
      "a conversation with a workflow that is not there",
      "chats: [{ telegram: 1, workflows: [nothing-like-it] }]",
      "there is no workflow nothing-like-it",
      "The workflows there are: deploy-guard.",
    ],
    [
      "a starter nobody is",
      `${one}workflows: { deploy-guard: { start: [b] } }`,
      "there is no person b",
      "Did you mean a?",
    ],
    [
      "a group for a person",
      `${one}workflows: { deploy-guard: { start: [g] } }`,
      "there is no person g",
      "Write group:g for the group.",
    ],
    [
      "a group nobody is in",
      `${one}workflows: { deploy-guard: { deny: ['group:releases'] } }`,
      "nobody is in the group releases",
      "Add it to the groups",
    ],
    [
      "a misspelt group",
      `${one}workflows: { deploy-guard: { deny: ['group:G1'] } }`,
      "nobody is in the group G1",
      "Did you mean group:g?",
    ],
    ["nobody may start", `${one}workflows: { deploy-guard: { start: [] } }`, "start is an empty list", "at least one"],
    [
      "cards on an unknown platform",
      "workflows: { deploy-guard: { post_to: [slack:123] } }",
      "post_to[0] has a form that is not allowed",
      "no other platforms",
    ],
    [
      "a duration without unit",
      "defaults: { expires_in: 90 }",
      "defaults.expires_in is the number 90, but must be a text",
      "in quotes",
    ],
    ["a duration in weeks", "defaults: { expires_in: 2w }", "defaults.expires_in has a form", "30m, 24h or 7d"],
    [
      "a reminder before the gate opens",
      "defaults: { expires_in: 30m, remind_before: 1h }",
      "the reminder would come before the gate opens",
      "shorter",
    ],
    ["no time at all", "defaults: { timeoutMs: 0 }", "defaults.timeoutMs is 0, which is too small", "milliseconds"],
    [
      "half a run at a time",
      "defaults: { max_parallel: 1.5 }",
      "defaults.max_parallel must be a whole number",
      "1 to 64",
    ],
    [
      "a yes",
      "defaults: { notify_starter: yes }",
      "defaults.notify_starter must be true or false, found a text",
      "direct message",
    ],
    [
      "a webhook that is only an address",
      "telegram: { webhook: https://x }",
      "telegram.webhook has a form",
      "Write off",
    ],
    ["a webhook without an address", "telegram: { webhook: { port: 80 } }", "telegram.webhook has no url", "Write off"],
    [
      "a webhook without a path",
      "telegram: { webhook: { url: https://x } }",
      "telegram.webhook.url has a form",
      "https://bot",
    ],
    [
      "a webhook on no port",
      "telegram: { webhook: { url: https://x/y, port: 0 } }",
      "telegram.webhook.port is 0",
      "65535",
    ],
    [
      "a webhook with an unknown key",
      "telegram: { webhook: { url: https://x/y, prot: 80 } }",
      "telegram.webhook.prot is an unknown key",
      "Did you mean port?",
    ],
    ["a secret's value", "secrets: ['npm value']", "secrets[0] has a form", "never its value"],
    ["a line that is not YAML", "people: [", "this is not YAML", "lobster.config.example.yaml"],
    ["a key twice", "chats: []\nchats: []", "this is not YAML", "Correct the line"],
    ["an alias of nothing", "people: *nobody", "this is not YAML", "Correct"],
    ["a tag", "people: !!js/function x", "this is not YAML", "Correct"],
  ])("%s", async (_, yaml, what, fix) => {
    const problems = await loadBad({ yaml });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.what).toContain(what);
    expect(problems[0]?.fix).toContain(fix);
  });

  test("every problem is found in one go, with file, line and column, in the order of the file", async () => {
    const yaml = [
      "people:",
      "  - id: starter",
      "    name: A",
      "    telegram: 777000",
      "  - id: b",
      "    discord: 444444444444444445",
      "chat: []",
      "workflows:",
      "  deploy-guard:",
      "    start: [group:nobody]",
      "  gone: {}",
      "defaults:",
      "  expires_in: soon",
      "",
    ].join("\n");
    const { cwd, outcome } = await load({ yaml, files: { ...WORKFLOW, ".env": "LOBSTER_LOG_LEVEL=loud" } });
    const problems = outcome.kind === "problems" ? outcome.problems : [];
    const file = path.join(cwd, "lobster.config.yaml");
    expect(problems.map((problem) => [problem.file, problem.line, problem.column])).toEqual([
      [path.join(cwd, ".env"), 1, undefined],
      [file, 2, 9],
      [file, 4, 15],
      [file, 5, 5],
      [file, 6, 14],
      [file, 7, 1],
      [file, 10, 13],
      [file, 11, 3],
      [file, 13, 15],
    ]);
  });

  test("a named file that is missing, and a folder in its place, are problems", async () => {
    expect(await loadBad({ environment: { ...TELEGRAM, LOBSTER_CONFIG: "none.yaml" } })).toMatchObject([
      { what: "there is no such file", fix: "Create it, or correct LOBSTER_CONFIG." },
    ]);
    expect(await loadBad({ files: { ...WORKFLOW, "lobster.config.yaml/x": "" } })).toMatchObject([
      { what: "it cannot be read" },
    ]);
  });

  test("a missing workflows directory is one problem and does not make every name unknown", async () => {
    const problems = await loadBad({ files: {}, yaml: "workflows: { deploy-guard: {} }" });
    expect(problems).toMatchObject([{ what: "the workflows directory does not exist" }]);
  });

  test("a variable of the process is placed in the environment, one of .env on its line", async () => {
    expect(await loadBad({ environment: { TELEGRAM_BOT_TOKEN: "bad token" } })).toMatchObject([
      { file: "environment" },
    ]);
    const files = { ...WORKFLOW, ".env": "\nTELEGRAM_BOT_TOKEN='bad token'\n" };
    expect(await loadBad({ files, environment: {} })).toMatchObject([
      { file: expect.stringMatching(/\.env$/), line: 2 },
    ]);
  });

  test("a secret that is too short to redact is refused", async () => {
    expect(await loadBad({ yaml: "secrets: [PIN]", environment: { ...TELEGRAM, PIN: "1234" } })).toMatchObject([
      { what: "the value of PIN is too short to be redacted" },
    ]);
  });

  test("no problem repeats a value that could be a token", async () => {
    const token = "123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    const problems = await loadBad({
      yaml: [
        `telegram: "${token}"`,
        `discord: { "${token}": x, guild: "${token}" }`,
        `people: [{ id: "${token}", name: A, telegram: "${token}", discord: "${token}", timezone: "${token}" }]`,
        `workflows: { "${token}": { start: ["${token}"], post_to: ["${token}"] } }`,
        `secrets: ["${token}"]`,
      ].join("\n"),
      environment: { TELEGRAM_BOT_TOKEN: `${token} x` },
    });
    expect(problems.length).toBeGreaterThan(9);
    expect(formatProblems(problems)).not.toContain(token);
  });

  test("a bomb of aliases is refused", async () => {
    const levels = "abcdefgh".split("");
    const lines = levels.map((name, index) => {
      const inner = index === 0 ? "x" : `*${levels[index - 1]}`;
      return `${name}: &${name} [${Array.from({ length: 10 }, () => inner).join(", ")}]`;
    });
    expect(await loadBad({ yaml: lines.join("\n") })).toMatchObject([{ what: expect.stringContaining("not YAML") }]);
  });
});
