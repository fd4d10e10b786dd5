import { tellInteraction } from "../interactions/begin-interaction.ts";
import type { WireValue } from "../../shared/wire.ts";
import { memberOf, textOf } from "../../shared/wire.ts";
import type { Answer, InteractionState } from "../world/interaction.ts";
import type { World } from "../world/world.ts";
import { seeMessage } from "./seen-message.ts";
import type { SeenMessage } from "./seen-message.ts";
import { seeModal } from "./seen-modal.ts";
import type { SeenModal } from "./seen-modal.ts";
import { waitUntil } from "../../shared/watch.ts";
import type { WaitOptions } from "../../shared/watch.ts";

/** A choice that completes what is typed. */
export interface SeenChoice {
  readonly name: string;
  readonly value: WireValue;
}

/** What a person was shown for what they did; messages as they are now. */
export type SeenAnswer =
  | { readonly kind: "message" | "update" | "deleted"; readonly message: SeenMessage }
  | { readonly kind: "modal"; readonly modal: SeenModal }
  | { readonly kind: "choices"; readonly choices: readonly SeenChoice[] };

/** Something a person did, and what came of it. */
export interface Interaction {
  readonly id: string;
  readonly token: string;
  /** Everything the person was shown, in order. A deferral alone shows nothing. */
  answers(): readonly SeenAnswer[];
  /** "failed": 3 s passed, and the person reads that the application did not respond. */
  state(): "waiting" | "acknowledged" | "failed";
  /** Waits for the first callback and returns Discord's number of it: 4 message, 5 and 6 deferred, 7 update, 8, 9 modal. */
  acknowledged(options?: WaitOptions): Promise<number>;
  /** Waits for the first thing shown, or for the `at`-th, from 0. */
  answer(options?: WaitOptions & { readonly at?: number }): Promise<SeenAnswer>;
  /** Waits for the first message shown, new or changed. */
  message(options?: WaitOptions): Promise<SeenMessage>;
  /** Waits for a modal. Rejects at once when something else is shown first. */
  modal(options?: WaitOptions): Promise<SeenModal>;
  /** Waits for choices. */
  choices(options?: WaitOptions): Promise<readonly SeenChoice[]>;
  /** Delivers the same event again, as after a resume. */
  deliverAgain(): void;
}

/** Creates what a test holds of an interaction. */
export function handleInteraction(world: World, state: InteractionState): Interaction {
  const what = (thing: string): string => `${thing} to ${state.kind} ${nameOf(state)}`;
  const answers = (): readonly SeenAnswer[] => state.answers.map((answer) => see(state, answer));
  const answer: Interaction["answer"] = ({ at = 0, ...wait } = {}) =>
    waitUntil(world, () => answers()[at], { what: what("an answer"), ...wait });
  const isFailed = (): boolean => world.clock.now() - state.createdAt > world.acknowledgeWithinMs;
  return {
    id: state.id,
    token: state.token,
    answers,
    answer,
    state: () => (state.acknowledged !== undefined ? "acknowledged" : isFailed() ? "failed" : "waiting"),
    acknowledged: (wait) => waitUntil(world, () => state.acknowledged?.type, { what: what("a callback"), ...wait }),
    message: async (wait) => {
      const found = await waitUntil(
        world,
        () => answers().find((one) => one.kind === "message" || one.kind === "update"),
        { what: what("a message"), ...wait },
      );
      if ("message" in found) return found.message;
      throw new Error("A message was waited for");
    },
    modal: async (wait) => {
      const shown = await answer(wait);
      if (shown.kind === "modal") return shown.modal;
      throw new Error(`A modal was expected, and shown was: ${JSON.stringify(shown).slice(0, 500)}`);
    },
    choices: async (wait) => {
      const shown = await answer(wait);
      if (shown.kind === "choices") return shown.choices;
      throw new Error(`Choices were expected, and shown was: ${JSON.stringify(shown).slice(0, 500)}`);
    },
    deliverAgain: () => tellInteraction(world, state),
  };
}

function see(state: InteractionState, answer: Answer): SeenAnswer {
  switch (answer.kind) {
    case "message":
    case "update":
    case "deleted":
      return { kind: answer.kind, message: seeMessage(answer.message) };
    case "modal":
      return { kind: "modal", modal: seeModal(state.id, answer.modal) };
    case "choices":
      return {
        kind: "choices",
        choices: answer.choices.map((choice) => ({
          name: textOf(choice, "name") ?? "",
          value: memberOf(choice, "value"),
        })),
      };
  }
}

function nameOf({ data }: InteractionState): string {
  return textOf(data, "name") ?? textOf(data, "custom_id") ?? "";
}
