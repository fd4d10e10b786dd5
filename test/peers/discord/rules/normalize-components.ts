import type { Wire, WireValue } from "../../shared/wire.ts";
import { isWire, listOf, memberOf, numberOf, objectOf, objectsOf, textOf } from "../../shared/wire.ts";
import { COMPONENT, isSelect, placeAll, typeOf } from "./component-types.ts";

/** A file or address that components refer to. */
export interface Media {
  readonly id: string;
  readonly url: string;
  readonly contentType: string | undefined;
  readonly name: string | undefined;
  readonly size: number | undefined;
}

/** Components as they are sent back: numbered, with defaults filled in. `resolve` finds what an address means. */
export function normalizeComponents(components: readonly Wire[], resolve: (url: string) => Media): readonly Wire[] {
  const taken = new Set(placeAll(components, []).map(({ component }) => numberOf(component, "id")));
  let last = 0;
  const nextId = (): number => {
    do last += 1;
    while (taken.has(last));
    return last;
  };
  const normalize = (component: Wire): Wire => {
    const given = dropNulls(component);
    const id = numberOf(component, "id") ?? 0;
    const numbered = { ...given, id: id === 0 ? nextId() : id };
    const inner = listOf(component, "components").filter(isWire).map(normalize);
    const accessory = memberOf(component, "accessory");
    return {
      ...numbered,
      ...defaultsOf(component, resolve),
      ...(inner.length === 0 ? {} : { components: inner }),
      ...(isWire(accessory) ? { accessory: normalize(accessory) } : {}),
    };
  };
  return components.map(normalize);
}

function defaultsOf(component: Wire, resolve: (url: string) => Media): Wire {
  const spoiler = memberOf(component, "spoiler") === true;
  const description = textOf(component, "description") ?? null;
  const mediaOf = (name: string): Media => resolve(textOf(objectOf(component, name), "url") ?? "");
  if (isSelect(component)) {
    return {
      min_values: numberOf(component, "min_values") ?? 1,
      max_values: numberOf(component, "max_values") ?? 1,
      ...(typeOf(component) === COMPONENT.stringSelect
        ? { options: objectsOf(component, "options").map(dropNulls) }
        : {}),
    };
  }
  switch (typeOf(component)) {
    case COMPONENT.container:
      return { accent_color: numberOf(component, "accent_color") ?? null, spoiler };
    case COMPONENT.separator:
      return { spacing: numberOf(component, "spacing") ?? 1, divider: memberOf(component, "divider") !== false };
    case COMPONENT.thumbnail:
      return { media: encodeMedia(mediaOf("media")), description, spoiler };
    case COMPONENT.file: {
      const media = mediaOf("file");
      return { file: encodeMedia(media), name: media.name ?? null, size: media.size ?? null, spoiler };
    }
    case COMPONENT.mediaGallery:
      return { items: objectsOf(component, "items").map((item) => encodeGalleryItem(item, resolve)) };
    default:
      return {};
  }
}

function encodeGalleryItem(item: Wire, resolve: (url: string) => Media): Wire {
  return {
    media: encodeMedia(resolve(textOf(objectOf(item, "media"), "url") ?? "")),
    description: textOf(item, "description") ?? null,
    spoiler: memberOf(item, "spoiler") === true,
  };
}

function encodeMedia({ id, url, contentType }: Media): Wire {
  return { id, url, proxy_url: url, width: null, height: null, content_type: contentType ?? null };
}

function dropNulls(object: Wire): Wire {
  return Object.fromEntries(
    Object.entries(object)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]): [string, WireValue] => [name, isWire(value) ? dropNulls(value) : value]),
  );
}
