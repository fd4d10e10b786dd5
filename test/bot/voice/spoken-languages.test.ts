import { describe, expect, it } from "vitest";
import { createSpokenLanguages, type SpokenLanguages } from "../../../src/bot/voice/spoken-languages.ts";
import { createShelves } from "../../../src/bot/storage/shelf.ts";
import { createMemoryStore, type MemoryStore } from "../../fakes/memory-store.ts";

const people = { all: [{ id: "anna", name: "Anna", groups: [], accounts: [] }] };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const open = async (store: MemoryStore): Promise<SpokenLanguages> => {
  const languages = createSpokenLanguages({ openShelf: createShelves(store), people, log });
  await languages.load();
  return languages;
};

describe("the languages people use", () => {
  it("are nobody's before an event told them", async () => {
    const languages = await open(createMemoryStore());
    expect(languages.of("anna", "telegram")).toBeUndefined();
  });

  it("outlive a restart", async () => {
    const store = createMemoryStore();
    await (await open(store)).note("anna", "telegram", "uk-UA");
    expect((await open(store)).of("anna", "telegram")).toBe("uk");
  });

  it("are each platform's own, and stand in for one that has told none", async () => {
    const languages = await open(createMemoryStore());
    await languages.note("anna", "telegram", "uk");
    await languages.note("anna", "discord", "ja");
    expect(["telegram", "discord", "terminal"].map((name) => languages.of("anna", name as "telegram"))).toEqual([
      "uk",
      "ja",
      "uk",
    ]);
  });

  it("change with the newest event, also to one that is answered in English", async () => {
    const languages = await open(createMemoryStore());
    await languages.note("anna", "telegram", "ko");
    await languages.note("anna", "telegram", "de");
    expect(languages.of("anna", "telegram")).toBe("en");
  });

  it("are written only when they change", async () => {
    const store = createMemoryStore();
    const languages = await open(store);
    await languages.note("anna", "telegram", "ko");
    const before = (await store.changes()).cursor;
    await languages.note("anna", "telegram", "ko-KR");
    expect((await store.changes()).cursor).toEqual(before);
  });
});
