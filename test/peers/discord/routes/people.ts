import { encodeChannel } from "../encode/encode-channel.ts";
import { encodeApplication, encodeMember, encodeSelf, encodeUser } from "../encode/encode-user.ts";
import { refuse } from "../errors/api-error.ts";
import { textOf } from "../../shared/wire.ts";
import { openDirect } from "../world/places.ts";
import { findGuild } from "./find.ts";
import { ok } from "./route.ts";
import type { Call, Reply, Services } from "./route.ts";

/** GET /users/@me. */
export function getSelf({ world }: Services): Reply {
  return ok(encodeSelf(world.bot));
}

/** GET /users/{user_id}. */
export function getUser({ world }: Services, call: Call): Reply {
  const user = world.users.get(call.param("user_id"));
  if (user === undefined) throw refuse(10013);
  return ok(encodeUser(user));
}

/** POST /users/@me/channels: opening direct messages works even where writing is refused. */
export function createDirectChannel({ world }: Services, call: Call): Reply {
  const user = world.users.get(textOf(call.body, "recipient_id") ?? "");
  if (user === undefined || user.id === world.bot.user.id) throw refuse(50033);
  return ok(encodeChannel(openDirect(world, user)));
}

/** GET /guilds/{guild_id}/members/{user_id}. */
export function getMember({ world }: Services, call: Call): Reply {
  const guild = findGuild(world, call.param("guild_id"));
  if (!world.users.has(call.param("user_id"))) throw refuse(10013);
  const member = guild.members.get(call.param("user_id"));
  if (member === undefined) throw refuse(10007);
  return ok(encodeMember(member));
}

/** GET /applications/@me. */
export function getApplication({ world }: Services): Reply {
  return ok(encodeApplication(world.bot, world.guilds.size));
}

/** GET /gateway/bot: where the gateway is, how many shards, how many sessions may begin. */
export function getGateway({ gatewayInfo }: Services): Reply {
  return ok(gatewayInfo());
}
