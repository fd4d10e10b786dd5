import { LobsterError } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { takesNothing, takesText, takesWhole } from "../pipeline/flags/kinds.ts";
import { collectItems } from "../pipeline/item-stream.ts";
import { showText } from "../pipeline/show-text.ts";
import type { StageContext } from "../pipeline/stage-context.ts";
import { defineStage } from "../pipeline/stage.ts";
import { answerTimeoutMs, type InputTerminal } from "../pipeline/terminal.ts";
import type { ApprovalRequest } from "../run/documents.ts";
import { stringifyJson } from "../stable-json.ts";
import { POLICY_FLAGS, readPolicyFlags } from "./approve-policy.ts";

/**
 * `approve`: stops until somebody says yes, then passes its items on (stages-and-cli §10.1). Who may decide is the gate's to
 * judge; here is only what the gate shows.
 */
export const approve = defineStage({
  name: "approve",
  description: "Stop for approval, then pass the items on unchanged",
  flags: {
    prompt: takesText("What is asked (default: Approve?)"),
    emit: takesNothing("Stop at a gate even where somebody could answer at the terminal"),
    previewFromStdin: takesNothing("Show the first items as a preview"),
    limit: takesWhole("How many items the preview shows (default 5)", {
      min: 0,
      aliases: ["preview-limit", "previewLimit"],
    }),
    ...POLICY_FLAGS,
  },
  examples: [
    "exec git diff --stat | approve --prompt 'Push this?' --preview-from-stdin | exec git push",
    "exec ls dist | approve --approvers ann,group:release --quorum 2 --expires-in 24h | exec make release",
  ],
  sideEffects: [],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: ({ flags }) => {
    const policy = readPolicyFlags(flags);
    return {
      prompt: flags.prompt?.trim() ? flags.prompt : "Approve?",
      previewCount: flags.previewFromStdin ? (flags.limit ?? 5) : 0,
      ...(policy !== undefined && { policy }),
    };
  },
  run: async ({ input, flags, plan, context }) => {
    const items = await collectItems(input);
    const preview = previewItems(items.slice(0, plan.previewCount));
    const request: ApprovalRequest = {
      type: "approval_request",
      prompt: plan.prompt,
      items,
      ...(preview !== undefined && { preview }),
    };
    const { terminal } = context;
    const { policy } = plan;
    // Whoever sits at the terminal is nobody in particular: a policy is for the gate to judge.
    if (policy !== undefined) return { halt: { request, items, policy } };
    if (flags.emit === true || context.mode !== "human" || terminal === null) return { halt: { request, items } };
    await askAtTerminal(request, terminal, context);
    return { output: items };
  },
});

function previewItems(sample: readonly JsonValue[]): string | undefined {
  if (sample.length === 0) return undefined;
  if (sample.every((item) => typeof item === "string")) return sample.join("\n");
  return stringifyJson(sample, 2);
}

/** Characters of the items shown above the question at a terminal. */
const SHOWN_CHARACTERS = 4000;

/** Shows what is asked about, not only the question (the peer's fault W13). */
async function askAtTerminal(
  { prompt, items, preview }: ApprovalRequest,
  terminal: InputTerminal,
  { signal, environment }: StageContext,
): Promise<void> {
  const shown = preview ?? previewItems(items) ?? "";
  const cut =
    shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}\n… (${items.length} items)` : shown;
  terminal.write(`${cut === "" ? "" : `${showText(cut)}\n`}${showText(prompt)} [y/N] `);
  const line = await terminal.readLine({ signal, timeoutMs: answerTimeoutMs(environment) });
  if (!/^\s*y(es)?\s*$/i.test(line)) throw new LobsterError("cancelled", "Not approved");
}
