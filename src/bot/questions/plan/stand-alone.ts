import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../../runtime/json.ts";

/** Where definitions live that can go along with a schema taken out of its place. */
const DEFINITIONS = ["definitions", "$defs"] as const;

/** Keywords that make a schema's meaning depend on where it stands. */
const PLACE_BOUND = ["$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor"];

/**
 * Makes schemas taken out of `root` stand alone, by sending the root's definitions along. The function returned answers undefined
 * for a schema whose references lead elsewhere: such a field is judged only with the whole answer.
 */
export function createStandAlone(root: JsonObject): (schema: JsonValue) => JsonObject | undefined {
  const definitions: JsonObject = Object.fromEntries(
    DEFINITIONS.flatMap((name) => {
      const value = ownMember(root, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  let portable: boolean | undefined;
  return (schema) => {
    if (!isJsonObject(schema)) return schema === true ? {} : undefined;
    const references = findReferences(schema);
    if (references === "none") return schema;
    portable ??= findReferences(definitions) !== "elsewhere";
    return references === "definitions" && portable ? { ...schema, ...definitions } : undefined;
  };
}

/** Looks through a schema, without recursion, for references and for keywords that tie it to its place. */
function findReferences(schema: JsonObject): "none" | "definitions" | "elsewhere" {
  let found: "none" | "definitions" = "none";
  const waiting: JsonValue[] = [schema];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (Array.isArray(node)) {
      for (const entry of node as readonly JsonValue[]) waiting.push(entry);
    } else if (isJsonObject(node)) {
      if (PLACE_BOUND.some((keyword) => typeof ownMember(node, keyword) === "string")) return "elsewhere";
      const ref = ownMember(node, "$ref");
      if (typeof ref === "string") {
        if (!DEFINITIONS.some((name) => ref.startsWith(`#/${name}/`))) return "elsewhere";
        found = "definitions";
      }
      for (const member of Object.values(node)) waiting.push(member);
    }
  }
  return found;
}
