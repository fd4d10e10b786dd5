import type { JsonObject } from "../json.ts";
import { showDuration } from "./duration.ts";
import type { PolicyFields } from "./policy-fields.ts";

/** Policy fields as files and requests write them. */
export function encodePolicyFields(fields: PolicyFields): JsonObject {
  const { approvers, require, quorum, expiresInMs, reason, confirm, remindBeforeMs, holdMs } = fields;
  return {
    ...(approvers === undefined ? {} : { approvers }),
    ...(require === undefined ? {} : { require }),
    ...(quorum === undefined ? {} : { quorum }),
    ...(expiresInMs === undefined ? {} : { expires_in: expiresInMs === null ? "never" : showDuration(expiresInMs) }),
    ...(reason === undefined ? {} : { reason }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(remindBeforeMs === undefined ? {} : { remind_before: showDuration(remindBeforeMs) }),
    ...(holdMs === undefined ? {} : { hold: showDuration(holdMs) }),
  };
}
