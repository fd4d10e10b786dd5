import { readMarkup } from "../markup/read-markup.ts";
import { COMPONENT, isSelect, placeAll, typeOf } from "../rules/component-types.ts";
import { textsOfContent } from "../messages/message-texts.ts";
import type { Wire } from "../../shared/wire.ts";
import { isWire, listOf, memberOf, numberOf, objectOf, objectsOf, textOf } from "../../shared/wire.ts";
import type { Channel } from "../world/channel.ts";
import type { User } from "../world/identity.ts";
import { hasFlag } from "../world/message.ts";
import type { Message } from "../world/message.ts";
import { handleOf } from "../world/places.ts";

/** A button as a person sees it. `customId` is absent for buttons that open an address. */
export interface SeenButton {
  readonly label: string;
  readonly customId: string | undefined;
  readonly url: string | undefined;
  /** Discord's number: 1 primary, 2 secondary, 3 success, 4 danger, 5 link. */
  readonly style: number;
  readonly isDisabled: boolean;
}

/** A select menu as a person sees it. */
export interface SeenSelect {
  readonly customId: string;
  readonly placeholder: string | undefined;
  readonly options: readonly { readonly label: string; readonly value: string; readonly isChosen: boolean }[];
  readonly minValues: number;
  readonly maxValues: number;
  readonly isDisabled: boolean;
}

/** A file of a message, as it is downloaded. */
export interface SeenFile {
  readonly name: string;
  readonly contentType: string;
  readonly data: Buffer;
  readonly description: string | undefined;
}

/** A message as a person sees it at one moment; later edits do not change it. */
export interface SeenMessage {
  readonly id: string;
  readonly channel: Channel;
  readonly from: User;
  /** Everything there is to read, in order and line by line: content, texts of components, of embeds. */
  readonly text: string;
  /** The same as a client shows it: without the signs of markup. */
  readonly shown: string;
  readonly content: string;
  readonly embeds: readonly Wire[];
  readonly components: readonly Wire[];
  /** Row by row; a button beside a text is a row of its own. */
  readonly buttons: readonly (readonly SeenButton[])[];
  readonly selects: readonly SeenSelect[];
  readonly files: readonly SeenFile[];
  /** Only one person sees it. */
  readonly isEphemeral: boolean;
  /** "… is thinking": an answer was promised. */
  readonly isThinking: boolean;
  readonly replyTo: string | undefined;
  /** The thread that was begun from it. */
  readonly thread: Channel | undefined;
  readonly nonce: string | number | undefined;
  /** How often it was edited. */
  readonly edits: number;
}

/** What a person sees of a message now. */
export function seeMessage(message: Message): SeenMessage {
  const { content } = message;
  const { components } = content;
  const texts = textsOfContent(content)
    .map(({ text }) => text)
    .filter((text) => text !== "");
  return {
    id: message.id,
    channel: handleOf(message.channel),
    from: message.author,
    text: texts.join("\n"),
    shown: texts.map((text) => readMarkup(text).text).join("\n"),
    content: content.text,
    embeds: content.embeds,
    components,
    buttons: rowsOf(components).map((row) => row.map(seeButton)),
    selects: placeAll(components, [])
      .filter(({ component }) => isSelect(component))
      .map(({ component }) => seeSelect(component)),
    files: content.attachments.map(({ name, contentType, data, description }) => ({
      name,
      contentType,
      data,
      description,
    })),
    isEphemeral: message.onlyFor !== undefined,
    isThinking: hasFlag(content, "loading"),
    replyTo: message.replyTo?.messageId,
    thread: message.thread === undefined ? undefined : handleOf(message.thread),
    nonce: message.nonce,
    edits: message.edits,
  };
}

/** The rows of buttons of components, those inside containers and beside texts included. */
function rowsOf(components: readonly Wire[]): readonly (readonly Wire[])[] {
  return placeAll(components, []).flatMap(({ component }): readonly (readonly Wire[])[] => {
    const accessory = memberOf(component, "accessory");
    const inside = typeOf(component) === COMPONENT.row ? listOf(component, "components").filter(isWire) : [];
    const beside = isWire(accessory) ? [accessory] : [];
    const buttons = [...inside, ...beside].filter((one) => typeOf(one) === COMPONENT.button);
    return buttons.length === 0 ? [] : [buttons];
  });
}

function seeButton(button: Wire): SeenButton {
  return {
    label: textOf(button, "label") ?? textOf(objectOf(button, "emoji"), "name") ?? "",
    customId: textOf(button, "custom_id"),
    url: textOf(button, "url"),
    style: numberOf(button, "style") ?? 0,
    isDisabled: memberOf(button, "disabled") === true,
  };
}

function seeSelect(select: Wire): SeenSelect {
  return {
    customId: textOf(select, "custom_id") ?? "",
    placeholder: textOf(select, "placeholder"),
    options: objectsOf(select, "options").map((option) => ({
      label: textOf(option, "label") ?? "",
      value: textOf(option, "value") ?? "",
      isChosen: memberOf(option, "default") === true,
    })),
    minValues: numberOf(select, "min_values") ?? 1,
    maxValues: numberOf(select, "max_values") ?? 1,
    isDisabled: memberOf(select, "disabled") === true,
  };
}
