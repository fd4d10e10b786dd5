import { mkdir } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { onEveryPlatform } from "./on-every-platform.ts";
import { createOtherProcess } from "./scene/other-process.ts";
import { readApprovalId, readRunId } from "./scene/read-card.ts";
import type { Scene } from "./scene/open-scene.ts";
import type { Person, Place, Seen } from "./venue/venue.ts";
import { DEPLOY, OPEN_GATE, SLOW } from "./workflows.ts";

const BROKEN = `
steps:
  - id: fail
    run: echo "cannot reach the host" >&2; exit 7
`;

/** The folder of its second step is missing. */
const FAR = `
steps:
  - id: gate
    approval: Go?
  - id: work
    run: echo done >> ../far.txt
    cwd: missing
    when: $gate.approved
`;

const WORKFLOWS = { deploy: DEPLOY, "open-gate": OPEN_GATE, slow: SLOW, broken: BROKEN, far: FAR };
const APPROVED = "Approved. The run goes on.";

onEveryPlatform("runs", { workflows: WORKFLOWS, config: "defaults: { max_parallel: 1 }" }, (scenario) => {
  scenario(
    "are followed, queue behind others, and are cancelled with their processes, while commands are answered",
    async (scene) => {
      const place = scene.direct("dev-lead");
      const running = await scene.next(place, isCard("slow"), () =>
        scene.type("dev-lead", place, "/run slow mark=long"),
      );
      expect((await scene.waitForText(running, "▶ wait")).text).toMatch(/^▶️ Running/);
      const id = readRunId(running);
      expect(await scene.say("dev-lead", place, "/status")).toContain(`slow · ${id}: ▶️ Running`);
      const queued = await scene.next(place, isCard("deploy"), () =>
        scene.type("dev-lead", place, "/run deploy mark=queued"),
      );
      await scene.waitForText(queued, /^🕒 Queued: 1 run is ahead of it in this conversation/);
      const question = await askToCancel(scene, place, "dev-lead", id);
      expect(question.buttons).toEqual(["Cancel the run", "Keep it"]);
      expect(await scene.press("dev-lead", question, "Cancel the run")).toMatch(
        /^Cancel(led|ling: the step under way is being ended)\.$/,
      );
      const cancelled = await scene.waitForText(running, /^🚫 Cancelled/);
      expect(cancelled.text).toContain("Cancelled by Dev lead");
      expect(await scene.lines("ended-long.txt")).toEqual([]);
      await scene.waitForText(queued, /^⏳ Waiting for approval/);
    },
  );

  scenario("are cancelled only by who started or may approve them", async (scene) => {
    const place = scene.place();
    const card = await scene.openGate(place, "deploy mark=rights");
    const id = readRunId(card);
    expect(await scene.say("teammate", place, `/cancel ${id}`)).toBe(
      "Only who started a run, or may approve it, can cancel it.",
    );
    const first = await askToCancel(scene, place, "release-manager", id);
    expect(await scene.press("release-manager", first, "Keep it")).toBe("Nothing was cancelled.");
    const second = await askToCancel(scene, place, "release-manager", id);
    expect(await scene.press("release-manager", second, "Cancel the run")).toBe("Cancelled.");
    await scene.waitForText(card, /^🚫 Cancelled/);
    expect(await scene.say("release-manager", place, `/cancel ${id}`)).toBe("The run is over already: cancelled.");
  });

  scenario("that fail show the step, its exit code and the end of its error output", async (scene) => {
    const place = scene.place();
    const card = await scene.next(place, isCard("broken"), () => scene.type("dev-lead", place, "/run broken"));
    const failed = await scene.waitForText(card, /^❌ Failed/);
    expect(failed.text).toContain("Step fail failed with exit code 7");
    expect(failed.text).toContain("cannot reach the host");
    expect(await scene.say("dev-lead", place, "/history")).toMatch(/broken · [0-9A-Z]{8}: failed · took /);
  });

  scenario("are told in /status with their steps, who approved, and how long", async (scene) => {
    const place = scene.place();
    const card = await scene.openGate(place, "deploy mark=status");
    const id = readRunId(card);
    const waiting = await scene.say("teammate", place, `/status ${id.toLowerCase()}`);
    expect(waiting).toMatch(
      /^⏳ Waiting for approval\ndeploy · run [0-9A-Z]{8} · started by Dev lead\n✔ collect\n⏳ gate\n· deploy\n/,
    );
    await scene.press("release-manager", card, "Approve");
    await scene.waitForText(card, /^✅ Finished/);
    expect(await scene.say("teammate", place, `/status ${id}`)).toContain("Approved by Release manager");
    expect(await scene.say("teammate", place, "/status 00000000")).toContain("No run 00000000 in this conversation.");
  });

  scenario("go on when another process decides, and their cards follow", async (scene) => {
    const card = await scene.openGate(scene.place(), "deploy mark=other");
    await createOtherProcess(scene).approve(readApprovalId(card));
    await scene.waitForText(card, /^✅ Finished/);
    expect(await scene.press("teammate", card, "Approve")).toMatch(/^Already approved by Release manager/);
    expect(await scene.lines("deployed-other.txt")).toEqual(["release-manager"]);
  });

  scenario("that cannot go on open their gate again, say why, and go on once the reason is gone", async (scene) => {
    const place = scene.place();
    const card = await scene.openGate(place, "far");
    const told = await scene.next(
      place,
      ({ text }) => text.startsWith("It could not go on at work: "),
      async () => {
        expect(await scene.press("teammate", card, "Approve")).toBe(APPROVED);
      },
    );
    expect(told.text).toContain("Nothing had started, so the gate is open again.");
    const open = await scene.waitForText(card, /^⏳ Waiting for approval/);
    expect(open.buttons).toEqual(["Approve", "Deny", "Details"]);
    await mkdir(path.join(scene.workflowsDirectory, "missing"));
    expect(await scene.press("teammate", card, "Approve")).toBe(APPROVED);
    await scene.waitForText(card, /^✅ Finished/);
    expect(await scene.lines("far.txt")).toEqual(["done"]);
  });

  scenario("wait in /pending, for those who can act first, which leads back to their cards", async (scene) => {
    const place = scene.place(scene.kinds.at(1));
    if (scene.kinds.length > 1) expect(await scene.say("teammate", place, "/pending")).toBe("Nothing waits here.");
    const card = await scene.openGate(place, "deploy mark=pending");
    const id = readRunId(card);
    const list = (person: Person): Promise<Seen> => scene.ask(person, place, "/pending", isListOf(id));
    expect((await list("teammate")).text).toMatch(
      new RegExp(`^Others can act on:[^]*deploy · ${id}: Deploy 3 services\\?`, "m"),
    );
    const own = await list("release-manager");
    expect(own.text).toMatch(/^You can act on:\n/);
    expect(own.text).not.toMatch(new RegExp(`^Others can act on:[^]*${id}`, "m"));
    const show = own.buttons.find((label) => label === `Show ${id}`);
    if (show === undefined) return expect(own.marks).toContainEqual({ kind: "link", text: "card" });
    const copy = await scene.next(place, isOpen, () => scene.tap("release-manager", own, show));
    expect(await scene.press("release-manager", copy, "Approve")).toBe(APPROVED);
    for (const one of [card, copy]) await scene.waitForText(one, /^✅ Finished/);
    expect(await scene.lines("deployed-pending.txt")).toEqual(["release-manager"]);
  });
});

const isOpen = ({ buttons }: Seen): boolean => buttons.includes("Approve");

const isListOf =
  (id: string) =>
  ({ text }: Seen): boolean =>
    /^(You|Others) can act on:/.test(text) && text.includes(id);

const isCard =
  (workflow: string) =>
  ({ text }: Seen): boolean =>
    text.includes(`${workflow} · run `);

function askToCancel(scene: Scene, place: Place, person: "dev-lead" | "release-manager", id: string): Promise<Seen> {
  return scene.next(
    place,
    ({ text }) => /, cancel \S+ · run /.test(text) && text.includes(id),
    async () => expect(await scene.say(person, place, `/cancel ${id}`)).toBe("Confirm it in the message below."),
  );
}
