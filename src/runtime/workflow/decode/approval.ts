import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import type { ApprovalDefinition } from "../definition.ts";
import { readPolicyFields } from "../../approvers/policy-fields.ts";
import { isFilledText } from "../validate/finding.ts";

/** The word that asks for a gate without a prompt of its own, as `true` does. */
const PLAIN_GATE = "required";

/** `approval:` in any of its forms; undefined where there is no gate. Of two spellings camel case wins (§9.4). */
export function decodeApproval(approval: JsonValue | undefined): ApprovalDefinition | undefined {
  if (approval === true || approval === PLAIN_GATE) return {};
  if (isFilledText(approval)) return { prompt: approval };
  if (!isJsonObject(approval)) return undefined;
  const items = ownMember(approval, "items");
  const prompt = ownMember(approval, "prompt");
  const preview = ownMember(approval, "preview");
  const initiatedBy = identityOf(approval, "initiatedBy", "initiated_by");
  const requiredApprover = identityOf(approval, "requiredApprover", "required_approver");
  const different =
    ownMember(approval, "requireDifferentApprover") ?? ownMember(approval, "require_different_approver");
  return {
    ...(isFilledText(prompt) ? { prompt } : {}),
    ...(Array.isArray(items) ? { items: items as readonly JsonValue[] } : {}),
    ...(typeof preview === "string" ? { preview } : {}),
    ...(initiatedBy === undefined ? {} : { initiatedBy }),
    ...(requiredApprover === undefined ? {} : { requiredApprover }),
    ...(typeof different === "boolean" ? { requireDifferentApprover: different } : {}),
    ...readPolicyFields(approval).fields,
  };
}

function identityOf(approval: JsonObject, ...spellings: readonly string[]): string | undefined {
  for (const key of spellings) {
    const value = ownMember(approval, key);
    if (isFilledText(value)) return value.trim();
  }
  return undefined;
}
