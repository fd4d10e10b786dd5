import { isSwitch } from "./flags/bare.ts";
import { grammarError, splitStages, splitWords } from "./stage-text.ts";

/**
 * The arguments of a stage as parsed and stored: options by name, positional words under `_`. An option without a value
 * is `true`. Built without a prototype; read members with `Object.hasOwn`, as a stored copy may have one.
 */
export interface StageArguments {
  readonly _: readonly string[];
  readonly [option: string]: string | true | readonly string[];
}

/** One element of a pipeline: the command's name, its arguments, and its text as written (trimmed). */
export interface PipelineStage {
  readonly name: string;
  readonly args: StageArguments;
  readonly raw: string;
}

/**
 * Parses a pipeline (stages-and-cli §1). Which options a command has is not checked here. Throws `LobsterError`
 * `invalid_request`: `Empty pipeline`, `Empty command stage`, `Unclosed quote`, or for the reserved option `--_`.
 */
export function parsePipeline(text: string): PipelineStage[] {
  return splitStages(text).map((raw) => {
    const [name = "", ...words] = splitWords(raw);
    return { name, args: parseArguments(name, words), raw };
  });
}

/**
 * Sorts words into options and positionals. `--` ends the options. For `exec` the first positional does so as well:
 * everything from the program's name on is the program's (decision on F7).
 */
function parseArguments(command: string, words: readonly string[]): StageArguments {
  const positionals: string[] = [];
  const args: { _: string[]; [option: string]: string | true | string[] } = Object.assign(Object.create(null), {
    _: positionals,
  });
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const endsOptions = word === "--";
    if (endsOptions || (command === "exec" && !word.startsWith("--"))) {
      for (const positional of words.slice(endsOptions ? at + 1 : at)) positionals.push(positional);
      return args;
    }
    if (!word.startsWith("--")) {
      positionals.push(word);
      continue;
    }
    const { name, value, consumed } = readOption(command, word.slice(2), words[at + 1]);
    if (name === "_") throw grammarError("Option --_ is reserved; give positional words without a name");
    args[name] = value;
    if (consumed) at += 1;
  }
  return args;
}

/** One option: `k=v`, `k` with the next word as its value, or a lone `k`. `consumed` tells that `next` belongs to it. */
function readOption(
  command: string,
  option: string,
  next: string | undefined,
): { readonly name: string; readonly value: string | true; readonly consumed: boolean } {
  const equals = option.indexOf("=");
  if (equals >= 0) return { name: option.slice(0, equals), value: option.slice(equals + 1), consumed: false };
  if (next === undefined || next.startsWith("--")) return { name: option, value: true, consumed: false };
  if (isSwitch(command, option)) {
    const isTruthValue = command !== "exec" && (next === "true" || next === "false");
    return { name: option, value: isTruthValue ? next : true, consumed: isTruthValue };
  }
  return { name: option, value: next, consumed: true };
}
