import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Lobster, approve, type LobsterResult, type StageObject } from "../../src/sdk/index.ts";
import * as sdk from "../../src/sdk/index.ts";
import { comparable } from "../embed/comparable.ts";
import { loadPeerSdk } from "../helpers/peer.ts";
import { makeFolder } from "../helpers/temp-folder.ts";

function makeOptions(): { readonly stateDir: string } {
  return { stateDir: join(makeFolder(), "state") };
}

function tokenOf(result: LobsterResult): string {
  const token = result.requiresApproval?.resumeToken ?? result.requiresInput?.resumeToken;
  if (token === undefined) throw new Error(`no gate: ${JSON.stringify(result)}`);
  return token;
}

const askName: StageObject = {
  run: async ({ ctx }) => ({
    output: [await ctx.requestInput?.({ prompt: "Name?", responseSchema: { type: "string" } })],
  }),
};

function makeShop() {
  const options = makeOptions();
  const sold: unknown[] = [];
  const workflow = new Lobster(options).pipe(approve({ prompt: "Sell?" })).pipe((items) => {
    sold.push(...items);
    return items;
  });
  return { options, sold, workflow };
}

function makeForm() {
  const workflow = new Lobster(makeOptions())
    .pipe(askName)
    .pipe((items) => items.map((item) => `Hello ${String(item)}`));
  return workflow;
}

describe("the SDK", () => {
  it("exports the peer's names", async () => {
    expect(Object.keys(sdk).toSorted()).toEqual(Object.keys(await loadPeerSdk()).toSorted());
  });
});

describe("a workflow", () => {
  const cases: readonly [string, readonly unknown[], unknown?][] = [
    ["without stages", [], [1, 2]],
    ["started with one value", [(items: unknown) => items], 5],
    ["started with nothing", [(items: unknown) => items], null],
    ["with a function that returns nothing", [() => null], [1]],
    ["with a function that returns an object", [() => ({ output: [1] })], [1]],
    ["with a function that returns an iterable", [() => new Set([1, 2])]],
    ["with an async function", [async (items: number[]) => items.map((item) => item + 1)], [1, 2]],
    [
      "with an async generator",
      [
        async function* (items: AsyncIterable<number>) {
          for await (const item of items) yield item + 1;
        },
      ],
      [1],
    ],
    ["with a stage object", [{ run: () => ({ output: [1] }) }]],
    ["with a stage object without output", [{ run: () => ({}) }], [1]],
    [
      "with a stage that fails",
      [
        () => {
          throw new Error("broken");
        },
      ],
    ],
    [
      "with a stage that ends it",
      [{ run: () => ({ halt: true, output: [{ x: 1 }] }) }, (items: unknown[]) => [...items, 2]],
    ],
    [
      "with a stage that halts with two items",
      [{ run: () => ({ halt: true, output: [{ type: "approval_request", items: [] }, 2] }) }],
    ],
    [
      "with a gate of its own",
      [{ run: () => ({ halt: true, output: [{ type: "approval_request", prompt: "p", items: [1] }] }) }],
    ],
    [
      "with a question of its own",
      [
        {
          run: () => ({
            halt: true,
            output: [{ type: "input_request", prompt: "p", responseSchema: { type: "string" } }],
          }),
        },
      ],
    ],
    ["with a stage that asks", [askName]],
  ];
  it.each(cases)("%s comes to what the peer says", async (_name, stages, input) => {
    const peer = await loadPeerSdk();
    const ours = new Lobster(makeOptions());
    const theirs = new peer.Lobster(makeOptions());
    for (const stage of stages) {
      ours.pipe(stage as StageObject);
      theirs.pipe(stage);
    }
    const given = input === undefined ? [] : [input];
    expect(comparable(await ours.run(...given))).toEqual(comparable(await theirs.run(...given)));
  });

  it("hands items on as they are, a text as one item (fault F45)", async () => {
    const when = new Date(0);
    const result = await new Lobster(makeOptions())
      .pipe(() => [when, "text"])
      .pipe((items) => items)
      .run("ignored");
    expect(result.output).toEqual([when, "text"]);
    expect((await new Lobster(makeOptions()).pipe(() => "text").run()).output).toEqual(["text"]);
    expect((await new Lobster(makeOptions()).pipe({ run: () => ({ output: "text" }) }).run()).output).toEqual(["text"]);
  });

  it("gives a function a list it may change", async () => {
    const given = [3, 1, 2];
    const result = await new Lobster(makeOptions()).pipe((items: number[]) => items.fill(0)).run(given);
    expect([result.output, given]).toEqual([
      [0, 0, 0],
      [3, 1, 2],
    ]);
  });

  it("gives its stages a context of mode sdk", async () => {
    const options = { ...makeOptions(), env: { MARK: "1" } };
    const seen: unknown[] = [];
    await new Lobster(options)
      .pipe((_, ctx) => {
        seen.push(ctx.mode, ctx.env, ctx.stateDir, ctx.stdin, ctx.signal instanceof AbortSignal);
      })
      .run();
    expect(seen).toEqual(["sdk", { MARK: "1" }, options.stateDir, { isTTY: false }, true]);
  });

  it("refuses what is no stage", () => {
    expect(() => new Lobster().pipe(3 as never)).toThrow("Stage must be a function or have a run() method");
  });

  it("says the last thing that was said about it, and clones by itself", async () => {
    const first = new Lobster(makeOptions())
      .meta({ a: 1 })
      .meta({ b: 2 })
      .pipe(() => [1]);
    const copy = first
      .clone()
      .pipe((items) => [...items, 2])
      .meta({ c: 3 });
    expect([first.getMeta(), copy.getMeta(), new Lobster().getMeta()]).toEqual([{ b: 2 }, { c: 3 }, null]);
    expect([(await first.run()).output, (await copy.run()).output]).toEqual([[1], [1, 2]]);
  });

  it.each<[string, unknown, string]>([
    ["an error", new Error("stop it"), "stop it"],
    ["a text", "enough", "enough"],
    ["nothing", undefined, "This operation was aborted"],
  ])("does not start when it was cancelled with %s", async (_name, reason, message) => {
    const signal = AbortSignal.abort(reason);
    let ran = false;
    const result = await new Lobster({ ...makeOptions(), signal })
      .pipe(() => {
        ran = true;
      })
      .run();
    expect([ran, result]).toMatchObject([
      false,
      { ok: false, status: "error", error: { type: "runtime_error", message } },
    ]);
  });
});

describe("a gate of a workflow", () => {
  it("goes on with its items once, and never after that (fault F13)", async () => {
    const { workflow, sold, options } = makeShop();
    const token = tokenOf(await workflow.run([1, 2]));
    expect(await workflow.resume(token, { approved: true })).toMatchObject({ status: "ok", output: [1, 2] });
    await expect(workflow.resume(token, { approved: true })).rejects.toThrow("SDK resume state not found");
    await expect(workflow.resume(token, { approved: false })).rejects.toThrow("SDK resume state not found");
    expect(sold).toEqual([1, 2]);
    expect(readdirSync(options.stateDir).filter((name) => name.startsWith("sdk_resume_"))).toEqual([]);
  });

  it("carries nothing in its token, and takes no token that does", async () => {
    const { workflow } = makeShop();
    const token = tokenOf(await workflow.run(["secret"]));
    expect(Buffer.from(token, "base64url").toString("utf8")).toMatch(
      /^\{"protocolVersion":1,"v":1,"kind":"sdk-resume","stateKey":"sdk_resume_[0-9a-f-]{36}"\}$/,
    );
    const peer = await loadPeerSdk();
    const theirs = new peer.Lobster(makeOptions()).pipe(peer.approve());
    const forged = tokenOf((await theirs.run([1])) as unknown as LobsterResult);
    await expect(workflow.resume(forged, { approved: true })).rejects.toThrow("Invalid token");
  });

  it.each([
    ["refusing", { approved: false }],
    ["cancelling", { cancel: true }],
  ])("is over after %s", async (_name, decision) => {
    const { workflow, sold } = makeShop();
    const token = tokenOf(await workflow.run([1]));
    expect(await workflow.resume(token, decision)).toMatchObject({ ok: true, status: "cancelled", output: [] });
    await expect(workflow.resume(token, { approved: true })).rejects.toThrow("SDK resume state not found");
    expect(sold).toEqual([]);
  });

  it("can be resumed in another process with the same stages", async () => {
    const { workflow, options, sold } = makeShop();
    const token = tokenOf(await workflow.run([1]));
    const other = new Lobster(options).pipe(approve()).pipe((items) => items);
    expect(await other.resume(token, { approved: true })).toMatchObject({ status: "ok", output: [1] });
    expect(sold).toEqual([]);
  });

  it("of another workflow is refused and stays usable", async () => {
    const { workflow, options } = makeShop();
    const token = tokenOf(await workflow.run([1]));
    await expect(new Lobster(options).pipe(approve()).resume(token, { approved: true })).rejects.toThrow(
      "SDK resume state is of a workflow of 2 stages, this one has 1",
    );
    expect(await workflow.resume(token, { approved: true })).toMatchObject({ status: "ok" });
  });

  it("keeps items out of what is shown and goes on with all of them (fault F9)", async () => {
    const workflow = new Lobster(makeOptions()).pipe(approve({ preview: false })).pipe((items) => items);
    const stopped = await workflow.run([1, 2]);
    expect(stopped.requiresApproval).toMatchObject({ prompt: "Approve?", items: [] });
    expect((await workflow.resume(tokenOf(stopped), { approved: true })).output).toEqual([1, 2]);
  });

  it("shows and goes on with the same: what is stored as JSON", async () => {
    const workflow = new Lobster(makeOptions()).pipe(approve()).pipe((items) => items);
    const stopped = await workflow.run([new Date(0), undefined]);
    expect(stopped.requiresApproval?.items).toEqual(["1970-01-01T00:00:00.000Z", null]);
    expect((await workflow.resume(tokenOf(stopped), { approved: true })).output).toEqual([
      "1970-01-01T00:00:00.000Z",
      null,
    ]);
  });

  it("follows another one, and the first token is dead by then", async () => {
    const workflow = new Lobster(makeOptions()).pipe(approve()).pipe(approve({ prompt: "Really?" }));
    const first = tokenOf(await workflow.run([1]));
    const second = await workflow.resume(first, { approved: true });
    expect(second).toMatchObject({ status: "needs_approval", requiresApproval: { prompt: "Really?" } });
    await expect(workflow.resume(first, { approved: true })).rejects.toThrow("SDK resume state not found");
    expect((await workflow.resume(tokenOf(second), { approved: true })).output).toEqual([1]);
  });

  it("stays usable when a stage without effects failed, and is dead when one with effects did", async () => {
    let fails = true;
    const shaky = (isSafe: boolean): StageObject => ({
      meta: { resumeSafeBeforeInput: isSafe },
      run: () => {
        if (fails) throw new Error("shaky");
        return { output: ["done"] };
      },
    });
    for (const isSafe of [true, false]) {
      fails = true;
      const workflow = new Lobster(makeOptions()).pipe(approve()).pipe(shaky(isSafe));
      const token = tokenOf(await workflow.run([1]));
      expect(await workflow.resume(token, { approved: true })).toMatchObject({
        ok: false,
        error: { message: "shaky" },
      });
      fails = false;
      const again = workflow.resume(token, { approved: true });
      if (isSafe) expect(await again).toMatchObject({ output: ["done"] });
      else await expect(again).rejects.toThrow("SDK resume state not found");
    }
  });

  it("stays usable when it was cancelled before anything happened", async () => {
    const { workflow, options } = makeShop();
    const token = tokenOf(await workflow.run([1]));
    const cancelled = new Lobster({ ...options, signal: AbortSignal.abort(new Error("later")) })
      .pipe(approve())
      .pipe((items) => items);
    expect(await cancelled.resume(token, { approved: true })).toMatchObject({ ok: false, error: { message: "later" } });
    expect(await workflow.resume(token, { approved: true })).toMatchObject({ status: "ok" });
  });

  it("lets one of many racing calls go on", async () => {
    const { workflow, sold } = makeShop();
    const token = tokenOf(await workflow.run([1]));
    const calls = await Promise.allSettled(Array.from({ length: 8 }, () => workflow.resume(token, { approved: true })));
    expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(sold).toEqual([1]);
  });

  it.each<[string, object | undefined, string]>([
    ["none", undefined, "resume requires approved, response, or cancel"],
    ["an empty one", {}, "resume requires approved, response, or cancel"],
    ["cancel: false", { cancel: false }, "resume requires approved, response, or cancel"],
    ["a text for approved", { approved: "yes" }, "resume requires approved, response, or cancel"],
    ["two", { approved: true, cancel: true }, "resume accepts only one of approved, response, or cancel"],
    ["an answer to an approval", { response: 1 }, "resume token expects approved=true|false, not response"],
  ])("refuses a decision like the peer does: %s", async (_name, decision, message) => {
    const peer = await loadPeerSdk();
    const { workflow } = makeShop();
    const theirs = new peer.Lobster(makeOptions()).pipe(peer.approve());
    const other = tokenOf((await theirs.run([1])) as unknown as LobsterResult);
    const token = tokenOf(await workflow.run([1]));
    await expect(workflow.resume(token, decision)).rejects.toThrow(message);
    await expect(theirs.resume(other, decision)).rejects.toThrow(message);
    expect(await workflow.resume(token, { approved: true })).toMatchObject({ status: "ok" });
  });

  it.each([[undefined], [""], ["xx"], ["e30"], ["a".repeat(2000)]])("refuses %s as a token", async (token) => {
    await expect(makeShop().workflow.resume(token as never, { approved: true })).rejects.toThrow("Invalid token");
  });
});

describe("a question of a workflow", () => {
  it("is answered by running its stage again, once", async () => {
    const workflow = makeForm();
    const token = tokenOf(await workflow.run(["x"]));
    expect(await workflow.resume(token, { response: "Ada" })).toMatchObject({ status: "ok", output: ["Hello Ada"] });
    await expect(workflow.resume(token, { response: "Ada" })).rejects.toThrow("SDK resume state not found");
  });

  it("stays open after a wrong answer, and refuses an approval", async () => {
    const workflow = makeForm();
    const token = tokenOf(await workflow.run());
    await expect(workflow.resume(token, { response: 5 })).rejects.toThrow(
      "response does not match schema at /: must be string",
    );
    await expect(workflow.resume(token, { approved: true })).rejects.toThrow(
      "resume token expects an input response, not approved",
    );
    expect((await workflow.resume(token, { response: "Ada" })).output).toEqual(["Hello Ada"]);
  });

  it("of a halting stage hands the answer to the next stage", async () => {
    const request = { type: "input_request", prompt: "p", responseSchema: { type: "number" } };
    const workflow = new Lobster(makeOptions())
      .pipe({ run: () => ({ halt: true, output: [request] }) })
      .pipe((items) => items);
    expect((await workflow.resume(tokenOf(await workflow.run()), { response: 7 })).output).toEqual([7]);
  });
});
