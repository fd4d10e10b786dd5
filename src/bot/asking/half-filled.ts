import { ownMember, type JsonValue } from "../../runtime/json.ts";
import { decodeFormState, openForm, type FormState } from "../questions/index.ts";
import type { OpenShelf } from "../storage/shelf.ts";
import type { Inquiry } from "./inquiry.ts";

/** A form as far as it was filled in. `prompted` is the step that was last asked for in a message of its own. */
export interface HalfFilled {
  readonly state: FormState;
  readonly prompted?: string;
}

/** Half-filled forms; they survive a restart and go when they are answered. */
export interface HalfFilledForms {
  get(inquiry: Pick<Inquiry, "key">): Promise<HalfFilled>;
  set(inquiry: Pick<Inquiry, "key">, form: HalfFilled): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Opens the forms. One that cannot be read is begun anew: nothing was decided with it yet. */
export function createHalfFilledForms(openShelf: OpenShelf): HalfFilledForms {
  const shelf = openShelf("forms", (value) => {
    const prompted = ownMember(value, "prompted");
    return { state: ownMember(value, "state") ?? null, ...(typeof prompted === "string" ? { prompted } : {}) };
  });
  return {
    get: async ({ key }) => {
      const stored = await shelf.get(key);
      const state = readState(stored?.state);
      return stored?.prompted === undefined ? { state } : { state, prompted: stored.prompted };
    },
    // A form state is plain JSON by its own definition.
    set: ({ key }, { state, prompted }) =>
      shelf.set(key, { state: state as unknown as JsonValue, ...(prompted === undefined ? {} : { prompted }) }),
    remove: (key) => shelf.remove(key),
  };
}

function readState(stored: JsonValue | undefined): FormState {
  return (stored === undefined ? undefined : decodeFormState(stored)) ?? openForm();
}
