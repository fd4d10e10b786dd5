import { assertNoProblems, refuse } from "../errors/api-error.ts";
import { checkCommands } from "../rules/commands.ts";
import type { World } from "../world/world.ts";
import { findGuild } from "./find.ts";
import { ok } from "./route.ts";
import type { Call, Reply, Services } from "./route.ts";

/** GET /applications/{application_id}/commands, and those of a guild. */
export function listCommands({ world }: Services, call: Call): Reply {
  return ok(world.commands.list(scopeOf(world, call)));
}

/** PUT /applications/{application_id}/commands, and those of a guild: replaces them all. */
export function replaceCommands({ world }: Services, call: Call): Reply {
  const scope = scopeOf(world, call);
  assertNoProblems(checkCommands(call.list));
  const commands = world.commands.replace(scope, call.list);
  world.changes.announce();
  return ok(commands);
}

function scopeOf(world: World, call: Call): string | undefined {
  if (call.param("application_id") !== world.bot.application.id) throw refuse(10002);
  const guildId = call.find("guild_id");
  return guildId === undefined ? undefined : findGuild(world, guildId).id;
}
