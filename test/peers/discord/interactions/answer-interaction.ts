import { assertNoProblems, refuse, refuseForm } from "../errors/api-error.ts";
import { composeContent } from "../messages/compose-content.ts";
import { editMessage } from "../messages/change-messages.ts";
import type { UploadedPart } from "../messages/uploads.ts";
import { checkChoices } from "../rules/choices.ts";
import { checkModal } from "../rules/modal.ts";
import { wrongChoice } from "../schema/problem-words.ts";
import type { Wire } from "../../shared/wire.ts";
import { isGiven, numberOf, objectOf, objectsOf } from "../../shared/wire.ts";
import type { InteractionState } from "../world/interaction.ts";
import { FLAGS, NO_CONTENT } from "../world/message.ts";
import type { Message } from "../world/message.ts";
import type { World } from "../world/world.ts";
import { postForInteraction } from "./post-for-interaction.ts";

/** Discord's numbers of callbacks. */
export const CALLBACK = {
  message: 4,
  deferredMessage: 5,
  deferredUpdate: 6,
  update: 7,
  choices: 8,
  modal: 9,
} as const;

/** A callback as the bot sends it. */
export interface Callback {
  readonly body: Wire;
  readonly files: readonly UploadedPart[];
  readonly note: (what: string) => void;
}

/**
 * Answers an interaction for the first time. Throws 10062 when its 3 s passed, 40060 when it has an answer already,
 * "Invalid Form Body" for an answer this kind cannot have; then the interaction stays unanswered.
 */
export function answerInteraction(world: World, interaction: InteractionState, callback: Callback): void {
  const type = numberOf(callback.body, "type") ?? 0;
  if (interaction.acknowledged !== undefined) throw refuse(40060);
  if (world.clock.now() - interaction.createdAt > world.acknowledgeWithinMs) throw refuse(10062);
  const fitting = fittingCallbacks(interaction);
  if (!fitting.includes(type)) throw refuseForm([wrongChoice(["type"], fitting)]);
  act(world, interaction, type, callback);
  interaction.acknowledged = { type, at: world.clock.now() };
  world.changes.announce();
}

/** A modal has to be the first answer and cannot answer a modal; only what came from a message can change it. */
function fittingCallbacks({ kind, message }: InteractionState): readonly number[] {
  if (kind === "autocomplete") return [CALLBACK.choices];
  return [
    CALLBACK.message,
    CALLBACK.deferredMessage,
    ...(message === undefined ? [] : [CALLBACK.deferredUpdate, CALLBACK.update]),
    ...(kind === "modal" ? [] : [CALLBACK.modal]),
  ];
}

function act(world: World, interaction: InteractionState, type: number, callback: Callback): void {
  const data = objectOf(callback.body, "data");
  switch (type) {
    case CALLBACK.message:
      interaction.original = postForInteraction(world, interaction, { ...callback, body: data, path: ["data"] });
      interaction.answers.push({ kind: "message", message: interaction.original });
      return;
    case CALLBACK.deferredMessage:
      interaction.original = promiseMessage(world, interaction, data);
      return;
    case CALLBACK.deferredUpdate:
      interaction.original = interaction.message;
      return;
    case CALLBACK.update:
      updateMessage(world, interaction, callback);
      return;
    case CALLBACK.choices: {
      assertNoProblems(checkChoices(data, interaction.data));
      interaction.answers.push({ kind: "choices", choices: objectsOf(data, "choices") });
      return;
    }
    default:
      assertNoProblems(checkModal(data));
      interaction.answers.push({ kind: "modal", modal: data });
  }
}

/** The message that says "thinking" until it is filled. Only whether it is ephemeral is decided now. */
function promiseMessage(world: World, interaction: InteractionState, data: Wire): Message {
  const isEphemeral = ((numberOf(data, "flags") ?? 0) & FLAGS.ephemeral) !== 0;
  const flags = FLAGS.loading | (isEphemeral ? FLAGS.ephemeral : 0);
  return postForInteraction(world, interaction, { content: { ...NO_CONTENT, flags } });
}

function updateMessage(world: World, interaction: InteractionState, callback: Callback): void {
  const { message } = interaction;
  if (message === undefined || message.isDeleted) throw refuse(10008);
  const data = objectOf(callback.body, "data");
  const content = composeContent(world, {
    ...callback,
    body: data,
    before: message.content,
    channelId: message.channel.id,
    settableFlags: FLAGS.suppressEmbeds | FLAGS.componentsV2,
    path: ["data"],
  });
  editMessage(
    world,
    message,
    content,
    isGiven(data, "allowed_mentions") ? objectOf(data, "allowed_mentions") : undefined,
  );
  interaction.original = message;
  interaction.answers.push({ kind: "update", message });
}
