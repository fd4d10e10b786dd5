import type { JsonValue } from "../json.ts";
import type { ApprovalRequest } from "../run/documents.ts";
import { stringifyJson } from "../stable-json.ts";
import type { ApprovalDefinition } from "../workflow/definition.ts";
import type { StepResult } from "../workflow/step-result.ts";
import type { StepClaims } from "./step-claims.ts";

/** Code points of an envelope's `preview` (workflows-and-checkpoints §9.2); the gate keeps the whole text. */
const PREVIEW_CODE_POINTS = 2000;

/** What an approval gate shows: the file first, then what the step's JSON says, then the step's result itself. */
export function composeApprovalRequest(
  stepId: string,
  file: ApprovalDefinition,
  claims: StepClaims,
  result: StepResult | undefined,
): ApprovalRequest {
  const preview = file.preview ?? claims.preview ?? resultPreview(result);
  return {
    type: "approval_request",
    prompt: file.prompt ?? claims.prompt ?? `Approve ${stepId}?`,
    items: file.items ?? claims.items ?? resultItems(result),
    ...(preview === undefined ? {} : { preview }),
  };
}

/** The short form of a preview: at most 2,000 code points, so that no character is split (fault W30). */
export function shortenPreview(preview: string): string {
  if (preview.length <= PREVIEW_CODE_POINTS) return preview;
  const points = Array.from(preview);
  return points.length <= PREVIEW_CODE_POINTS ? preview : points.slice(0, PREVIEW_CODE_POINTS).join("");
}

function resultItems(result: StepResult | undefined): readonly JsonValue[] {
  const json = result?.json;
  if (json === undefined) return [];
  return Array.isArray(json) ? (json as readonly JsonValue[]) : [json];
}

function resultPreview(result: StepResult | undefined): string | undefined {
  const text = result?.stdout?.trim() ?? "";
  if (text !== "") return text;
  return result?.json === undefined ? undefined : stringifyJson(result.json);
}
