import type { StageContext } from "../../pipeline/stage-context.ts";
import type { ProcessResult } from "../../process/run-process.ts";
import { firstSet } from "../first-set.ts";
import { runTool } from "../tool-process.ts";

/** Runs the Gmail command line: `GOG_BIN`, else `gog` (stages-and-cli §16). */
export function runGog(args: readonly string[], context: StageContext): Promise<ProcessResult> {
  return runTool(
    {
      file: firstSet(context.environment, ["GOG_BIN"]) ?? "gog",
      args,
      missing: "gog not found on PATH (install: https://github.com/steipete/gogcli)",
    },
    context,
  );
}

/** Characters of a failed call's stderr shown in its message. */
export const SHOWN_CHARACTERS = 400;
