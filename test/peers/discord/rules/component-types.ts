import type { Path } from "../errors/problem.ts";
import type { Wire } from "../../shared/wire.ts";
import { isWire, listOf, memberOf, numberOf } from "../../shared/wire.ts";

/** Discord's numbers of components. */
export const COMPONENT = {
  row: 1,
  button: 2,
  stringSelect: 3,
  textInput: 4,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  section: 9,
  textDisplay: 10,
  thumbnail: 11,
  mediaGallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
  fileUpload: 19,
  radioGroup: 21,
  checkboxGroup: 22,
  checkbox: 23,
} as const;

/** True for the five kinds of select menus. */
export function isSelect(component: Wire): boolean {
  const type = typeOf(component);
  return type === COMPONENT.stringSelect || (type >= COMPONENT.userSelect && type <= COMPONENT.channelSelect);
}

/** The number of a component; 0 for none. */
export function typeOf(component: Wire): number {
  return numberOf(component, "type") ?? 0;
}

/** A component and where it stands. */
export interface Placed {
  readonly component: Wire;
  readonly path: Path;
}

/** Every component of a list, those inside others included, in the order they are shown. */
export function placeAll(components: readonly unknown[], path: Path): readonly Placed[] {
  return components.flatMap((component, index) => (isWire(component) ? place(component, [...path, index]) : []));
}

function place(component: Wire, path: Path): readonly Placed[] {
  const single = ["accessory", "component"].flatMap((name) => {
    const inner = memberOf(component, name);
    return isWire(inner) ? place(inner, [...path, name]) : [];
  });
  return [{ component, path }, ...placeAll(listOf(component, "components"), [...path, "components"]), ...single];
}
