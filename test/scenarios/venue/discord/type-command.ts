import type { Channel, DiscordPeer, Interaction, OptionValue, User } from "../../../peers/discord/index.ts";
import { objectsOf, textOf, type Wire } from "../../../peers/shared/wire.ts";

/** A command as a person would fill it in: the words of a typed line, one an option, the last one taking the rest. */
export function typeCommand(peer: DiscordPeer, user: User, channel: Channel, line: string): Interaction {
  const [, name = "", rest = ""] = /^\/(\S+)\s*([^]*)$/.exec(line) ?? [];
  const command = peer.commands().find((known) => textOf(known, "name") === name);
  if (command === undefined) throw new Error(`The bot offers no command /${name}`);
  return peer.command(user, channel, name, fillIn(listTextOptions(command), rest.trim()));
}

/** Discord's number of options that take text. */
const TEXT = 3;

function listTextOptions(command: Wire): readonly string[] {
  return objectsOf(command, "options")
    .filter((option) => option["type"] === TEXT)
    .map((option) => textOf(option, "name") ?? "");
}

function fillIn(names: readonly string[], rest: string): Readonly<Record<string, OptionValue>> {
  const [name, ...others] = names;
  if (name === undefined || rest === "") return {};
  if (others.length === 0) return { [name]: rest };
  const [word = "", ...words] = rest.split(/\s+/);
  return { [name]: word, ...fillIn(others, words.join(" ")) };
}
