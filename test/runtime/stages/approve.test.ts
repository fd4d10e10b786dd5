import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { createTerminal } from "../../../src/runtime/pipeline/terminal.ts";
import { createTestHost, haltOf, itemsOf, run } from "../pipeline/test-host.ts";

describe("the gate", () => {
  test.each<[string, readonly JsonValue[], object]>([
    ["approve", [1], { prompt: "Approve?", items: [1] }],
    ["approve --prompt 'Send?'", [], { prompt: "Send?", items: [] }],
    ["approve --prompt ' '", [], { prompt: "Approve?", items: [] }],
    ["approve --limit 2", ["a", "b", "c"], { prompt: "Approve?", items: ["a", "b", "c"] }],
    ["approve --preview-from-stdin", [], { prompt: "Approve?", items: [] }],
    ["approve --preview-from-stdin", ["a", "b"], { prompt: "Approve?", items: ["a", "b"], preview: "a\nb" }],
    ["approve --previewFromStdin --limit 1", [1, 2], { prompt: "Approve?", items: [1, 2], preview: "[\n  1\n]" }],
    ["approve --preview-from-stdin --preview-limit 0", [1], { prompt: "Approve?", items: [1] }],
    ["approve --preview-from-stdin=false", ["a"], { prompt: "Approve?", items: ["a"] }],
  ])("%s of %j", async (pipeline, items, request) => {
    expect((await haltOf(pipeline, items)).request).toEqual({ type: "approval_request", ...request });
  });

  test("a preview shows five items by default", async () => {
    const { request } = await haltOf("approve --preview-from-stdin", ["1", "2", "3", "4", "5", "6"]);
    expect(request).toMatchObject({ preview: "1\n2\n3\n4\n5" });
  });

  test.each([
    ["approve --prompt", "approve --prompt needs a value"],
    ["approve --limit x", "approve --limit must be a whole number of at least 0 (got 'x')"],
    ["approve --emit=perhaps", "approve --emit must be true or false"],
    ["approve --approver alice", "approve has no option --approver; did you mean --approvers?"],
    ["approve yes", "approve takes no positional words"],
  ])("%s is refused", async (pipeline, message) => {
    await expect(run(pipeline)).rejects.toThrow(message);
  });

  test("says what its options say about who may approve, and how", async () => {
    const { policy } = await haltOf(
      "approve --approvers 'ann, group:release' --require group:security --quorum 2 --expires-in 24h --reason required --confirm v1 --remind-before 1h --hold 10m",
    );
    expect(policy).toEqual({
      approvers: ["ann", "group:release"],
      require: ["group:security"],
      quorum: 2,
      expiresInMs: 86_400_000,
      reason: "required",
      confirm: "v1",
      remindBeforeMs: 3_600_000,
      holdMs: 600_000,
    });
  });

  test.each([
    ["--approvers ''", "approvers is empty; name person ids and group:<name>, or remove it"],
    ["--approvers 'a b'", "approvers names 'a b'; it must be a list of person ids and group:<name>"],
    ["--approvers a,,b", "approvers names ''; it must be a list of person ids and group:<name>"],
    ["--require a,A", "require names 'A' twice"],
    ["--quorum 0", "quorum must be a whole number from 1 to 100"],
    ["--quorum 3 --approvers a,b", "quorum cannot be reached: 3 people must approve and only 2 can"],
    ["--quorum 1 --require a,b", "quorum is 1, below the number of slots (2)"],
    ["--expires-in soon", "expires-in must be a duration such as 30m, 24h or 7d, or never"],
    ["--reason maybe", "reason must be required, optional or none"],
    ["--confirm ' '", "confirm must be a text to type; remove it for none"],
    ["--remind-before never", "remind-before must be a duration such as 30m, 24h or 7d"],
    ["--hold never", "hold must be a duration such as 30m, 24h or 7d"],
  ])("a rule that nobody could keep is refused before anything runs: %s", async (options, message) => {
    await expect(run(`approve ${options}`)).rejects.toThrow(`approve --${message}`);
  });
});

/** A host with a person at a terminal who has typed something already. */
function atTerminal(typed: string, environment: Record<string, string> = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(typed);
  const host = createTestHost({ mode: "human", terminal: createTerminal(input, output), environment });
  return { host, shown: () => String(output.read()) };
}

describe("at a terminal", () => {
  test.each(["y\n", "YES\n", " yes \r\n", "y"])("%j passes the items on", async (typed) => {
    const { host } = atTerminal(typed);
    expect(await itemsOf("approve | map --wrap x", [1], { host })).toEqual([{ x: 1 }]);
  });

  test.each(["n\n", "\n", "", "yep\n", "y y\n"])("%j does not", async (typed) => {
    const { host } = atTerminal(typed);
    await expect(run("approve", [1], { host })).rejects.toMatchObject({ code: "cancelled", message: "Not approved" });
  });

  test("shows what is asked about, without control characters", async () => {
    const { host, shown } = atTerminal("y\n");
    await itemsOf("approve --prompt 'Go\u001b[2J?'", ["do it\u001b[1A"], { host });
    expect(shown()).toBe("do it\\u{1b}[1A\nGo\\u{1b}[2J? [y/N] ");
  });

  test("waits only so long when told so", async () => {
    const output = new PassThrough();
    const host = createTestHost({
      mode: "human",
      terminal: createTerminal(new PassThrough(), output),
      environment: { LOBSTER_APPROVAL_INPUT_TIMEOUT_MS: "1" },
    });
    await expect(run("approve", [1], { host })).rejects.toMatchObject({ code: "timed_out" });
  });

  test("a policy is for the gate to judge, not for whoever sits there", async () => {
    const { host } = atTerminal("y\n");
    expect((await haltOf("approve --quorum 2", [1], { host })).policy).toEqual({ quorum: 2 });
  });

  test("--emit asks at a gate all the same, and so does tool mode", async () => {
    const { host } = atTerminal("y\n");
    expect(await haltOf("approve --emit", [1], { host })).toMatchObject({ by: "stage" });
    expect(await haltOf("approve", [1], { host: { ...host, mode: "tool" } })).toMatchObject({ by: "stage" });
  });
});
