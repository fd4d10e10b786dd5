import { encodeAttachment } from "../encode/encode-message.ts";
import type { Wire, WireValue } from "../../shared/wire.ts";
import { memberOf, numberOf, objectsOf, textOf } from "../../shared/wire.ts";
import type { Channel } from "../world/channel.ts";
import { cleanFileName, guessContentType } from "../world/files.ts";
import type { Command } from "../world/commands.ts";
import type { World } from "../world/world.ts";

/** A file a person sends. */
export interface SentFile {
  readonly name: string;
  readonly data: string | Uint8Array;
  readonly contentType?: string;
}

/** What a person can put into an option. */
export type OptionValue = string | number | boolean | SentFile;

/** What a person typed: the command, its options, and which of them is being typed. */
export interface TypedCommand {
  readonly command: Command;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly focused?: string;
}

/** Discord's number of options that take files. */
const FILE_OPTION = 11;

/**
 * The `data` of an interaction with a command. Throws for what no client sends: options the command does not have, values
 * of the wrong type or outside the choices, required options left out.
 */
export function buildCommandData(world: World, channel: Channel, typed: TypedCommand): Wire {
  const { command, options, focused } = typed;
  const known = objectsOf(command, "options");
  const stray = Object.keys(options).filter((name) => !known.some((option) => textOf(option, "name") === name));
  if (stray.length > 0) throw new Error(`/${textOf(command, "name")} has no option ${stray.join(", ")}`);
  const attachments: Wire[] = [];
  const given = known.flatMap((option): readonly Wire[] => {
    const name = textOf(option, "name") ?? "";
    const value = Object.hasOwn(options, name) ? options[name] : undefined;
    if (value === undefined) return assertOptional(command, option, focused);
    const wire = typeof value === "object" ? upload(world, channel, value, attachments) : value;
    if (focused !== name) assertFits(option, value);
    const isFocused = focused === name ? { focused: true } : {};
    return [{ name, type: numberOf(option, "type"), value: wire, ...isFocused }];
  });
  if (focused !== undefined) assertCompletes(known, focused);
  return {
    id: command["id"],
    name: textOf(command, "name"),
    type: 1,
    ...(command["guild_id"] === undefined ? {} : { guild_id: command["guild_id"] }),
    options: given,
    ...(attachments.length === 0
      ? {}
      : {
          resolved: { attachments: Object.fromEntries(attachments.map((file) => [String(textOf(file, "id")), file])) },
        }),
  };
}

function upload(world: World, channel: Channel, file: SentFile, attachments: Wire[]): WireValue {
  const attachment = world.files.add({
    id: world.ids.next(),
    channelId: channel.id,
    name: cleanFileName(file.name),
    data: Buffer.from(file.data),
    contentType: file.contentType ?? guessContentType(file.name),
    description: undefined,
    isEphemeral: true,
  });
  attachments.push(encodeAttachment(world, attachment));
  return attachment.id;
}

function assertOptional(command: Command, option: Wire, focused: string | undefined): readonly Wire[] {
  if (focused === undefined && memberOf(option, "required") === true) {
    throw new Error(`/${textOf(command, "name")} needs ${textOf(option, "name")}: no client sends it without`);
  }
  return [];
}

function assertFits(option: Wire, value: OptionValue): void {
  const type = numberOf(option, "type") ?? 0;
  const wanted = { 3: "string", 4: "number", 5: "boolean", 10: "number" }[type];
  const fits = typeof value === "object" ? type === FILE_OPTION : typeof value === wanted;
  const name = textOf(option, "name");
  if (!fits) throw new Error(`Option ${name} is of type ${type}: ${JSON.stringify(value)} does not fit`);
  const choices = objectsOf(option, "choices");
  if (choices.length > 0 && !choices.some((choice) => memberOf(choice, "value") === value)) {
    throw new Error(`Option ${name} does not offer ${JSON.stringify(value)}`);
  }
  if (typeof value !== "string") return;
  const [min, max] = [numberOf(option, "min_length") ?? 0, numberOf(option, "max_length") ?? 6000];
  if (value.length < min || value.length > max) throw new Error(`Option ${name} takes ${min} to ${max} characters`);
}

function assertCompletes(options: readonly Wire[], focused: string): void {
  const option = options.find((one) => textOf(one, "name") === focused);
  if (option === undefined || memberOf(option, "autocomplete") !== true) {
    throw new Error(`Option ${focused} completes nothing`);
  }
}
