import { isJsonObject, ownMember } from "../../runtime/json.ts";
import type { GateDocument } from "../../runtime/run/documents.ts";
import type { LoadedWorkflow } from "../../runtime/workflow/definition.ts";
import type { AdapterLimits, OutboundFile } from "../adapter.ts";
import { line, type RichText, type Span } from "../rich-text.ts";
import { showGateContent, writeGateFiles } from "./gate-content.ts";
import { chooseLayout } from "./layout.ts";
import { sayPolicy } from "./policy-words.ts";
import type { RunView, Voice } from "./run-view.ts";

/** What a press on Details brings: everything that is approved, and what runs after it. */
export interface Details {
  readonly body: RichText;
  readonly files: readonly OutboundFile[];
}

/** Draws the details of a gate. What does not fit into the message is in the files, whole. */
export function drawDetails(
  view: RunView,
  gate: GateDocument,
  tools: { readonly voice: Voice; readonly limits: Pick<AdapterLimits, "fits">; readonly workflow?: LoadedWorkflow },
): Details {
  const { voice, limits, workflow } = tools;
  const { words } = voice;
  const title = line(...words.cards.detailsTitle(view.run.name, view.run.id));
  const terms = [line(sayPolicy(gate.policy, voice)), line(...words.cards.fullDigest(gate.digest))];
  const after = workflow === undefined ? [] : showStepsAfter(gate, workflow, voice);
  const content = showGateContent(view.run, gate, voice);
  const files = writeGateFiles(view.run, gate);
  const names = files.map((file) => file.name).join(", ");
  const { message } = chooseLayout(limits, [
    () => ({ message: { body: [title, ...content, ...terms, ...after] }, complete: true }),
    () => ({
      message: { body: [title, line(words.cards.wholeContent(names)), ...terms, ...after], files },
      complete: true,
    }),
    () => ({ message: { body: [title, line(words.cards.wholeContent(names)), ...terms], files }, complete: true }),
  ]);
  return { body: message.body, files: message.files ?? [] };
}

/** The pinned steps that follow the gate, with their commands, so that an approver sees what the approval sets off. */
function showStepsAfter(gate: GateDocument, workflow: LoadedWorkflow, { words }: Voice): RichText {
  const top = gate.frames[0]?.stepId ?? gate.stepId;
  const { steps } = workflow.definition;
  const following = steps.slice(steps.findIndex((step) => step.id === top) + 1);
  if (following.length === 0) return [line(words.cards.nothingAfter())];
  const items = following.map((step): readonly Span[] => {
    const command = findCommand(workflow, step.id);
    return command === undefined
      ? [{ kind: "code", text: step.id }]
      : [{ kind: "code", text: step.id }, ": ", { kind: "code", text: command }];
  });
  return [line(words.cards.stepsAfter()), { kind: "list", items }];
}

/** The text of a step's work as the file has it. */
function findCommand({ document }: LoadedWorkflow, stepId: string): string | undefined {
  const steps = ownMember(document, "steps");
  if (!Array.isArray(steps)) return undefined;
  const step: unknown = steps.find((candidate) => isJsonObject(candidate) && ownMember(candidate, "id") === stepId);
  if (!isJsonObject(step)) return undefined;
  for (const name of ["run", "command", "pipeline", "workflow", "for_each"]) {
    const text = ownMember(step, name);
    if (typeof text === "string" && text.trim() !== "") return text.trim();
  }
  return undefined;
}
