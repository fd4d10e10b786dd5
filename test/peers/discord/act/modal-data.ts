import { COMPONENT, typeOf } from "../rules/component-types.ts";
import { lengthOf } from "../rules/length.ts";
import type { Wire } from "../../shared/wire.ts";
import { isWire, memberOf, objectsOf, textOf } from "../../shared/wire.ts";
import { seeModal } from "./seen-modal.ts";
import type { SeenField } from "./seen-modal.ts";

/** What a person fills in, by custom id or label. A list of values for a select. */
export type FieldValues = Readonly<Record<string, string | readonly string[]>>;

/**
 * The `data` of a submitted modal. Fields nobody touched keep what was filled in. Throws for what no client sends: unknown
 * fields, required ones left empty, texts of a wrong length.
 */
export function buildModalData(modal: Wire, values: FieldValues): Wire {
  const { fields } = seeModal("", modal);
  const stray = Object.keys(values).filter((name) => !fields.some((field) => isCalled(field, name)));
  if (stray.length > 0)
    throw new Error(`The modal has no field ${stray.join(", ")}: ${fields.map(({ label }) => label).join(" | ")}`);
  let id = 0;
  const number = (): number => (id += 1);
  return {
    custom_id: textOf(modal, "custom_id"),
    components: objectsOf(modal, "components").map((part): Wire => {
      const inner = memberOf(part, "component");
      const base = { type: typeOf(part), id: number() };
      if (typeOf(part) === COMPONENT.row) {
        const inputs = objectsOf(part, "components");
        return { ...base, components: inputs.map((input) => fill(input, fields, values, number())) };
      }
      return isWire(inner) ? { ...base, component: fill(inner, fields, values, number()) } : base;
    }),
    resolved: {},
  };
}

function fill(input: Wire, fields: readonly SeenField[], values: FieldValues, id: number): Wire {
  const customId = textOf(input, "custom_id") ?? "";
  const field = fields.find((one) => one.customId === customId);
  if (field === undefined) throw new Error(`The test peer cannot fill in a component of type ${typeOf(input)}`);
  const name = Object.keys(values).find((one) => isCalled(field, one));
  const value = (name === undefined ? undefined : values[name]) ?? field.value;
  const base = { type: typeOf(input), id, custom_id: customId };
  if (field.options !== undefined) return { ...base, values: choose(field, value) };
  if (typeof value !== "string") throw new Error(`Field ${field.label} takes text`);
  const length = lengthOf(value);
  const isUnfit = length > 0 && (length < field.minLength || length > field.maxLength);
  if (isUnfit || (length === 0 && field.isRequired)) {
    throw new Error(`No client sends ${length} characters for ${field.label}`);
  }
  return { ...base, value };
}

function choose(field: SeenField, value: string | readonly string[]): readonly string[] {
  const wanted = typeof value === "string" ? [value].filter((one) => one !== "") : value;
  return wanted.map((one) => {
    const option = field.options?.find(({ label, value: known }) => one === known || one === label);
    if (option === undefined) throw new Error(`Field ${field.label} does not offer ${one}`);
    return option.value;
  });
}

function isCalled({ customId, label }: SeenField, name: string): boolean {
  return name === customId || name === label;
}
