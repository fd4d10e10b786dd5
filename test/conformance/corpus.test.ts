import { describe, expect, it } from "vitest";
import { CORPUS } from "./corpus/index.ts";
import { ourEngine, peerEngine } from "./engine.ts";
import { observeCase } from "./observe-case.ts";

describe.each(Object.entries(CORPUS))("both engines, %s", (_topic, cases) => {
  it.each(cases.map((given) => [given.name, given] as const))("%s", async (_name, given) => {
    const peer = await observeCase(peerEngine, given);
    const ours = await observeCase(ourEngine, given);
    if (given.differs === undefined) {
      expect(ours).toEqual(peer);
      return;
    }
    const wanted = { ...peer, ...given.differs.ours };
    expect(ours).toEqual(wanted);
    expect(wanted, "the peer answers as this package does: the case needs no note").not.toEqual(peer);
  });
});
