import { COMPONENT, placeAll, typeOf } from "../rules/component-types.ts";
import type { Wire } from "../../shared/wire.ts";
import { isWire, memberOf, numberOf, objectsOf, textOf } from "../../shared/wire.ts";

/** A field of a modal as a person sees it. */
export interface SeenField {
  readonly customId: string;
  readonly label: string;
  readonly description: string | undefined;
  /** What is filled in already. */
  readonly value: string;
  readonly placeholder: string | undefined;
  readonly isRequired: boolean;
  readonly isMultiline: boolean;
  readonly minLength: number;
  readonly maxLength: number;
  /** For a select: what can be chosen. */
  readonly options: readonly { readonly label: string; readonly value: string }[] | undefined;
}

/** A modal as a person sees it. `interactionId` is what opened it. */
export interface SeenModal {
  readonly interactionId: string;
  readonly customId: string;
  readonly title: string;
  readonly fields: readonly SeenField[];
  /** Texts between the fields. */
  readonly texts: readonly string[];
}

/** What a person sees of a modal. */
export function seeModal(interactionId: string, modal: Wire): SeenModal {
  const parts = objectsOf(modal, "components");
  return {
    interactionId,
    customId: textOf(modal, "custom_id") ?? "",
    title: textOf(modal, "title") ?? "",
    fields: parts.flatMap(seeFields),
    texts: placeAll(parts, []).flatMap(({ component }) =>
      typeOf(component) === COMPONENT.textDisplay ? [textOf(component, "content") ?? ""] : [],
    ),
  };
}

function seeFields(part: Wire): readonly SeenField[] {
  if (typeOf(part) === COMPONENT.row) return objectsOf(part, "components").map((input) => seeField(input, input));
  const inner = memberOf(part, "component");
  return typeOf(part) === COMPONENT.label && isWire(inner) ? [seeField(inner, part)] : [];
}

function seeField(input: Wire, labelled: Wire): SeenField {
  const options = objectsOf(input, "options");
  return {
    customId: textOf(input, "custom_id") ?? "",
    label: textOf(labelled, "label") ?? "",
    description: labelled === input ? undefined : textOf(labelled, "description"),
    value: textOf(input, "value") ?? "",
    placeholder: textOf(input, "placeholder"),
    isRequired: memberOf(input, "required") !== false,
    isMultiline: numberOf(input, "style") === 2,
    minLength: numberOf(input, "min_length") ?? 0,
    maxLength: numberOf(input, "max_length") ?? 4000,
    options:
      typeOf(input) === COMPONENT.stringSelect
        ? options.map((option) => ({ label: textOf(option, "label") ?? "", value: textOf(option, "value") ?? "" }))
        : undefined,
  };
}
