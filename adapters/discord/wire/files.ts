import type { RawFile } from "discord.js";
import type { OutboundFile } from "../../../src/bot/adapter.ts";

/** Files to go along, with content: Discord takes none without. */
export function encodeFiles(files: readonly OutboundFile[] = []): readonly RawFile[] {
  return files.map((file) => ({
    name: nameOf(file),
    data: Buffer.from(file.text === "" ? "\n" : file.text),
    contentType: "text/plain; charset=utf-8",
  }));
}

/** The name stands in a header of the upload, and in the message. */
export function nameOf({ name }: OutboundFile): string {
  return name.replace(/[^A-Za-z0-9._-]/g, "_");
}
