import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sweepExpired } from "../../../src/bot/storage/keyv-store.ts";
import { createShelves, expectText } from "../../../src/bot/storage/shelf.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";

const open = (store = createMemoryStore()) => {
  const shelf = createShelves(store)("notes", (value) => ({ text: expectText(value, "text") }));
  return { store, shelf };
};

describe("a shelf", () => {
  it("gives back what was put on it, also to another process", async () => {
    const { store, shelf } = open();
    await shelf.set("a", { text: "one" });
    await shelf.set("a", { text: "two" });
    expect(await open(store).shelf.get("a")).toEqual({ text: "two" });
    await shelf.remove("a");
    expect(await shelf.get("a")).toBeUndefined();
    await shelf.remove("a");
  });

  it("keeps keys apart, whatever they hold, within what a state key may be", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.string({ maxLength: 300 }), { minLength: 2, maxLength: 4 }), async (keys) => {
        const { store, shelf } = open();
        for (const key of keys) await shelf.set(key, { text: key });
        for (const key of keys) expect(await shelf.get(key)).toEqual({ text: key });
        for (const key of store.documents.keys()) expect(key).toMatch(/^[a-z0-9._-]{1,200}$/);
      }),
      { numRuns: 50 },
    );
  });

  it("stores plain JSON under the prefix of chat data", async () => {
    const { store, shelf } = open();
    await shelf.set("A2", { text: "x" });
    expect([...store.documents]).toEqual([
      ["chat_notes_.412", expect.objectContaining({ value: { value: { text: "x" } } })],
    ]);
  });

  it("throws when the store is down: never 'not there'", async () => {
    const { store, shelf } = open();
    store.failure = new Error("disk full");
    await expect(shelf.get("a")).rejects.toThrow("disk full");
    await expect(shelf.set("a", { text: "x" })).rejects.toThrow("disk full");
    await expect(shelf.remove("a")).rejects.toThrow("disk full");
  });

  it.each([["text"], [{ other: 1 }], [null]])("throws invalid_state for a damaged entry: %j", async (value) => {
    const { store, shelf } = open();
    await store.create("chat_notes_a", { value });
    await expect(shelf.get("a")).rejects.toMatchObject({ code: "invalid_state" });
  });

  it("forgets what has expired, and the sweeper removes it without being asked", async () => {
    const { store, shelf } = open();
    await shelf.set("short", { text: "x" }, 1);
    await shelf.set("long", { text: "x" }, 3_600_000);
    await shelf.set("ever", { text: "x" });
    expect(await sweepExpired(store, "notes", Date.now() + 10)).toBe(1);
    expect([...store.documents.keys()]).toEqual(["chat_notes_long", "chat_notes_ever"]);
    expect(await shelf.get("short")).toBeUndefined();
  });
});
