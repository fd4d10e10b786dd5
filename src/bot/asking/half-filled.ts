import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../runtime/json.ts";
import { decodeFormState, openForm, type FormState } from "../questions/index.ts";
import { createInOrder } from "../platform/in-order.ts";
import type { OpenShelf } from "../storage/shelf.ts";
import type { Inquiry } from "./inquiry.ts";

/** A form as far as it was filled in. */
export interface HalfFilled {
  readonly state: FormState;
  /** The step that was last asked for in a message of its own, by the key of the conversation where it was. */
  readonly prompted: Readonly<Record<string, string>>;
}

/** Half-filled forms; they survive a restart and go when they are answered. */
export interface HalfFilledForms {
  get(inquiry: Pick<Inquiry, "key">): Promise<HalfFilled>;
  /** Changes some of it; what somebody else changes at the same moment stays. */
  change(inquiry: Pick<Inquiry, "key">, part: Partial<HalfFilled>): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Opens the forms. One that cannot be read is begun anew: nothing was decided with it yet. */
export function createHalfFilledForms(openShelf: OpenShelf): HalfFilledForms {
  const shelf = openShelf("forms", (value) => {
    const prompted = ownMember(value, "prompted");
    return { state: ownMember(value, "state") ?? null, prompted: isJsonObject(prompted) ? prompted : {} };
  });
  const inOrder = createInOrder();
  const get = async (key: string): Promise<HalfFilled> => {
    const stored = await shelf.get(key);
    return { state: readState(stored?.state), prompted: readPrompted(stored?.prompted ?? {}) };
  };
  return {
    get: ({ key }) => get(key),
    change: ({ key }, part) =>
      inOrder(key, async () => {
        const form = await get(key);
        // A form state is plain JSON by its own definition.
        const state = (part.state ?? form.state) as unknown as JsonValue;
        await shelf.set(key, { state, prompted: { ...form.prompted, ...part.prompted } });
      }),
    remove: (key) => inOrder(key, () => shelf.remove(key)),
  };
}

function readPrompted(stored: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([conversation, step]) => (typeof step === "string" ? [[conversation, step]] : [])),
  );
}

function readState(stored: JsonValue | undefined): FormState {
  return (stored === undefined ? undefined : decodeFormState(stored)) ?? openForm();
}
