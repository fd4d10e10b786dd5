import { randomBytes } from "node:crypto";
import { encodeInteraction } from "../encode/encode-interaction.ts";
import type { InteractionState } from "../world/interaction.ts";
import type { World } from "../world/world.ts";

/** What a person does. */
export type InteractionPlan = Pick<InteractionState, "kind" | "user" | "channel" | "data"> &
  Partial<Pick<InteractionState, "message" | "source">>;

/** Begins an interaction and tells the sessions. */
export function beginInteraction(world: World, plan: InteractionPlan): InteractionState {
  const { kind, user, channel, data } = plan;
  const id = world.ids.next();
  const secret = randomBytes(48).toString("hex");
  const interaction: InteractionState = {
    id,
    token: Buffer.from(`interaction:${id}:${secret}`).toString("base64url"),
    kind,
    user,
    channel,
    data,
    createdAt: world.clock.now(),
    message: plan.message,
    source: plan.source,
    memberRoleIds: [...(channel.guild?.members.get(user.id)?.roleIds ?? [])],
    acknowledged: undefined,
    original: undefined,
    followUps: [],
    answers: [],
  };
  world.interactions.set(id, interaction);
  world.tokens.set(interaction.token, interaction);
  tellInteraction(world, interaction);
  return interaction;
}

/** Tells the sessions of an interaction: when it begins, and again when a test delivers it twice. */
export function tellInteraction(world: World, interaction: InteractionState): void {
  const event = encodeInteraction(world, interaction);
  world.events.emit({
    name: "INTERACTION_CREATE",
    guildId: interaction.channel.guild?.id,
    intents: 0,
    encode: () => event,
  });
  world.changes.announce();
}
