import type { Wire } from "../../shared/wire.ts";
import { memberOf, numberOf, textOf, wordOf } from "../../shared/wire.ts";
import type { IdGiver } from "./ids.ts";

/** A registered command, in the form it is sent back in. */
export type Command = Wire;

/** The commands of an application: global ones, and some of single guilds. */
export interface CommandStore {
  /** `undefined` for the global ones. */
  list(guildId: string | undefined): readonly Command[];
  /** Replaces all of a scope. A command that was there keeps its id, and its version when nothing changed. */
  replace(guildId: string | undefined, commands: readonly Wire[]): readonly Command[];
  /** What a person finds under a name: the guild's before the global one. */
  find(guildId: string | undefined, name: string): Command | undefined;
}

/** Creates a store without commands. */
export function createCommandStore(applicationId: string, ids: IdGiver): CommandStore {
  const scopes = new Map<string, readonly Command[]>();
  const list = (guildId: string | undefined): readonly Command[] => scopes.get(guildId ?? "") ?? [];
  return {
    list,
    replace: (guildId, commands) => {
      const known = list(guildId);
      const fresh = commands.map((command) => {
        const normal = normalize(command, applicationId, guildId);
        const before = known.find((one) => textOf(one, "name") === normal["name"] && one["type"] === normal["type"]);
        if (before === undefined) return { ...normal, id: ids.next(), version: ids.next() };
        const isSame = JSON.stringify(withoutIds(before)) === JSON.stringify(normal);
        return { ...normal, id: before["id"], version: isSame ? before["version"] : ids.next() };
      });
      scopes.set(guildId ?? "", fresh);
      return fresh;
    },
    find: (guildId, name) => {
      const isWanted = (command: Command): boolean => textOf(command, "name") === name && command["type"] === 1;
      const own = guildId === undefined ? undefined : list(guildId).find(isWanted);
      return own ?? list(undefined).find(isWanted);
    },
  };
}

/** The members a registered command is answered with, in a fixed order, with what was left out filled in. */
function normalize(command: Wire, applicationId: string, guildId: string | undefined): Wire {
  const permissions = wordOf(command, "default_member_permissions");
  return {
    application_id: applicationId,
    ...(guildId === undefined ? {} : { guild_id: guildId }),
    default_member_permissions: permissions === "" ? null : permissions,
    type: numberOf(command, "type") ?? 1,
    name: textOf(command, "name"),
    name_localizations: memberOf(command, "name_localizations") ?? null,
    description: textOf(command, "description") ?? "",
    description_localizations: memberOf(command, "description_localizations") ?? null,
    ...(guildId === undefined ? { dm_permission: true, contexts: memberOf(command, "contexts") ?? null } : {}),
    integration_types: memberOf(command, "integration_types") ?? [0],
    options: optionsOf(command),
    nsfw: memberOf(command, "nsfw") === true,
  };
}

/** Options without what is null or false, as Discord sends them back. */
function optionsOf(command: Wire): readonly Wire[] {
  const options = memberOf(command, "options");
  if (!Array.isArray(options)) return [];
  return (options as readonly Wire[]).map((option) => {
    const given = Object.entries(option).filter(
      ([, value]) => value !== null && value !== undefined && value !== false,
    );
    const nested = memberOf(option, "options");
    return { ...Object.fromEntries(given), ...(Array.isArray(nested) ? { options: optionsOf(option) } : {}) };
  });
}

function withoutIds({ id: _id, version: _version, ...rest }: Command): Wire {
  return rest;
}
