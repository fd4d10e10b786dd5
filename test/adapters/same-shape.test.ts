import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ADAPTERS = resolve(import.meta.dirname, "../../adapters");

/** The files that every adapter has at its top, and what each is for. */
const TOP = ["client.ts", "decode.ts", "encode.ts", "index.ts", "limits.ts", "receive.ts"];

/** Files that only one of the two has, and why. */
const ONLY_IN: Readonly<Record<"telegram" | "discord", Readonly<Record<string, string>>>> = {
  telegram: {
    "inbound/poll.ts": "Telegram is asked for updates",
    "inbound/webhook.ts": "or sends them to a server",
    "inbound/unfinished-updates.ts": "an update that was confirmed does not come again",
    "outbound/caption.ts": "a file carries a short text",
    "text/inert-text.ts": "text has entities, and nothing in it is escaped",
    "text/lost-marks.ts": "some characters are taken away",
    "wire/poll-timeout.ts": "a request for updates is held",
  },
  discord: {
    "inbound/gateway.ts": "Discord sends events over a connection",
    "inbound/connection.ts": "which the library keeps",
    "inbound/sessions.ts": "and which goes on where it was",
    "inbound/ages.ts": "an interaction has to be answered within three seconds",
    "outbound/first-answer.ts": "of which there is one",
    "outbound/further-answers.ts": "and then others, in its name",
    "outbound/suggest.ts": "values are suggested while somebody types",
    "outbound/find.ts": "the history of a channel can be looked through",
    "outbound/known-files.ts": "files are part of a message",
    "outbound/notify.ts": "direct messages are a channel with a number of its own",
    "outbound/place.ts": "a run can have a thread",
    "text/escape.ts": "text is markup, and escaped",
    "text/not-empty.ts": "no part of a message may be empty",
    "text/spans.ts": "marks of style may touch",
    "wire/api.ts": "the library has no method for each request",
    "wire/custom-id.ts": "a press that opens a form is recognised by its button",
    "wire/files.ts": "files are part of a message",
    "wire/form.ts": "forms are Discord's alone",
    "wire/links.ts": "a link names the server, which a message does not tell",
    "wire/select.ts": "a list to choose from is Discord's alone",
    "wire/mark.ts": "a message is found again by a mark",
  },
};

/** The files below the top that both have under the same name. */
const SHARED = listFiles("discord").filter((file) => file.includes("/") && listFiles("telegram").includes(file));

describe("adapters/telegram and adapters/discord, side by side", () => {
  it("have the same files at the top, as the terminal chat has", () => {
    const tops = ["telegram", "discord", "terminal"].map((adapter) =>
      listFiles(adapter).filter((file) => TOP.includes(file)),
    );
    expect(tops).toEqual([TOP, TOP, TOP]);
    const others = ["telegram", "discord"].flatMap((adapter) =>
      listFiles(adapter).filter((file) => !file.includes("/") && !TOP.includes(file)),
    );
    expect(others).toEqual([]);
  });

  it.each(TOP)("export the same from %s, in the same order", (file) => {
    const [telegram = [], discord = []] = ["telegram", "discord"].map((adapter) =>
      readExports(join(ADAPTERS, adapter, file)).map((name) => name.replace(/telegram|discord/i, "Platform")),
    );
    expect(discord).toEqual(telegram);
    expect(discord.length).toBeGreaterThan(0);
  });

  it.each(SHARED)("export what both have from %s in the same order", (file) => {
    const [telegram, discord] = readShared(file);
    expect(discord).toEqual(telegram);
    expect(discord).not.toEqual([]);
  });

  it("have the same files below, but for those that only one of them needs", () => {
    const rest = (["telegram", "discord"] as const).map((adapter) =>
      listFiles(adapter)
        .filter((file) => !Object.hasOwn(ONLY_IN[adapter], file))
        .map((file) => file.replace(adapter, "platform")),
    );
    expect(rest[1]).toEqual(rest[0]);
    for (const adapter of ["telegram", "discord"] as const) {
      const files = listFiles(adapter);
      expect(Object.keys(ONLY_IN[adapter]).filter((file) => !files.includes(file))).toEqual([]);
    }
  });
});

/** What both export, once in the order of each. */
function readShared(file: string): readonly (readonly string[])[] {
  const [telegram = [], discord = []] = ["telegram", "discord"].map((adapter) =>
    readExports(join(ADAPTERS, adapter, file)).map((name) => name.replace(/telegram|discord/i, "Platform")),
  );
  return [telegram.filter((name) => discord.includes(name)), discord.filter((name) => telegram.includes(name))];
}

function listFiles(adapter: string): readonly string[] {
  return readdirSync(join(ADAPTERS, adapter), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.replaceAll("\\", "/"))
    .toSorted();
}

/** The names a file exports, in the order in which they stand. */
function readExports(file: string): readonly string[] {
  const declaration = /^export (?:async )?(?:function|const|type|interface|class) (\w+)/gm;
  return [...readFileSync(file, "utf8").matchAll(declaration)].map(([, name = ""]) => name);
}
