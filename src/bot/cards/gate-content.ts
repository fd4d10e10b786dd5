import type { JsonObject, JsonValue } from "../../runtime/json.ts";
import type { ApprovalRequest, GateDocument, InputRequest, RunDocument } from "../../runtime/run/documents.ts";
import type { OutboundFile } from "../adapter.ts";
import { redactList, redactObject, redactText, redactValue, type Redact } from "../text/redaction.ts";
import { line, type RichText } from "../text/rich-text.ts";
import { stringifyJson } from "../../runtime/stable-json.ts";
import { isDiff, showPayload, showValue } from "./payload-blocks.ts";
import type { Voice } from "./run-view.ts";
import { showInline } from "./show-value.ts";

/** What a person decides about, with every secret taken out of its own value. Cards and files are drawn from this alone. */
export interface GateContent {
  readonly args: JsonObject;
  readonly request: ApprovalRequest | InputRequest;
  /** How many values held secrets. */
  readonly redacted: number;
}

/** Reads the content of a gate as people may see it. */
export function readGateContent(run: Pick<RunDocument, "args">, gate: GateDocument, redact: Redact): GateContent {
  const args = redactObject(redact, run.args);
  const request = redactRequest(gate.request, redact);
  return { args: args.value, request: request.value, redacted: args.count + request.count };
}

/** What a person decides about, whole: the arguments of the run, the prompt, the items and the preview (or the subject). */
export function showGateContent({ args, request }: GateContent, { words }: Voice): RichText {
  return [...listArguments(args, words), showPrompt(request.prompt), ...showSubject(request)];
}

/** The arguments a run was started with; nothing for a run without any. */
export function showArguments(run: Pick<RunDocument, "args">, voice: Voice): RichText {
  const { value, count } = redactObject(voice.redact, run.args);
  return [...listArguments(value, voice.words), ...showRedacted(count, voice)];
}

/** Says how many values are not shown as they are; nothing when all are. */
export function showRedacted(count: number, { words }: Voice): RichText {
  return count === 0 ? [] : [line({ kind: "italic", text: words.cards.redacted(count) })];
}

/** The same content as files, for what does not fit: JSON with everything, and the preview as text where it has lines. */
export function writeGateFiles(run: RunDocument, gate: GateDocument, content: GateContent): readonly OutboundFile[] {
  const base = `${gate.request.type === "approval_request" ? "approval" : "question"}-${gate.approvalId ?? run.id}`;
  const json: OutboundFile = { name: `${base}.json`, text: `${stringifyJson(describeGate(run, gate, content), 2)}\n` };
  const { request } = content;
  const texts = listLongTexts(request);
  if (texts.length === 0) return [json];
  return [json, { name: `${base}.txt`, text: `${[request.prompt, ...texts].join("\n\n")}\n` }];
}

function redactRequest(
  request: ApprovalRequest | InputRequest,
  redact: Redact,
): { readonly value: ApprovalRequest | InputRequest; readonly count: number } {
  const prompt = redactText(redact, request.prompt);
  if (request.type === "input_request") {
    if (request.subject === undefined) return { value: { ...request, prompt: prompt.value }, count: prompt.count };
    const subject = redactValue(redact, request.subject);
    return {
      value: { ...request, prompt: prompt.value, subject: subject.value },
      count: prompt.count + subject.count,
    };
  }
  const items = redactList(redact, request.items);
  const value = { ...request, prompt: prompt.value, items: items.value };
  if (request.preview === undefined) return { value, count: prompt.count + items.count };
  const preview = redactText(redact, request.preview);
  return { value: { ...value, preview: preview.value }, count: prompt.count + items.count + preview.count };
}

function listArguments(args: JsonObject, words: Voice["words"]): RichText {
  const entries = Object.entries(args);
  if (entries.length === 0) return [];
  return [
    line(words.cards.withArguments()),
    {
      kind: "list",
      items: entries.map(([name, value]) => [
        { kind: "code", text: `${name}=${showInline(value) ?? stringifyJson(value)}` },
      ]),
    },
  ];
}

/** In a quote, so that a prompt never looks like a line or a button of the card itself. */
function showPrompt(prompt: string): RichText[number] {
  return { kind: "quote", text: prompt.trimEnd() };
}

function showSubject(request: ApprovalRequest | InputRequest): RichText {
  try {
    if (request.type === "approval_request") return showPayload(request);
    return request.subject === undefined || request.subject === null ? [] : showValue(request.subject);
  } catch {
    // Whatever keeps it from being drawn well, a gate is never without its card: the text stands there as it is.
    return showPlainly(request);
  }
}

function showPlainly(request: ApprovalRequest | InputRequest): RichText {
  const values: readonly JsonValue[] =
    request.type === "approval_request" ? [...request.items, request.preview ?? null] : [request.subject ?? null];
  return values
    .filter((value) => value !== null)
    .map((value) => ({ kind: "code", text: typeof value === "string" ? value.trimEnd() : stringifyJson(value) }));
}

function describeGate(run: RunDocument, gate: GateDocument, { args, request }: GateContent): JsonValue {
  const subject =
    request.type === "approval_request"
      ? { items: request.items, ...(request.preview === undefined ? {} : { preview: request.preview }) }
      : request.subject === undefined
        ? {}
        : { subject: request.subject };
  return {
    workflow: run.name,
    run: run.id,
    ...(run.startedBy === undefined ? {} : { startedBy: run.startedBy }),
    args,
    step: gate.stepId,
    prompt: request.prompt,
    ...subject,
    digest: gate.digest,
  };
}

/** Texts that read badly inside JSON: diffs and everything with lines of its own. */
function listLongTexts(request: ApprovalRequest | InputRequest): readonly string[] {
  const values: readonly (JsonValue | undefined)[] =
    request.type === "approval_request" ? [...request.items, request.preview] : [request.subject];
  return values
    .filter((value) => typeof value === "string")
    .filter((text) => text.trimEnd().includes("\n") || isDiff(text));
}
