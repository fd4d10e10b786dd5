import type { ConfigProblem } from "../../config/problem.ts";
import { readConfig } from "../read-config.ts";
import type { CliWorld } from "../world.ts";
import type { CheckResult } from "./check.ts";

/** Can the chat front end's configuration be used, where there is one? */
export async function checkConfig(world: CliWorld): Promise<CheckResult> {
  const outcome = await readConfig(world);
  switch (outcome.kind) {
    case "absent":
      return { ok: true, detail: `no ${outcome.file}; only the chat front end needs one` };
    case "problems":
      return describeProblems(outcome.problems);
    case "ok": {
      const { configFile, people, workflowsDirectory } = outcome.config;
      const count = people.length === 1 ? "1 person" : `${people.length} people`;
      return { ok: true, detail: `${configFile ?? ""}: ${count}, workflows in ${workflowsDirectory}` };
    }
  }
}

const MAX_SHOWN = 10;

function describeProblems(problems: readonly ConfigProblem[]): CheckResult {
  const shown = problems.slice(0, MAX_SHOWN).map(({ file, line, column, what }) => {
    const place = [file, line, column].filter((part) => part !== undefined).join(":");
    return `${place} ${what}`;
  });
  const more = problems.length > MAX_SHOWN ? [`and ${problems.length - MAX_SHOWN} more`] : [];
  const fixes = new Set(problems.slice(0, MAX_SHOWN).map(({ fix }) => fix));
  return { ok: false, detail: [...shown, ...more].join("; "), fix: [...fixes].join(" ") };
}
