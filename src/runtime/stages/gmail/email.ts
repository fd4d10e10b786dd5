import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";

/** A mail as triage sees it, whatever tool it came from. */
export type Email = {
  readonly id: string;
  readonly threadId: string;
  readonly from: string;
  readonly subject: string;
  readonly date: string;
  readonly snippet: string;
  readonly labels: readonly string[];
};

/** Brings a mail to one shape, from the first of the known names that is there (stages-and-cli §17). */
export function normaliseEmail(item: JsonValue): Email {
  const mail = isJsonObject(item) ? item : {};
  const labels = ownMember(mail, "labels");
  return {
    id: firstText(mail, ["id", "messageId"]),
    threadId: firstText(mail, ["threadId", "thread_id", "id", "messageId"]),
    from: firstText(mail, ["from", "sender"]),
    subject: firstText(mail, ["subject"]),
    date: firstText(mail, ["date", "internalDate", "timestamp"]),
    snippet: firstText(mail, ["snippet", "bodyPreview"]),
    labels: Array.isArray(labels) ? labels.filter((label) => typeof label === "string") : [],
  };
}

function firstText(mail: JsonObject, names: readonly string[]): string {
  for (const name of names) {
    const value = ownMember(mail, name) ?? null;
    if (value !== null) return typeof value === "object" ? "" : String(value).trim();
  }
  return "";
}

/** True for a sender that no person reads. */
export function isAutomated({ from }: Email): boolean {
  return /no-reply|noreply|do-not-reply|donotreply/i.test(from);
}

/** The address of a sender: what stands in angle brackets, else the first word with an @. */
export function addressOf({ from }: Email): string | undefined {
  const bracketed = from.split("<").slice(1).map(closedPart).find(isAddress);
  return bracketed ?? from.split(/[\s<>,;"]/).find(isAddress);
}

/** The text up to the closing bracket; empty where there is none. */
function closedPart(text: string): string {
  return text.slice(0, Math.max(text.indexOf(">"), 0));
}

/** An @ with something on both sides, and no white space. */
function isAddress(text: string): boolean {
  return text.slice(1, -1).includes("@") && !/\s/.test(text);
}

/** The subject of an answer: `Re: ` once. */
export function replySubject({ subject }: Email): string {
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`.trim();
}

/** What a mail asks for. */
export type EmailCategory = "needs_reply" | "needs_action" | "fyi";

/** Sorts a mail by simple rules, without a model. */
export function categorise(email: Email): EmailCategory {
  if (/action required|urgent/i.test(email.subject)) return "needs_action";
  const isUnread = email.labels.some((label) => label.toUpperCase() === "UNREAD");
  return isUnread && !isAutomated(email) ? "needs_reply" : "fyi";
}
