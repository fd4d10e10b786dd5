import { keepHead } from "../../process/output-head.ts";
import { LobsterError, messageOf } from "../../errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { throwIfAborted } from "../../pipeline/abort.ts";
import { takesNothing } from "../../pipeline/flags/kinds.ts";
import { collectItems } from "../../pipeline/item-stream.ts";
import type { StageContext } from "../../pipeline/stage-context.ts";
import { stageFailure } from "../../pipeline/stage-error.ts";
import { defineStage } from "../../pipeline/stage.ts";
import { tryParseJson } from "../../stable-json.ts";
import { optionWithValue } from "../tool-process.ts";
import { runGog, SHOWN_CHARACTERS } from "./gog.ts";

/**
 * `gog.gmail.send`: sends its drafts, one after the other (stages-and-cli §16.2). All drafts are read and checked before the
 * first one is sent.
 */
export const gmailSend = defineStage({
  name: "gog.gmail.send",
  description: "Send drafts { to, subject, body } by Gmail and pass on the results",
  flags: { dryRun: takesNothing("Pass on what would be sent") },
  examples: ["email.triage --llm --emit drafts | approve --prompt 'Send these?' | gog.gmail.send"],
  sideEffects: ["sends_email"],
  plan: () => undefined,
  run: async ({ input, flags, context }) => {
    const drafts = (await collectItems(input)).map(readDraft);
    if (flags.dryRun === true) return { output: drafts.map((draft) => ({ ok: true, dryRun: true, ...draft })) };
    return { output: await sendAll(drafts, context) };
  },
});

type Draft = { readonly to: string; readonly subject: string; readonly body: string };

function readDraft(item: JsonValue): Draft {
  if (!isJsonObject(item)) throw stageFailure("gog.gmail.send expects draft objects");
  const draft = { to: textAt(item, "to"), subject: textAt(item, "subject"), body: textAt(item, "body") };
  if (draft.to === "") throw stageFailure("gog.gmail.send draft missing to");
  return draft;
}

function textAt(item: JsonObject, name: string): string {
  const value = ownMember(item, name);
  return typeof value === "string" ? value.trim() : "";
}

/** A failure says how many were sent before it (the peer's fault F10). */
async function sendAll(drafts: readonly Draft[], context: StageContext): Promise<JsonValue[]> {
  const results: JsonValue[] = [];
  for (const draft of drafts) {
    throwIfAborted(context.signal);
    context.onDispatch?.();
    try {
      results.push(await send(draft, context));
    } catch (error) {
      throw withProgress(error, results.length, drafts.length);
    }
  }
  return results;
}

async function send({ to, subject, body }: Draft, context: StageContext): Promise<JsonValue> {
  const options = [
    optionWithValue("--to", to),
    subject === "" ? [] : optionWithValue("--subject", subject),
    body === "" ? [] : optionWithValue("--body", body),
  ].flat();
  const { code, stdout, stderr } = await runGog(["gmail", "send", ...options, "--json"], context);
  if (code !== 0) {
    throw stageFailure(`gog.gmail.send failed (${String(code)}): ${keepHead(stderr, SHOWN_CHARACTERS)}`, {
      facts: { exitCode: code },
    });
  }
  const text = stdout.trim();
  return text === "" ? { ok: true } : (tryParseJson(text)?.value ?? { ok: true, raw: stdout });
}

function withProgress(error: unknown, sent: number, total: number): unknown {
  if (!(error instanceof LobsterError) || total === 1) return error;
  const message = `${messageOf(error)} (draft ${sent + 1} of ${total}; the ${sent} before it were sent)`;
  return new LobsterError(error.code, message, {
    type: error.type,
    facts: { ...error.facts, sent, total },
    cause: error,
  });
}
