import { afterEach, expect, it } from "vitest";
import type { OutboundMessage } from "../../../src/bot/adapter.ts";
import { encodeBody, PLAIN } from "../../../adapters/terminal/encode.ts";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { openStage, until, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

const ITEMS = JSON.stringify(Array.from({ length: 60 }, (_, n) => `host number ${n}`));

/** After the approval nothing can start: the directory is not there, so the gate opens again. */
const HOSTS = `
steps:
  - id: gate
    approval: { prompt: "Change hosts?", items: ${ITEMS} }
  - id: change
    cwd: ./not-there
    run: echo changed
`;

it("a gate that opened again asks everybody for Details as before, also while its card cannot be edited", async () => {
  const platform = createFakePlatform({
    limits: { fits: ({ body }: OutboundMessage) => encodeBody(body, PLAIN).join("\n").length <= 900 },
  });
  let isDown = false;
  const adapter = {
    ...platform.adapter,
    // Nothing with buttons can be edited in just now.
    update: (...words: Parameters<typeof platform.adapter.update>) =>
      isDown && words[1].buttons !== undefined
        ? Promise.resolve({ kind: "later" as const, retryAfterMs: 500 })
        : platform.adapter.update(...words),
  };
  const wrapped: FakePlatform = { ...platform, adapter };
  stage = await openStage({ platform: wrapped, files: { "hosts.lobster": HOSTS } });
  await stage.act({ kind: "command", name: "run", rest: "hosts", from: "101" });
  const card = stage.find("Change hosts?");
  const [approve, details] = [payloadOf(card, "Approve"), payloadOf(card, "Details")];
  const press = (payload: string, from: string) =>
    platform.deliver({ kind: "press", payload, message: card.ref, from });
  expect((await press(approve, "103")).text).toContain("Open Details first");
  await press(details, "102");
  isDown = true;
  expect((await press(approve, "102")).text).toBe("Approved. The run goes on.");
  const [run] = (await stage.runtime.listRuns()).runs;
  if (run === undefined) throw new Error("no run");
  await until(async () => {
    const now = await stage.runtime.readRun(run.id);
    return now?.status === "waiting" && now.lease === undefined && now.decisions.length === 1 && !stage.bot.executing();
  });
  const gate = await stage.runtime.readGate({ gateKey: run.gate ?? (run.decisions[0]?.gate as never) });
  expect(gate?.state).toBe("open");
  // This person never opened Details.
  const answer = await press(approve, "103");
  isDown = false;
  expect(answer.text).toContain("Open Details first");
});
