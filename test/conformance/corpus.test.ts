import { describe, expect, it } from "vitest";
import { CORPUS } from "./corpus/index.ts";
import type { CorpusCase } from "./corpus-case.ts";
import { ourEngine, peerEngine } from "./engine.ts";
import { observeCase } from "./observe-case.ts";

/** Both engines at once: most of a case is waiting for its programs. */
async function compare(given: CorpusCase): Promise<void> {
  const [peer, ours] = await Promise.all([observeCase(peerEngine, given), observeCase(ourEngine, given)]);
  if (given.differs === undefined) {
    expect(ours).toEqual(peer);
    return;
  }
  const wanted = { ...peer, ...given.differs.ours };
  expect(ours).toEqual(wanted);
  expect(wanted, "the peer answers as this package does: the case needs no note").not.toEqual(peer);
}

describe.each(Object.entries(CORPUS))("both engines, %s", (_topic, cases) => {
  it.each(cases.map((given) => [given.name, given] as const))("%s", async (_name, given) => await compare(given));
});

it("the names of a topic are unique", () => {
  const repeated = Object.entries(CORPUS).flatMap(([topic, cases]) =>
    cases
      .filter(({ name }, at) => cases.findIndex((other) => other.name === name) !== at)
      .map(({ name }) => [topic, name]),
  );
  expect(repeated).toEqual([]);
});
