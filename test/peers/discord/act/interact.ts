import { beginInteraction } from "../interactions/begin-interaction.ts";
import type { InteractionPlan } from "../interactions/begin-interaction.ts";
import { COMPONENT } from "../rules/component-types.ts";
import type { Wire } from "../../shared/wire.ts";
import { listOf, textOf } from "../../shared/wire.ts";
import type { Command } from "../world/commands.ts";
import type { Channel, ChannelState } from "../world/channel.ts";
import type { User } from "../world/identity.ts";
import type { Message } from "../world/message.ts";
import { EVERY_PERMISSION, may, permissionsOf } from "../world/permissions.ts";
import { channelOf, findMessage, isVisibleTo, userOf } from "../world/world.ts";
import type { World } from "../world/world.ts";
import { buildCommandData } from "./command-data.ts";
import type { OptionValue } from "./command-data.ts";
import { handleInteraction } from "./interaction-handle.ts";
import type { Interaction } from "./interaction-handle.ts";
import { buildModalData } from "./modal-data.ts";
import type { FieldValues } from "./modal-data.ts";
import { seeMessage } from "./seen-message.ts";
import type { SeenButton, SeenMessage } from "./seen-message.ts";
import type { SeenModal } from "./seen-modal.ts";

/** What a changed client sends: a custom id the message does not show, of a button or a select. */
export interface ForgedPress {
  readonly customId: string;
  /** Values of a select; without them it is a button. */
  readonly values?: readonly string[];
}

/** What people do with commands, buttons, selects and modals. Each throws when no client would send it. */
export interface Interacting {
  command(user: User, channel: Channel, name: string, options?: Readonly<Record<string, OptionValue>>): Interaction;
  /** Types into an option: `options` holds what stands there, that of `focused` unfinished. */
  autocomplete(
    user: User,
    channel: Channel,
    name: string,
    options: Readonly<Record<string, OptionValue>>,
    focused: string,
  ): Interaction;
  /** Presses a button that is on the message now. By label, by custom id, or by a pattern of the label. */
  press(user: User, message: SeenMessage, button: string | RegExp): Interaction;
  /** Chooses in a select, by custom id or placeholder, by value or label. A client sends nothing where nothing changed. */
  choose(user: User, message: SeenMessage, select: string, values: readonly string[]): Interaction;
  /** Submits a modal that was opened for the person. Fields by custom id or label. */
  submit(user: User, modal: SeenModal, values?: FieldValues): Interaction;
  /** Sends what no client shows: for messages that are gone or another person's, from bots, webhooks, strangers. */
  pressForged(user: User, message: SeenMessage, press: ForgedPress): Interaction;
  /** Submits a modal that was never opened. */
  submitForged(user: User, channel: Channel, customId: string, values: Readonly<Record<string, string>>): Interaction;
}

/** Creates what people do with commands, buttons, selects and modals. */
export function createInteracting(world: World): Interacting {
  const begin = (plan: InteractionPlan): Interaction => handleInteraction(world, beginInteraction(world, plan));
  const type = (kind: "command" | "autocomplete", user: User, channel: Channel, typed: Typed): Interaction => {
    const state = enter(world, user, channel);
    const command = world.commands.find(state.guild?.id, typed.name);
    if (command === undefined || !isOffered(command, state, user)) {
      throw new Error(`There is no command /${typed.name} in channel ${channel.id} for user ${user.id}`);
    }
    const data = buildCommandData(world, channel, { ...typed, command });
    return begin({ kind, user: userOf(world, user), channel: state, data });
  };
  const use = (user: User, seen: SeenMessage, dataOf: (now: SeenMessage) => Wire): Interaction => {
    const message = recall(world, seen);
    enter(world, user, message.channel);
    if (!isVisibleTo(message, user.id)) throw new Error(`User ${user.id} does not see message ${seen.id}`);
    const data = dataOf(seeMessage(message));
    return begin({ kind: "component", user: userOf(world, user), channel: message.channel, data, message });
  };
  return {
    command: (user, channel, name, options = {}) => type("command", user, channel, { name, options }),
    autocomplete: (user, channel, name, options, focused) =>
      type("autocomplete", user, channel, { name, options, focused }),
    press: (user, message, wanted) =>
      use(user, message, (now) => ({ component_type: COMPONENT.button, custom_id: findButton(now, wanted).customId })),
    choose: (user, message, select, values) => use(user, message, (now) => chooseIn(now, select, values)),
    submit: (user, modal, values = {}) => {
      const source = world.interactions.get(modal.interactionId);
      const shown = source?.answers.find((answer) => answer.kind === "modal");
      if (source === undefined || shown === undefined) throw new Error("This modal was never opened");
      if (source.user.id !== user.id) throw new Error(`This modal was opened for user ${source.user.id}`);
      const { channel, message } = source;
      const data = buildModalData(shown.modal, values);
      return begin({
        kind: "modal",
        user: source.user,
        channel,
        data,
        source,
        ...(message === undefined ? {} : { message }),
      });
    },
    pressForged: (user, seen, { customId, values }) => {
      const message = recall(world, seen);
      const data =
        values === undefined
          ? { component_type: COMPONENT.button, custom_id: customId }
          : { component_type: COMPONENT.stringSelect, custom_id: customId, values };
      return begin({ kind: "component", user: userOf(world, user), channel: message.channel, data, message });
    },
    submitForged: (user, channel, customId, values) =>
      begin({
        kind: "modal",
        user: userOf(world, user),
        channel: channelOf(world, channel),
        data: {
          custom_id: customId,
          components: Object.entries(values).map(([name, value]) => ({
            type: COMPONENT.row,
            components: [{ type: COMPONENT.textInput, custom_id: name, value }],
          })),
        },
      }),
  };
}

interface Typed {
  readonly name: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly focused?: string;
}

/** The message a client shows, also when it is deleted meanwhile. */
function recall(world: World, { id }: SeenMessage): Message {
  const message = findMessage(world, id) ?? world.deleted.get(id);
  if (message === undefined) throw new Error(`There is no message ${id} on this server`);
  return message;
}

/** Throws unless the person sees the channel and may use applications there. */
function enter(world: World, user: User, channel: Channel): ChannelState {
  const state = channelOf(world, channel);
  if (user.isBot || user.isWebhook) throw new Error("Bots and webhooks press nothing; a forged press may");
  const isInside = state.guild === undefined ? state.recipient?.id === user.id : may(state, user.id, "VIEW_CHANNEL");
  if (!isInside) throw new Error(`User ${user.id} does not see channel ${channel.id}`);
  if (state.guild !== undefined && !may(state, user.id, "USE_APPLICATION_COMMANDS")) {
    throw new Error(`User ${user.id} may not use applications in channel ${channel.id}`);
  }
  return state;
}

/** A command can be kept to guilds or direct messages, and in guilds to those who may something. */
function isOffered(command: Command, { guild }: ChannelState, user: User): boolean {
  const contexts = listOf(command, "contexts");
  if (contexts.length > 0 && !contexts.includes(guild === undefined ? 1 : 0)) return false;
  const needed = textOf(command, "default_member_permissions");
  if (guild === undefined || needed === undefined) return true;
  const held = permissionsOf(guild, user.id);
  if (held === EVERY_PERMISSION) return true;
  // "0" keeps a command to administrators.
  return needed !== "0" && (held & BigInt(needed)) === BigInt(needed);
}

function findButton(message: SeenMessage, wanted: string | RegExp): SeenButton {
  const buttons = message.buttons.flat();
  const found = buttons.find(({ label, customId }) =>
    typeof wanted === "string" ? label === wanted || customId === wanted : wanted.test(label),
  );
  if (found?.customId === undefined || found.isDisabled) {
    const labels = buttons.map(({ label, isDisabled }) => (isDisabled ? `(${label})` : label)).join(" | ");
    throw new Error(`Message ${message.id} has no button ${String(wanted)} to press; it has: ${labels || "none"}`);
  }
  return found;
}

function chooseIn(message: SeenMessage, wanted: string, values: readonly string[]): Wire {
  const select = message.selects.find(({ customId, placeholder }) => customId === wanted || placeholder === wanted);
  if (select === undefined || select.isDisabled) throw new Error(`Message ${message.id} has no select ${wanted}`);
  if (values.length < select.minValues || values.length > select.maxValues) {
    throw new Error(`Select ${wanted} takes ${select.minValues} to ${select.maxValues} values`);
  }
  const chosen = values.map((value) => {
    const option = select.options.find((one) => one.value === value || one.label === value);
    if (option === undefined) throw new Error(`Select ${wanted} does not offer ${value}`);
    return option.value;
  });
  if (new Set(chosen).size < chosen.length) throw new Error(`Select ${wanted} takes each value once`);
  const before = select.options.filter(({ isChosen }) => isChosen).map(({ value }) => value);
  if (chosen.length === before.length && chosen.every((value) => before.includes(value))) {
    throw new Error(`Select ${wanted} shows this choice already, and no client sends it`);
  }
  return { component_type: COMPONENT.stringSelect, custom_id: select.customId, values: chosen };
}
