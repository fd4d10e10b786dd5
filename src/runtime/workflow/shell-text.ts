import type { Scope } from "./step-result.ts";

/** How {@link renderShellText} puts values into a command. */
export interface ShellTextOptions {
  /** The step that messages name. */
  readonly stepId: string;
  /** False for a shell whose quotes do not follow POSIX: there, only plain words go into the text. */
  readonly posixShell: boolean;
  /** Arguments declared `raw: true`: they keep plain textual substitution. */
  readonly rawArgs: ReadonlySet<string>;
}

export function renderShellText(text: string, scope: Scope, options: ShellTextOptions): string {
  void scope;
  void options;
  return text;
}

export interface CommandVariable {
  readonly name: string;
  readonly nextToGlobOrSlash: boolean;
  readonly assignedInText: boolean;
}

export function explainCommandVariables(text: string): CommandVariable[] {
  void text;
  return [];
}
