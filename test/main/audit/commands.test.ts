import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createFileStore } from "../../../src/runtime/store/file-store.ts";
import { systemClock, systemIds } from "../../../src/runtime/system.ts";
import { entry, makeAudit, RUN, writeTwoMonths, type AuditBench } from "../../bot/audit/bench.ts";
import { callChat } from "../../helpers/call-chat.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

const GATE = "workflow_resume_0d9a4c2e-1111-4222-8333-444455556666";
const DECISION = "7b1f0f0e-9a3c-4f6e-8a55-0123456789ab";

/** A log of two months in a state directory of its own, with a denied gate in it. */
async function makeLog(): Promise<{ readonly bench: AuditBench; readonly audit: Audit }> {
  const folder = makeFolder();
  const bench = makeAudit(createFileStore({ directory: folder, clock: systemClock, ids: systemIds }), folder);
  await writeTwoMonths(bench);
  await bench.journal.append([
    entry(8, {
      id: `decision:${DECISION}`,
      what: "deny",
      person: "teammate",
      account: "telegram:103",
      conversation: "telegram:-100",
      gate: GATE,
      approval: "6b1c1594",
      workflow: "deploy-guard",
      digest: "d".repeat(64),
      reason: '=HYPERLINK("http://evil","x")\u202e',
      facts: { decision: DECISION },
    }),
  ]);
  await bench.journal.close();
  const audit: Audit = (words, stdin) => callChat(["audit", ...words, "--state-dir", folder], stdin);
  return { bench, audit };
}

type Audit = (words: readonly string[], stdin?: string) => ReturnType<typeof callChat>;

describe("lobster-chat audit verify", () => {
  it("says that a log is whole", async () => {
    const { audit } = await makeLog();
    const { code, stdout } = await audit(["verify"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^The audit log is whole: records 1 to 8\nLast hash [0-9a-f]{64}\n$/);
  });

  it("names the first bad record: file, line, number, what was expected and what was found; exit code 1", async () => {
    const { audit, bench } = await makeLog();
    bench.rewrite("2026-12", (lines) => lines.toSpliced(1, 1));
    const { code, stdout } = await audit(["verify"]);
    expect(code).toBe(1);
    expect(stdout).toContain("The audit log was removed: 2026-12.jsonl, line 2, record 6\n");
    expect(stdout).toContain("  expected: record 6\n  found:    record 7, and it nowhere behind it\n");
    expect(stdout).toContain("Before it, records 1 to 5 follow on each other");
    expect((await audit(["verify", "--from", "7"])).code).toBe(0);
  });

  it("looks at nothing but the directory it is given, and writes nothing there", async () => {
    const folder = makeFolder();
    const said = await callChat(["audit", "verify", "--state-dir", path.join(folder, "none")]);
    expect(said).toMatchObject({ code: 0, stderr: "" });
    expect(said.stdout).toContain("Nothing is recorded");
    expect(() => statSync(path.join(folder, "none"))).toThrow("ENOENT");
  });
});

describe("lobster-chat audit show", () => {
  it.each([
    ["4", 1],
    [RUN, 8],
    [RUN.toLowerCase(), 8],
    [GATE, 1],
    ["#6B1C-1594", 1],
    [DECISION, 1],
  ])("%s shows what is meant, in words", async (name, count) => {
    const { audit } = await makeLog();
    const { code, stdout } = await audit(["show", name]);
    expect(code).toBe(0);
    expect(stdout.match(/^#\d+ /gm)).toHaveLength(count);
  });

  it("shows a record whole, and nothing in it that a terminal would obey", async () => {
    const { audit } = await makeLog();
    const { stdout } = await audit(["show", GATE]);
    expect(stdout.split("\n").slice(0, -2)).toEqual([
      "#8 teammate (telegram:103) denied deploy-guard",
      `   run ${RUN} · approval id 6b1c1594 · gate ${GATE}`,
      "   at 2026-11-29T12:00:08.000Z · recorded 2026-12-02T12:00:00.000Z · in telegram:-100",
      `   digest ${"d".repeat(64)}`,
      '   reason =HYPERLINK("http://evil","x")\\u{202e}',
      `   decision ${DECISION}`,
    ]);
  });

  it("shows the last ones when nothing is named, and says when there is nothing", async () => {
    const { audit } = await makeLog();
    expect((await audit(["show"])).stdout.match(/^#\d+/gm)).toHaveLength(8);
    expect(await audit(["show", "99"])).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("lobster-chat audit export", () => {
  it("writes CSV in which no cell is a formula, whatever a reason says", async () => {
    const { audit, bench } = await makeLog();
    const starts = ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", " =1", "\uff1d1", "\u200b=1", "|calc", "%0A=1", "\n=1"];
    await bench.journal.append(starts.map((reason, at) => entry(20 + at, { reason })));
    const { code, stdout } = await audit(["export", "--csv"]);
    expect(code).toBe(0);
    const rows = parseCsv(stdout);
    expect(rows).toHaveLength(1 + 8 + starts.length);
    const reason = rows[0]?.indexOf("reason") ?? -1;
    expect(rows.slice(-starts.length).map((row) => row[reason])).toEqual(starts.map((text) => `'${text}`));
    for (const row of rows.slice(1)) {
      expect(row).toHaveLength(rows[0]?.length ?? 0);
      for (const cell of row) expect(cell).not.toMatch(/^[\s\u200b]*[=+\-@\uff1d]/u);
    }
    expect(rows.at(8)?.[reason]).toBe('\'=HYPERLINK("http://evil","x")\u202e');
  });

  it("writes JSON with every member, and only what happened since a day", async () => {
    const { audit } = await makeLog();
    const all = JSON.parse((await audit(["export", "--json"])).stdout) as { seq: number; hash: string }[];
    expect(all.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const since = await audit(["export", "--json", "--since", "2026-11-29T12:00:05Z"]);
    expect((JSON.parse(since.stdout) as { seq: number }[]).map(({ seq }) => seq)).toEqual([5, 6, 7, 8]);
    expect(JSON.parse((await audit(["export", "--json", "--since", "2027-01-01"])).stdout)).toEqual([]);
  });

  it("leaves out what is no record, says so, and does not end as if all were well", async () => {
    const { audit, bench } = await makeLog();
    bench.rewrite("2026-11", (lines) => lines.with(1, "{}"));
    const { code, stdout, stderr } = await audit(["export", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toHaveLength(7);
    expect(stderr).toContain("1 lines are no records");
  });
});

describe("lobster-chat audit receipt", () => {
  it("gives a text that verifies offline with the public key alone, also quoted and wrapped", async () => {
    const { audit } = await makeLog();
    const receipt = (await audit(["receipt", DECISION])).stdout;
    expect(receipt).toContain("teammate (telegram:103) denied deploy-guard");
    const key = path.join(makeFolder(), "key.pem");
    writeFileSync(key, (await audit(["public-key"])).stdout);
    const wrapped = receipt.replace(/(.{60})(?=[A-Za-z0-9_-]{60})/g, "$1\n");
    const quoted = receipt
      .split("\n")
      .map((line) => `> ${line}`)
      .join("\r\n");
    for (const text of [
      receipt,
      wrapped,
      quoted,
      receipt.split("\n").at(-2) ?? "",
      `See below.\n\n${receipt}\nThanks`,
    ]) {
      const { code, stdout } = await callChat(["audit", "verify-receipt", "--key", key], text);
      expect(stdout).toMatch(/^The receipt is genuine\.\nRecord 8, signed with the key [0-9a-f]{16}:\n {2}teammate/);
      expect(code).toBe(0);
    }
  });

  it("does not verify when anything in it is changed", async () => {
    const { audit } = await makeLog();
    const receipt = (await audit(["receipt", "8"])).stdout;
    const other = receipt.replace("teammate (telegram:103) denied", "release-manager approved");
    expect(await audit(["verify-receipt"], other)).toMatchObject({ code: 1 });
    expect((await audit(["verify-receipt"], other)).stdout).toContain("say something else");
    const [, payload = "", signature = ""] = /lobster-receipt:1:([^:]+):([^:]+):end/.exec(receipt) ?? [];
    for (const [changed, signed] of [
      [changeLetter(payload, 40), signature],
      [payload, changeLetter(signature, 10)],
    ]) {
      const { code, stdout } = await audit(["verify-receipt"], `lobster-receipt:1:${changed}:${signed}:end`);
      expect([code, stdout]).toEqual([1, expect.stringContaining("not genuine")]);
    }
    expect((await audit(["verify-receipt"], "hello")).stdout).toContain("no whole receipt");
  });

  it("is told from one that another key signed", async () => {
    const [one, two] = [await makeLog(), await makeLog()];
    const receipt = (await one.audit(["receipt", "8"])).stdout;
    await two.audit(["public-key"]);
    const { code, stdout } = await two.audit(["verify-receipt"], receipt);
    expect([code, stdout]).toEqual([1, expect.stringContaining("says it was signed with the key")]);
  });

  it("shows that the log was rewritten since: what it says is not there any more", async () => {
    const { audit, bench } = await makeLog();
    const receipt = (await audit(["receipt", "8"])).stdout;
    expect((await audit(["verify-receipt"], receipt)).code).toBe(0);
    bench.rewrite("2026-12", (lines) => lines.slice(0, -1));
    expect((await audit(["verify-receipt"], receipt)).stdout).toContain("The log has no record 8 any more.");
  });

  it("signs with a key that is made once, for this user alone, and never replaced", async () => {
    const { audit, bench } = await makeLog();
    const file = path.join(bench.folder, "audit/signing-key.pem");
    const keys = await Promise.all(Array.from({ length: 5 }, () => audit(["public-key"])));
    expect(new Set(keys.map(({ stdout }) => stdout)).size).toBe(1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(keys[0]?.stdout).not.toContain("PRIVATE");
    writeFileSync(file, "damaged");
    chmodSync(file, 0o600);
    const { code, stderr } = await audit(["receipt", "8"]);
    expect([code, readFileSync(file, "utf8")]).toEqual([1, "damaged"]);
    expect(stderr).toContain("holds no Ed25519 private key");
    renameSync(file, `${file}.old`);
    expect((await audit(["receipt", RUN])).stdout.match(/lobster-receipt:1:/g)).toHaveLength(8);
  });
});

describe("lobster-chat audit", () => {
  it.each([
    [["audit"], 0, "lobster-chat audit verify"],
    [["audit", "help"], 0, "lobster-chat audit verify"],
    [["audit", "verfy"], 2, "Did you mean verify?"],
    [["audit", "verify", "--from", "x"], 2, "--from takes the number of a record"],
    [["audit", "verify", "much"], 2, "'much' is one word too many"],
    [["audit", "verify", "--fast"], 2, "--fast"],
    [["audit", "export"], 2, "give one of --csv and --json"],
    [["audit", "export", "--csv", "--json"], 2, "give one of --csv and --json"],
    [["audit", "export", "--csv", "--since", "yesterday"], 2, "--since takes a day"],
    [["audit", "show", "../../etc"], 2, "is no number of a record"],
    [["audit", "receipt"], 2, "name a record by its number"],
    [["audit", "verify-receipt", "--key", "/nowhere/key.pem"], 1, "/nowhere/key.pem cannot be read"],
  ])("%j", async (words, code, text) => {
    const said = await callChat(words);
    expect(said.code).toBe(code);
    expect(said.stdout + said.stderr).toContain(text);
  });
});

/** Another letter or digit at a place from `at` on where one stands. */
function changeLetter(text: string, at: number): string {
  const place = text.slice(at).search(/(?<!_)[a-y]/) + at;
  return `${text.slice(0, place)}${text.charAt(place) === "x" ? "y" : "x"}${text.slice(place + 1)}`;
}

/** Reads RFC 4180, every cell quoted. */
function parseCsv(text: string): string[][] {
  return text
    .split(/\r\n(?=")/)
    .map((row) =>
      [...row.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n|$)/g)].map(([, cell = ""]) => cell.replaceAll('""', '"')),
    );
}
