import type { Findings } from "../validate/finding.ts";
import type { FileScope, Unit } from "./check-scope.ts";
export function checkCommandVariables(_unit: Unit, _file: FileScope): Findings { return { problems: [], warnings: [] }; }
