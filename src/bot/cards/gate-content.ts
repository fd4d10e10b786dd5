import type { JsonValue } from "../../runtime/json.ts";
import type { ApprovalRequest, GateDocument, InputRequest, RunDocument } from "../../runtime/run/documents.ts";
import type { OutboundFile } from "../adapter.ts";
import { line, type RichText } from "../rich-text.ts";
import { stringifyJson } from "../../runtime/stable-json.ts";
import { isDiff, showPayload, showValue } from "./payload-blocks.ts";
import type { Voice } from "./run-view.ts";
import { showInline } from "./show-value.ts";

/** What a person decides about, whole: the arguments of the run, the prompt, the items and the preview (or the subject). */
export function showGateContent(run: RunDocument, gate: GateDocument, voice: Voice): RichText {
  return [...showArguments(run, voice), ...showPrompt(gate.request.prompt), ...showSubject(gate.request)];
}

/** The arguments a run was started with; nothing for a run without any. */
export function showArguments({ args }: Pick<RunDocument, "args">, { words }: Voice): RichText {
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

/** The same content as files, for what does not fit: JSON with everything, and the preview as text where it has lines. */
export function writeGateFiles(run: RunDocument, gate: GateDocument): readonly OutboundFile[] {
  const base = `${gate.request.type === "approval_request" ? "approval" : "question"}-${gate.approvalId ?? run.id}`;
  const json: OutboundFile = { name: `${base}.json`, text: `${stringifyJson(describeGate(run, gate), 2)}\n` };
  const texts = listLongTexts(gate.request);
  if (texts.length === 0) return [json];
  return [json, { name: `${base}.txt`, text: `${[gate.request.prompt, ...texts].join("\n\n")}\n` }];
}

function showPrompt(prompt: string): RichText {
  const text = prompt.trimEnd();
  // Several lines stand in a quote, so that a prompt never looks like a line of the card itself.
  return [text.includes("\n") ? { kind: "quote", text } : line({ kind: "bold", text })];
}

function showSubject(request: ApprovalRequest | InputRequest): RichText {
  if (request.type === "approval_request") return showPayload(request);
  return request.subject === undefined || request.subject === null ? [] : showValue(request.subject);
}

function describeGate(run: RunDocument, gate: GateDocument): JsonValue {
  const { request } = gate;
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
    args: run.args,
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
