import { afterEach, describe, expect, it } from "vitest";
import { gated, openScene, type GateScene } from "./gate-scene.ts";

let scene: GateScene;
afterEach(() => scene.stop());

const LONG = gated(`{ prompt: Release it?, preview: "${"x".repeat(300)}", approvers: [group:release] }`);

interface Sized {
  readonly body: unknown;
  readonly files?: readonly unknown[];
  readonly buttons?: unknown;
}

describe("Details that one person alone sees", () => {
  it.each([
    ["in a file", 900],
    ["in the answer itself", 3_000],
  ])("count as opened only when they surely got through: %s", async (_, size) => {
    const fits = ({ body, files = [], buttons }: Sized): boolean =>
      files.length > 0 || JSON.stringify(body).length < (buttons === undefined ? size : 900);
    scene = await openScene(LONG, { telegram: { fits, privateResponses: true } });
    const { telegram } = scene;
    expect(scene.card()).toContain("Open Details before you approve");
    telegram.answersUnsure = true;
    expect(await scene.press("ann", "Details")).toContain("The details could not be sent. Try again in a moment.");
    telegram.answersUnsure = false;
    expect(await scene.press("ann", "Approve")).toContain("Open Details first");
    expect(await scene.press("ann", "Details")).not.toContain("could not be sent");
    expect(await scene.press("ann", "Approve")).toBe("Approved. The run goes on.");
  });
});
