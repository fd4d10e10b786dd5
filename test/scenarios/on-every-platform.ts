import { afterAll, afterEach, beforeAll, describe, it, vi } from "vitest";
import type { ScenePlan } from "./scene/host.ts";
import { openScene, PLATFORMS, type Scene } from "./scene/open-scene.ts";
import { LACKS, type Ability } from "./venue/ability.ts";

/** Tells a scenario. Where the platform lacks what it needs it is skipped, and its name says why. */
export type Scenario = (name: string, ...rest: [tell: Tell] | [needs: readonly Ability[], tell: Tell]) => void;

type Tell = (scene: Scene) => Promise<void>;

/** Real processes on a machine that does other things as well need more than the usual limits of tests and hooks. */
export const PROCESS_LIMIT_MS = 60_000;

/**
 * Tells scenarios on every platform, each time with one real bot process of its own, which all of them share: a scenario
 * takes a new place and leaves the bot running.
 */
export function onEveryPlatform(title: string, plan: ScenePlan, define: (scenario: Scenario) => void): void {
  vi.setConfig({ testTimeout: PROCESS_LIMIT_MS, hookTimeout: PROCESS_LIMIT_MS });
  describe.each(PLATFORMS)(`${title}, on %s`, (platform) => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await openScene(platform, plan);
    });
    afterEach(() => scene.assertClean());
    afterAll(() => scene.stop());
    define((name, ...rest) => {
      const [needs, tell] = rest.length === 1 ? [[], rest[0]] : rest;
      const missing = needs.find((ability) => LACKS[platform][ability] !== undefined);
      const why = missing === undefined ? "" : ` [not on ${platform}: ${LACKS[platform][missing]}]`;
      it.skipIf(missing !== undefined)(`${name}${why}`, () => tell(scene));
    });
  });
}
