import type { JsonObject } from "../../json.ts";
import type { Email, EmailCategory } from "./email.ts";

/** A draft answer, as `gog.gmail.send` takes it. */
export type Draft = {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly emailId: string;
};

/** The ids of mails by what they ask for, and a sentence about it. */
export function composeReport(
  emails: readonly Email[],
  categoryOf: (email: Email) => EmailCategory | undefined,
): JsonObject {
  const idsOf = (category: EmailCategory): string[] =>
    emails.filter((email) => categoryOf(email) === category).map(({ id }) => id);
  const buckets = { needsReply: idsOf("needs_reply"), needsAction: idsOf("needs_action"), fyi: idsOf("fyi") };
  const { needsReply, needsAction, fyi } = buckets;
  return {
    summary: `${needsReply.length} need replies, ${needsAction.length} need action, ${fyi.length} FYI`,
    buckets,
    emails,
  };
}
