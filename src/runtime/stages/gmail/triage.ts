import type { JsonObject, JsonValue } from "../../json.ts";
import { takesNothing, takesNumber, takesOneOf, takesText, takesWhole } from "../../pipeline/flags/kinds.ts";
import type { StageContext } from "../../pipeline/stage-context.ts";
import { usageError } from "../../pipeline/stage-error.ts";
import { defineStage } from "../../pipeline/stage.ts";
import { readLlmRequest, type LlmCommand } from "../llm/options.ts";
import { isProviderConfigured } from "../llm/provider.ts";
import { categorise, normaliseEmail, type Email } from "./email.ts";
import { composeDrafts, decideByModel, type ModelSettings } from "./triage-model.ts";
import { composeReport } from "./triage-report.ts";

/** `email.triage`: sorts mails by rules, or by a model that also drafts answers (stages-and-cli §17). */
export const emailTriage = defineStage({
  name: "email.triage",
  description: "Sort emails into needs reply, needs action and FYI; with --llm also draft replies",
  flags: {
    limit: takesWhole("How many emails at most (default 20)", { min: 0, max: 1000 }),
    llm: takesNothing("Let a language model decide"),
    model: takesText("The model"),
    token: takesText("Bearer token of the model's provider"),
    temperature: takesNumber("Sampling temperature"),
    maxOutputTokens: takesWhole("Longest answer, in tokens", { min: 0 }),
    emit: takesOneOf("What is passed on (default report)", ["report", "drafts"]),
    stateKey: takesText("Remember the model's answer under this name for the run"),
    url: takesText("Not used"),
  },
  examples: [
    "gog.gmail.search --query is:unread | email.triage",
    "email.triage --llm --emit drafts | approve | gog.gmail.send",
  ],
  sideEffects: ["calls_llm"],
  plan: ({ flags, environment }) => {
    const { model, token, temperature, maxOutputTokens, stateKey } = flags;
    const settingsFor = (command: LlmCommand): ModelSettings =>
      readLlmRequest(command, {
        flags: { ...NO_LLM_FLAGS, model, token, temperature, maxOutputTokens, stateKey, prompt: "triage" },
        positionals: [],
        environment,
      });
    // Read here, so that a bad setting is found before anything runs.
    return {
      limit: flags.limit ?? 20,
      settings: flags.llm === true ? settingsFor("llm.invoke") : undefined,
      settingsFor,
    };
  },
  run: async ({ input, flags, plan, context }) => {
    const emails = await takeEmails(input, plan.limit);
    const isDraftsWanted = flags.emit === "drafts";
    if (flags.llm !== true || !isModelThere(context)) return { output: isDraftsWanted ? [] : [reportByRules(emails)] };
    const decisions = await decideByModel(emails, plan.settingsFor(chooseCommand(context)), context);
    const drafts = composeDrafts(emails, decisions);
    if (isDraftsWanted) return { output: drafts };
    const categories = new Map(decisions.map(({ id, category }) => [id, category]));
    const report = composeReport(emails, ({ id }) => categories.get(id));
    return { output: [{ ...report, decisions: decisions.map(({ given }) => given), drafts, mode: "llm" }] };
  },
});

const NO_LLM_FLAGS = {
  provider: undefined,
  schemaVersion: undefined,
  artifactsJson: undefined,
  metadataJson: undefined,
  outputSchema: undefined,
  maxValidationRetries: undefined,
  refresh: undefined,
  disableCache: undefined,
  timeoutMs: undefined,
};

async function takeEmails(input: AsyncIterable<JsonValue>, limit: number): Promise<readonly Email[]> {
  const emails: Email[] = [];
  for await (const item of input) {
    if (emails.length >= limit) break;
    emails.push(normaliseEmail(item));
  }
  return emails;
}

/** Without a model the rules decide, as the report's `mode` says; nobody should have to find that out by reading it. */
function isModelThere(context: StageContext): boolean {
  if (isProviderConfigured(context)) return true;
  context.warn("[WARN] email.triage --llm has no language model, so rules decided; set LOBSTER_LLM_PROVIDER");
  return false;
}

function reportByRules(emails: readonly Email[]): JsonObject {
  return { ...composeReport(emails, categorise), mode: "deterministic" };
}

function chooseCommand({ registry }: StageContext): LlmCommand {
  if (registry.has("llm.invoke")) return "llm.invoke";
  if (registry.has("llm_task.invoke")) return "llm_task.invoke";
  throw usageError("email.triage requires llm.invoke to be registered");
}
