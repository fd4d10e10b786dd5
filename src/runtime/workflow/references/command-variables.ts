import { isJsonObject, ownMember, type JsonObject } from "../../json.ts";
import { explainCommandVariables } from "../shell-text.ts";
import type { Finding, Findings } from "../validate/finding.ts";
import { shellText } from "../validate/work.ts";
import { mayHaveValue, nameUnit, type FileScope, type Unit } from "./check-scope.ts";

/**
 * Finds the `${name}` of a unit's shell command that no argument, no variable of its environment and no assignment in the
 * command explains: the shell would put nothing there. Beside `/` or `*` that changes what the command touches
 * (`rm -rf ${target}/*`, fault W12), so it is a problem; anywhere else a warning.
 */
export function checkCommandVariables(unit: Unit, file: FileScope): Findings {
  const text = shellText(unit.fields);
  if (text === undefined) return { problems: [], warnings: [] };
  const path = [...unit.path, typeof ownMember(unit.fields, "run") === "string" ? "run" : "command"];
  const problems: Finding[] = [];
  const warnings: Finding[] = [];
  for (const { name, nextToGlobOrSlash, assignedInText } of explainCommandVariables(text)) {
    if (assignedInText || mayHaveValue(file, name) || isSet(withoutDefault(name), unit, file)) continue;
    const message = `${nameUnit(unit)} uses \${${name}}, which is neither an argument nor a variable`;
    const advice = "declare it under args, or set it in env";
    if (nextToGlobOrSlash)
      problems.push({ message: `${message}: only the rest of the path would be left; ${advice}`, path });
    else warnings.push({ message: `${message}: the shell puts ${whatShellPuts(name)} there; ${advice}`, path });
  }
  return { problems, warnings };
}

/** To the shell `${user-id}` is the variable `user`, and `id` where it is not set. */
function withoutDefault(name: string): string {
  return name.split("-", 1)[0] ?? name;
}

function whatShellPuts(name: string): string {
  const standard = name.slice(withoutDefault(name).length + 1);
  return standard === "" ? "nothing" : `'${standard}'`;
}

function isSet(variable: string, unit: Unit, file: FileScope): boolean {
  return setsVariable(unit.fields, variable) || setsVariable(unit.owner, variable) || file.hasVariable(variable);
}

function setsVariable(fields: JsonObject | undefined, variable: string): boolean {
  const env = fields === undefined ? undefined : ownMember(fields, "env");
  return isJsonObject(env) && typeof ownMember(env, variable) === "string";
}
