import { hasCode, LobsterError } from "../../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { takesNothing, takesText, takesWhole } from "../../pipeline/flags/kinds.ts";
import { collectItems } from "../../pipeline/item-stream.ts";
import type { StageContext } from "../../pipeline/stage-context.ts";
import { stageFailure, usageError } from "../../pipeline/stage-error.ts";
import { defineStage } from "../../pipeline/stage.ts";
import type { ProcessResult } from "../../process/run-process.ts";
import { stringifyJson, tryParseJson } from "../../stable-json.ts";
import { firstSet } from "../first-set.ts";
import { optionWithValue, runTool, saidByTool } from "../tool-process.ts";

/** `openclaw.agent`: gives a task to an agent of the OpenClaw command line and passes on its JSON (stages-and-cli §15). */
export const openclawAgent = defineStage({
  name: "openclaw.agent",
  description: "Give a task to an OpenClaw agent and pass on its answer",
  flags: {
    agent: takesText("The agent"),
    prompt: takesText("The task"),
    message: takesText("The task, when there is no --prompt"),
    model: takesText("The model"),
    sessionKey: takesText("Continue the session of this key"),
    sessionId: takesText("Continue the session of this id"),
    thinking: takesText("How much the agent thinks"),
    timeout: takesWhole("How long the agent may take, in seconds", {
      min: 0,
      invalid: "openclaw.agent --timeout must be a non-negative integer in seconds",
    }),
    local: takesNothing("Run the agent on this machine"),
  },
  words: { description: "the task, instead of --prompt" },
  examples: ["exec cat report.md | openclaw.agent --agent writer --prompt 'Summarise this'"],
  sideEffects: ["calls_openclaw_agent"],
  plan: ({ flags, positionals }) => {
    const prompt = [flags.prompt, flags.message, positionals.join(" ")].find((text) => text?.trim());
    if (prompt === undefined) throw usageError("openclaw.agent requires --prompt, --message, or positional text");
    if (!flags.agent?.trim() && !flags.sessionKey?.trim() && !flags.sessionId?.trim()) {
      throw usageError("openclaw.agent requires --agent, --session-key, or --session-id");
    }
    const options = [
      option("--agent", flags.agent),
      option("--model", flags.model),
      option("--session-key", flags.sessionKey),
      option("--session-id", flags.sessionId),
      option("--thinking", flags.thinking),
      option("--timeout", flags.timeout?.toString()),
      flags.local === true ? ["--local"] : [],
    ].flat();
    return { prompt, options };
  },
  run: async ({ input, plan, context }) => {
    const message = composeMessage(plan.prompt, await collectItems(input));
    const result = await callAgent(
      ["agent", "--json", ...optionWithValue("--message", message), ...plan.options],
      context,
    );
    return { output: [readAnswer(result)] };
  },
});

const MAX_OUTPUT_BYTES = 10 * 1024 * 1024;

function option(name: string, value: string | undefined): readonly string[] {
  return value === undefined || value.trim() === "" ? [] : optionWithValue(name, value);
}

function composeMessage(prompt: string, items: readonly JsonValue[]): string {
  if (items.length === 0) return prompt;
  return [prompt, "", "Pipeline input (JSONL):", ...items.map((item) => stringifyJson(item))].join("\n");
}

async function callAgent(args: readonly string[], context: StageContext): Promise<ProcessResult> {
  context.onDispatch?.();
  try {
    return await runTool(
      {
        file: firstSet(context.environment, ["LOBSTER_OPENCLAW_BIN"]) ?? "openclaw",
        args,
        missing: "openclaw.agent could not find the OpenClaw CLI",
        maxOutputBytes: MAX_OUTPUT_BYTES,
      },
      context,
    );
  } catch (error) {
    if (!hasCode(error, "output_limit")) throw error;
    const { maxBytes } = error.facts;
    throw new LobsterError("output_limit", `openclaw.agent output exceeded ${String(maxBytes)} bytes`, {
      facts: error.facts,
      cause: error,
    });
  }
}

function readAnswer(result: ProcessResult): JsonObject {
  if (result.code !== 0) {
    throw stageFailure(`openclaw.agent failed: ${saidByTool(result, `exited with code ${String(result.code)}`)}`, {
      facts: { exitCode: result.code },
    });
  }
  const answer = tryParseJson(result.stdout.trim())?.value;
  if (isJsonObject(answer)) return answer;
  throw stageFailure("openclaw.agent expected JSON output from `openclaw agent --json`");
}
