import { encodeMessage } from "../encode/encode-message.ts";
import { refuse } from "../errors/api-error.ts";
import { postForInteraction } from "../interactions/post-for-interaction.ts";
import { composeContent } from "../messages/compose-content.ts";
import { deleteMessage, editMessage } from "../messages/change-messages.ts";
import { isTokenAlive } from "../world/interaction.ts";
import type { InteractionState } from "../world/interaction.ts";
import { FLAGS, hasFlag } from "../world/message.ts";
import type { Message } from "../world/message.ts";
import type { World } from "../world/world.ts";
import { readAllowed } from "./messages.ts";
import { NO_CONTENT_REPLY, ok } from "./route.ts";
import type { Call, Reply, Services } from "./route.ts";

/** POST /webhooks/{application}/{token}: a follow-up. The first one after a deferral fills the message that was promised. */
export function createFollowUp({ world }: Services, call: Call): Reply {
  const interaction = findInteraction(world, call);
  const { original } = interaction;
  if (original !== undefined && hasFlag(original.content, "loading")) return change(world, interaction, original, call);
  const message = postForInteraction(world, interaction, call);
  interaction.followUps.push(message);
  interaction.answers.push({ kind: "message", message });
  world.changes.announce();
  return ok(encodeMessage(world, message));
}

/** GET /webhooks/{application}/{token}/messages/{message}; `@original` is the first answer. */
export function getAnswer({ world }: Services, call: Call): Reply {
  return ok(encodeMessage(world, findAnswer(findInteraction(world, call), call)));
}

/** PATCH /webhooks/{application}/{token}/messages/{message}. */
export function updateAnswer({ world }: Services, call: Call): Reply {
  const interaction = findInteraction(world, call);
  return change(world, interaction, findAnswer(interaction, call), call);
}

/** DELETE /webhooks/{application}/{token}/messages/{message}. */
export function removeAnswer({ world }: Services, call: Call): Reply {
  const interaction = findInteraction(world, call);
  const message = findAnswer(interaction, call);
  deleteMessage(world, message);
  interaction.answers.push({ kind: "deleted", message });
  world.changes.announce();
  return NO_CONTENT_REPLY;
}

function change(world: World, interaction: InteractionState, message: Message, call: Call): Reply {
  const wasPromised = hasFlag(message.content, "loading");
  const content = composeContent(world, {
    ...call,
    before: message.content,
    channelId: message.channel.id,
    settableFlags: FLAGS.suppressEmbeds | FLAGS.componentsV2,
  });
  editMessage(world, message, content, readAllowed(call.body));
  interaction.answers.push({ kind: wasPromised ? "message" : "update", message });
  world.changes.announce();
  return ok(encodeMessage(world, message));
}

/** Throws 10015 for a token nobody answered yet or that is none, 50027 for one that is too old. */
function findInteraction(world: World, call: Call): InteractionState {
  const interaction = world.tokens.get(call.param("webhook_token"));
  if (interaction === undefined || call.param("webhook_id") !== world.bot.application.id) throw refuse(10015);
  if (!isTokenAlive(interaction, world.clock.now())) throw refuse(50027);
  if (interaction.acknowledged === undefined) throw refuse(10015);
  return interaction;
}

/** Throws 10008 for a message that the token did not send, or that is deleted. */
function findAnswer({ original, followUps }: InteractionState, call: Call): Message {
  const id = call.param("message_id");
  const message =
    id === "@original"
      ? original
      : [...(original === undefined ? [] : [original]), ...followUps].find((one) => one.id === id);
  if (message === undefined || message.isDeleted) throw refuse(10008);
  return message;
}
