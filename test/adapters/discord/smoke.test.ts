import { expect, it } from "vitest";
import { line, plain } from "../../../src/bot/rich-text.ts";
import { conversationOf, createBench } from "./bench.ts";

it("works", async () => {
  const bench = await createBench();
  await bench.start();
  const { peer, adapter, channel, anna } = bench;
  expect(peer.commands().map((c) => c["name"])).toContain("run");
  const buttons = [[{ label: "Approve", payload: "1:approve:0123456789abcdef", style: "primary" as const }, { label: "Why", payload: "1:denywhy:0123456789abcdef", opensForm: true as const }]];
  const sent = await adapter.send(conversationOf(channel), { body: [line({ kind: "bold", text: "Deploy?" }), line("@everyone <@1> *x*")], buttons, files: [{name: "a.json", text: "{}"}] }, { nonce: "0123456789abcdef01234567" });
  console.log(sent, peer.messages(channel).map((m) => [m.text, JSON.stringify(m.components)]));
  const card = peer.messages(channel)[0]!;
  bench.handle = async (event) => {
    if (event.kind === "press" && event.openForm !== undefined) {
      expect(await event.openForm({ title: "Why", payload: "1:denyform:0123456789abcdef", fields: [{ id: "reason", label: "Reason", required: true, multiline: true }] })).toBe(true);
      return;
    }
    await event.respond(plain("Approved."));
  };
  const press = peer.press(anna, card, "Approve");
  console.log(await press.acknowledged(), (await press.message()).text);
  const why = peer.press(anna, card, "Why");
  const modal = await why.modal();
  const submitted = peer.submit(anna, modal, { Reason: "no" });
  console.log((await submitted.message()).text, bench.events.at(-1));
  const run = peer.command(anna, channel, "run", { workflow: "deploy", args: "a=b" });
  console.log((await run.message()).text, await run.acknowledged());
  const status = peer.command(anna, channel, "status", {});
  console.log((await status.message()).text, await status.acknowledged());
  if (sent.kind === "sent") console.log(await adapter.update(sent.message, { body: plain("Done") }), JSON.stringify(peer.messages(channel)[0]!.components));
  console.log(bench.logged, peer.complaints(), peer.pings, peer.log.map((r) => `${r.route}`));
});
