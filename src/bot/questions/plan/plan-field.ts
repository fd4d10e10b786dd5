import type { JsonObject, JsonValue } from "../../../runtime/json.ts";
import type { Field, ListField, MultiChoiceField, ObjectField } from "../question-plan.ts";
import { describeLeaf } from "./plan-leaf.ts";
import { readListShape } from "./list-shape.ts";
import { readMemberSchemas } from "./member-schemas.ts";
import { allowsNull, readText } from "./schema-keywords.ts";
import { flattenSchema, type FlatSchema } from "./schema-parts.ts";
import { readKind } from "./schema-kind.ts";
import { createStandAlone } from "./stand-alone.ts";

/** More fields than this are no conversation. */
const MAX_FIELDS = 100;
/** Objects within objects, and lists within lists, that are asked field by field. */
const MAX_OBJECT_DEPTH = 5;
const MAX_LIST_DEPTH = 3;
/** All fields ever looked at, so that references that multiply end soon. */
const MAX_VISITS = 2_000;

interface Place {
  readonly name?: string;
  readonly nameForTitle?: string;
  readonly required: boolean;
  readonly refs?: ReadonlySet<string>;
  readonly objects: number;
  readonly lists: number;
}

type Common = Pick<Field, "ordinal" | "title" | "required" | "nullable">;

/** Makes the planner of one schema: each call plans its root again. */
export function createFieldPlanner(root: JsonObject): () => Field {
  const standAlone = createStandAlone(root);
  let nextOrdinal = 0;
  let visits = 0;

  const planField = (schema: JsonValue, place: Place): Field => {
    const ordinal = nextOrdinal;
    nextOrdinal += 1;
    visits += 1;
    const check = schema === root ? root : standAlone(schema);
    const flat = visits > MAX_VISITS ? undefined : flattenSchema(root, schema, place.refs);
    const common = { ...describePlace(ordinal, place, flat), ...(check === undefined ? {} : { check }) };
    const shape = flat === undefined ? undefined : planShape(flat, common, place);
    return shape ?? { ...common, kind: "json", schema: check ?? (schema === false ? schema : root) };
  };

  const planShape = (flat: FlatSchema, common: Common, place: Place): Field | undefined => {
    const kind = readKind(flat.parts);
    if (kind === "json") return undefined;
    if (kind === "object") return planObject(flat, common, place);
    if (kind === "list") return planList(flat, common, place);
    return { ...common, ...describeLeaf(kind, flat.parts) };
  };

  const planObject = (flat: FlatSchema, common: Common, place: Place): ObjectField | undefined => {
    const schemas =
      place.objects >= MAX_OBJECT_DEPTH ? undefined : readMemberSchemas(flat.parts, MAX_FIELDS - nextOrdinal);
    if (schemas === undefined) return undefined;
    const members = [];
    for (const { name, nameForTitle, schema, required } of schemas) {
      const inner = { name, required, refs: flat.refs, objects: place.objects + 1, lists: place.lists };
      const field = planField(schema, nameForTitle === undefined ? inner : { ...inner, nameForTitle });
      members.push({ name, field });
      if (nextOrdinal > MAX_FIELDS || visits > MAX_VISITS) return giveUp(common);
    }
    return { ...common, kind: "object", members };
  };

  const planList = (flat: FlatSchema, common: Common, place: Place): ListField | MultiChoiceField | undefined => {
    const shape = place.lists >= MAX_LIST_DEPTH ? undefined : readListShape(flat.parts);
    if (shape === undefined) return undefined;
    const { minItems, maxItems } = shape;
    const item = planField(shape.item, {
      required: true,
      refs: flat.refs,
      objects: place.objects,
      lists: place.lists + 1,
    });
    if (item.kind === "json" || nextOrdinal > MAX_FIELDS) return giveUp(common);
    if (item.kind !== "choice" || item.nullable || minItems > item.options.length) {
      return { ...common, kind: "list", item, minItems, maxItems };
    }
    giveUp(common);
    const { options } = item;
    return { ...common, kind: "multi_choice", options, minItems, maxItems: Math.min(maxItems, options.length) };
  };

  /** Frees the numbers taken by what was planned below a field. */
  const giveUp = (common: Common): undefined => {
    nextOrdinal = common.ordinal + 1;
    return undefined;
  };

  return () => planField(root, { required: true, objects: 0, lists: 0 });
}

function describePlace(ordinal: number, place: Place, flat: FlatSchema | undefined): Common {
  const parts = flat?.parts ?? [];
  const description = readText(parts, "description");
  return {
    ordinal,
    title: readText(parts, "title") ?? place.name ?? "",
    required: place.required,
    nullable: allowsNull(parts),
    ...(description === undefined ? {} : { description }),
    ...(place.nameForTitle === undefined ? {} : { nameForTitle: place.nameForTitle }),
  };
}
