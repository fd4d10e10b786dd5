import { collectItems } from "../../pipeline/item-stream.ts";
import { defineStage, type Stage } from "../../pipeline/stage.ts";
import { callModel } from "./call-model.ts";
import { declareLlmFlags, readLlmRequest, type LlmCommand } from "./options.ts";

/** `llm.invoke`: asks a language model about the input items (stages-and-cli §12). */
export const llmInvoke = defineModelStage("llm.invoke");

/** `llm_task.invoke`: the same with an OpenClaw gateway as its default provider. */
export const llmTaskInvoke = defineModelStage("llm_task.invoke");

function defineModelStage(command: LlmCommand): Stage {
  return defineStage({
    name: command,
    description: "Ask a language model about the items and pass on its answer",
    flags: declareLlmFlags(command),
    words: { description: "the prompt, instead of --prompt" },
    examples: [`exec cat notes.txt | ${command} --prompt 'Summarise in one sentence'`],
    sideEffects: ["calls_llm"],
    plan: (call) => readLlmRequest(command, call),
    run: async ({ input, plan, context }) => ({ output: await callModel(plan, await collectItems(input), context) }),
  });
}
