import { encodeMessage } from "../encode/encode-message.ts";
import { refuse } from "../errors/api-error.ts";
import { CALLBACK, answerInteraction } from "../interactions/answer-interaction.ts";
import type { Wire } from "../../shared/wire.ts";
import { numberOf } from "../../shared/wire.ts";
import { INTERACTION_TYPES } from "../world/interaction.ts";
import type { InteractionState } from "../world/interaction.ts";
import { hasFlag } from "../world/message.ts";
import type { World } from "../world/world.ts";
import { NO_CONTENT_REPLY, ok } from "./route.ts";
import type { Call, Reply, Services } from "./route.ts";

/** POST /interactions/{interaction_id}/{interaction_token}/callback. */
export function createCallback({ world }: Services, call: Call): Reply {
  const interaction = world.interactions.get(call.param("interaction_id"));
  if (interaction === undefined || interaction.token !== call.param("interaction_token")) throw refuse(10062);
  answerInteraction(world, interaction, call);
  if (call.query.get("with_response") !== "true") return NO_CONTENT_REPLY;
  return ok(encodeCallback(world, interaction, numberOf(call.body, "type") ?? 0));
}

function encodeCallback(world: World, interaction: InteractionState, type: number): Wire {
  const { id, kind, channel } = interaction;
  const message = type === CALLBACK.choices || type === CALLBACK.modal ? undefined : interaction.original;
  return {
    interaction: {
      id,
      type: INTERACTION_TYPES[kind],
      channel_id: channel.id,
      ...(channel.guild === undefined ? {} : { guild_id: channel.guild.id }),
      ...(message === undefined
        ? {}
        : {
            response_message_id: message.id,
            response_message_loading: hasFlag(message.content, "loading"),
            response_message_ephemeral: hasFlag(message.content, "ephemeral"),
          }),
    },
    ...(message !== undefined && (type === CALLBACK.message || type === CALLBACK.update)
      ? { resource: { type, message: encodeMessage(world, message) } }
      : {}),
  };
}
