/** What a typed line means. */
export type TypedLine =
  | { readonly kind: "nothing" }
  | { readonly kind: "quit" }
  /** Speak as somebody else; without a person, asks who there is. */
  | { readonly kind: "as"; readonly person?: string }
  | { readonly kind: "press"; readonly number: number; readonly text: string; readonly isCertain: boolean }
  | { readonly kind: "command"; readonly name: string; readonly rest: string }
  | { readonly kind: "text"; readonly text: string };

/** Reads a line. A bare number may also be an answer that was asked for, so its text is kept; `#4` is a press for certain. */
export function decodeLine(line: string): TypedLine {
  const text = line.replace(/\r$/, "");
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "nothing" };
  const press = /^(#?)(\d{1,6})$/.exec(trimmed);
  if (press !== null) return { kind: "press", number: Number(press[2]), text: trimmed, isCertain: press[1] === "#" };
  const command = /^\/([A-Za-z][A-Za-z0-9_-]*)(?:\s+([\s\S]*))?$/.exec(trimmed);
  const [, name, rest = ""] = command ?? [];
  if (name === undefined) return { kind: "text", text };
  switch (name.toLowerCase()) {
    case "quit":
    case "exit":
      return { kind: "quit" };
    case "as":
      return rest === "" ? { kind: "as" } : { kind: "as", person: rest.trim().replace(/^@/, "") };
    default:
      return { kind: "command", name: name.toLowerCase(), rest };
  }
}
