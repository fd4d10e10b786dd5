/** Facts of a log line: ids and names, never secrets or message text. */
export type LogFacts = Readonly<Record<string, unknown>>;

/** Where the core reports to whoever runs it. */
export interface Log {
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
}

/**
 * What may be logged of something thrown: its code where it has one, else the name of its class and the place. Never its
 * message, which may quote what people wrote.
 */
export function describeThrown(thrown: unknown): LogFacts {
  if (!(thrown instanceof Error)) return { error: typeof thrown };
  const code: unknown = "code" in thrown ? thrown.code : undefined;
  const place = readFrames(thrown).find((frame) => frame.trimStart().startsWith("at "));
  return {
    error: thrown.name,
    ...(typeof code === "string" ? { code } : {}),
    ...(place === undefined ? {} : { place: place.trim() }),
  };
}

/** The stack without the lines of the message, which may look like frames. */
function readFrames({ name, message, stack = "" }: Error): readonly string[] {
  const head = [`${name}: ${message}`, name, message].find((words) => words !== "" && stack.startsWith(words));
  return head === undefined ? [] : stack.slice(head.length).split("\n");
}
