import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Check } from "../../../src/cli/doctor/check.ts";
import { callCli } from "../../helpers/in-process-cli.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

interface Envelope {
  readonly ok: boolean;
  readonly output?: readonly { readonly notes?: readonly string[]; readonly checks: readonly Check[] }[];
  readonly error?: { readonly type: string; readonly message: string; readonly problems?: readonly unknown[] };
  readonly _meta?: { readonly checks: readonly Check[] };
}

async function examine(
  env: Readonly<Record<string, string>> = {},
  cwd = makeFolder(),
  words: readonly string[] = [],
): Promise<{
  readonly code: number;
  readonly envelope: Envelope;
  readonly check: (name: string) => Check | undefined;
}> {
  const said = await callCli(["doctor", ...words], { cwd, env });
  expect(said.stderr).toBe("");
  const envelope = JSON.parse(said.stdout) as Envelope;
  const checks = envelope.output?.[0]?.checks ?? envelope._meta?.checks ?? [];
  return { code: said.code, envelope, check: (name) => checks.find((one) => one.name === name) };
}

describe("lobster doctor", () => {
  it("answers with Lobster's item, our checks, and the notes it was given", async () => {
    const { code, envelope } = await examine({}, makeFolder(), ["ci", "--x"]);
    expect(code).toBe(0);
    expect(envelope).toEqual({
      protocolVersion: 1,
      ok: true,
      status: "ok",
      output: [
        {
          toolMode: true,
          protocolVersion: 1,
          version: expect.stringMatching(/^\d+\.\d+\.\d+/),
          notes: ["ci", "--x"],
          checks: ["node", "shell", "state", "config", "gateway", "model"].map((name) => ({
            name,
            ok: true,
            detail: expect.any(String),
          })),
        },
      ],
      requiresApproval: null,
      requiresInput: null,
    });
    expect((await examine()).envelope.output?.[0]).not.toHaveProperty("notes");
  });

  it.each([
    ["a shell that is not there", { LOBSTER_SHELL: "/no/such/shell" }, "shell", /cannot start \/no\/such\/shell/],
    ["a shell that does not do as it is told", { LOBSTER_SHELL: "/bin/true" }, "shell", /prints something else/],
    ["a shell that fails", { LOBSTER_SHELL: "/bin/false" }, "shell", /ended with exit code 1/],
    ["a gateway token without a gateway", { OPENCLAW_TOKEN: "s3cret" }, "gateway", /OPENCLAW_URL is not/],
    ["a gateway that is no address", { OPENCLAW_URL: "gateway" }, "gateway", /not an http or https address/],
    [
      "a gateway token that would be withheld",
      { OPENCLAW_TOKEN: "s3cret", OPENCLAW_URL: "https://gw.example" },
      "gateway",
      /not sent to gw\.example/,
    ],
    ["a provider that does not exist", { LOBSTER_LLM_PROVIDER: "gpt" }, "model", /names no provider/],
    ["a provider without an address", { LOBSTER_LLM_PROVIDER: "http" }, "model", /LOBSTER_LLM_ADAPTER_URL is not set/],
    ["a model token without an address", { LOBSTER_PI_LLM_ADAPTER_TOKEN: "s3cret" }, "model", /is set, and .* is not/],
  ])("finds %s, says what to do, and ends with 1", async (_, env, name, detail) => {
    const { code, envelope, check } = await examine(env);
    expect(code).toBe(1);
    expect(envelope).toMatchObject({ protocolVersion: 1, ok: false, error: { type: "doctor_error" } });
    expect(check(name)).toMatchObject({ ok: false, detail: expect.stringMatching(detail), fix: expect.any(String) });
    expect(envelope.error?.message).toContain(check(name)?.fix);
    expect(JSON.stringify(envelope)).not.toContain("s3cret");
  });

  it("names everything that is wrong at once", async () => {
    const { envelope } = await examine({ LOBSTER_SHELL: "/bin/false", OPENCLAW_TOKEN: "x" });
    expect(envelope.error?.problems).toHaveLength(2);
  });

  it.each([
    ["a gateway on this machine", { OPENCLAW_URL: "http://u:s3cret@localhost:1/a?k=s3cret", OPENCLAW_TOKEN: "s3cret" }],
    ["a model on this machine", { LOBSTER_LLM_ADAPTER_URL: "http://127.0.0.1:2/", LOBSTER_LLM_PROVIDER: "HTTP" }],
  ])("is content with %s, and shows no secrets", async (_, env) => {
    const { code, envelope } = await examine(env);
    expect(code).toBe(0);
    expect(JSON.stringify(envelope)).not.toContain("s3cret");
  });

  it("looks at the state directory without leaving anything in it", async () => {
    const cwd = makeFolder();
    const state = join(cwd, "state");
    expect((await examine({ LOBSTER_STATE_DIR: state }, cwd)).check("state")?.detail).toContain("will be created");
    expect(existsSync(state)).toBe(false);
    mkdirSync(state, { mode: 0o700 });
    expect((await examine({ LOBSTER_STATE_DIR: state }, cwd)).check("state")).toEqual({
      name: "state",
      ok: true,
      detail: `${state} is writable, mode 0700`,
    });
    expect(readdirSync(state)).toEqual([]);
  });

  it.each([
    [0o755, true, "others can read what runs printed"],
    [0o770, false, "others could decide gates there"],
    [0o777, false, "others could decide gates there"],
  ])("tells what mode %o of the state directory lets others do", async (mode, ok, detail) => {
    const cwd = makeFolder();
    const state = join(cwd, "state");
    mkdirSync(state);
    chmodSync(state, mode);
    const { check, code } = await examine({ LOBSTER_STATE_DIR: state }, cwd);
    expect(code).toBe(ok ? 0 : 1);
    expect(check("state")).toMatchObject({
      ok,
      detail: expect.stringContaining(detail),
      fix: `Run: chmod 700 ${state}`,
    });
  });

  it("finds a state directory that is none", async () => {
    const cwd = makeFolder({ state: "a file" });
    const { check } = await examine({ LOBSTER_STATE_DIR: join(cwd, "state") }, cwd);
    expect(check("state")).toMatchObject({ ok: false, detail: expect.stringContaining("is not a directory") });
  });

  it("needs no configuration, and names every problem of one that is there", async () => {
    const cwd = makeFolder();
    expect((await examine({}, cwd)).check("config")).toMatchObject({ ok: true });
    writeFileSync(join(cwd, "lobster.config.yaml"), "people:\n  - { id: a, nam: A }\n");
    const { code, check } = await examine({}, cwd);
    expect(code).toBe(1);
    expect(check("config")).toMatchObject({ ok: false, detail: expect.stringContaining("lobster.config.yaml:2:") });
    writeFileSync(join(cwd, "lobster.config.yaml"), "people:\n  - { id: a, name: A, telegram: 1 }\n");
    mkdirSync(join(cwd, "workflows"));
    expect((await examine({}, cwd)).check("config")).toMatchObject({
      ok: true,
      detail: expect.stringContaining("1 person"),
    });
  });

  it("misses a configuration that is named and not there", async () => {
    expect((await examine({ LOBSTER_CONFIG: "other.yaml" })).check("config")).toMatchObject({ ok: false });
  });
});
