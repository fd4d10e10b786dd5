import type { Wire } from "../../shared/wire.ts";

/** Where in a request something is wrong: names of members and places in lists. */
export type Path = readonly (string | number)[];

/** What is wrong with one member of a request, in Discord's words where they are known. */
export interface Problem {
  readonly path: Path;
  readonly code: string;
  readonly message: string;
}

/** Problems as the `errors` of an "Invalid Form Body": nested like the request, each list under `_errors`. */
export function nestProblems(problems: readonly Problem[]): Wire {
  const root: Tree = {};
  for (const { path, code, message } of problems) {
    let node = root;
    for (const key of path) node = descend(node, String(key));
    const known = node["_errors"];
    const errors = Array.isArray(known) ? known : [];
    node["_errors"] = [...errors, { code, message }];
  }
  return root;
}

interface Tree {
  [name: string]: Tree | readonly { readonly code: string; readonly message: string }[];
}

/** The node below; names come from outside, so only own members count. */
function descend(node: Tree, key: string): Tree {
  const known = Object.hasOwn(node, key) ? node[key] : undefined;
  if (known !== undefined && !Array.isArray(known)) return known as Tree;
  const child: Tree = {};
  Object.defineProperty(node, key, { value: child, enumerable: true, configurable: true, writable: true });
  return child;
}
