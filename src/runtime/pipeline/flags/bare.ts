/**
 * The switches of the built-in commands: options that take no value, so that the word after them is not swallowed
 * (the peer's fault F8). They stand here because pipelines are parsed without loading any stage; a test compares this
 * table with what the stages declare.
 */
const SWITCHES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["exec", new Set(["json"])],
  ["approve", new Set(["emit", "preview-from-stdin", "previewFromStdin"])],
  ["ask", new Set(["emit", "subject-from-stdin", "subjectFromStdin"])],
  ["sort", new Set(["desc"])],
  ["openclaw.invoke", new Set(["dry-run", "dryRun", "each"])],
  ["clawd.invoke", new Set(["dry-run", "dryRun", "each"])],
  ["openclaw.agent", new Set(["local"])],
  ["llm.invoke", new Set(["refresh", "disable-cache", "disableCache"])],
  ["llm_task.invoke", new Set(["refresh", "disable-cache", "disableCache"])],
  ["gog.gmail.send", new Set(["dry-run", "dryRun"])],
  ["email.triage", new Set(["llm"])],
]);

/** True when `--option` of a built-in command never takes the next word as its value. */
export function isSwitch(command: string, option: string): boolean {
  return SWITCHES.get(command)?.has(option) ?? false;
}
