import type { MentioningText } from "../rules/mentions.ts";
import { COMPONENT, placeAll, typeOf } from "../rules/component-types.ts";
import { textsOf } from "../rules/embeds.ts";
import { textOf } from "../../shared/wire.ts";
import type { Content } from "../world/message.ts";

/** Every text of a message that people read, and where it stands. */
export function textsOfContent({ text, embeds, components }: Content): readonly MentioningText[] {
  const displays = placeAll(components, []).flatMap(({ component }) =>
    typeOf(component) === COMPONENT.textDisplay ? [textOf(component, "content") ?? ""] : [],
  );
  return [
    { text, where: "content" },
    ...displays.map((display) => ({ text: display, where: "component" }) as const),
    ...embeds.flatMap(textsOf).map((words) => ({ text: words, where: "embed" }) as const),
  ];
}
