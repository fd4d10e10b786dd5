import type { Node } from "yaml";
import type { Path } from "../parse-document.ts";
import { asNode, keyText, type Reading } from "./yaml-value.ts";

/** A place that is looked for: a value, or its key. */
interface Search {
  readonly path: Path;
  readonly of: "key" | undefined;
}

/** The offset of the node a path leads to, as far as it leads. Aliases lead on to what they stand for. */
export function findOffset({ yaml, targets }: Reading, root: Node | null, { path, of }: Search): number {
  const { isAlias, isMap, isScalar, isSeq } = yaml;
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const [index, segment] of path.entries()) {
    if (isAlias(node)) node = targets.get(node);
    if (isSeq(node) && typeof segment === "number") {
      node = node.items[segment];
    } else if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && keyText(key.value) === segment);
      const wantsKey = of === "key" && index === path.length - 1;
      node = wantsKey ? pair?.key : (pair?.value ?? pair?.key);
    } else {
      return offset;
    }
    const found = asNode(node)?.range?.[0];
    if (found === undefined) return offset;
    offset = found;
  }
  return offset;
}
