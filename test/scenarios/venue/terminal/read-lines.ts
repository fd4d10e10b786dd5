/** A piece of what a terminal chat prints. */
export type Printed =
  | { readonly kind: "speaker" }
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "message"; readonly lines: string[] }
  | { readonly kind: "edit"; readonly lines: string[] };

/** Reads what a terminal chat prints, line by line, into pieces, oldest first. */
export interface LineReader {
  readonly pieces: readonly Printed[];
  read(text: string): void;
}

/** The first line of a card says how its run is doing. */
const STATE = /^(?:🕒|▶️|⏳|⏸️|❓|☑️|✅|❌|⛔|⌛|🚫|⚠️|🔁|⏹️) /u;

/** Creates a reader at the beginning of a session. */
export function createLineReader(): LineReader {
  const pieces: Printed[] = [];
  let rest = "";

  const readLine = (line: string): void => {
    const last = pieces.at(-1);
    if (line === "") {
      pieces.push({ kind: "message", lines: [] });
    } else if (line.startsWith("→ ")) {
      pieces.push({ kind: "answer", text: line.slice(2) });
    } else if (line.startsWith("You speak as ")) {
      pieces.push({ kind: "speaker" });
    } else if (line.startsWith("There is no button ")) {
      pieces.push({ kind: "answer", text: line });
    } else if (line.startsWith("↻ ")) {
      const changed = line.slice(2);
      if (last?.kind === "edit" && !STATE.test(changed)) last.lines.push(changed);
      else pieces.push({ kind: "edit", lines: [changed] });
    } else if (last?.kind === "message") {
      last.lines.push(line);
    }
  };

  return {
    pieces,
    read: (text) => {
      const lines = `${rest}${text}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) readLine(line);
    },
  };
}
