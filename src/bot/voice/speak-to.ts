import { findPerson } from "../people/admit.ts";
import type { Conversation, Sender } from "../adapter.ts";
import type { Core, SharedCore } from "../core.ts";

/** The core for whoever acts: speaking their language, which is remembered for when something is said to them later. */
export async function speakTo(shared: SharedCore, sender: Sender, conversation: Conversation): Promise<Core> {
  const person = findPerson(shared, sender, conversation);
  if (person !== undefined && person.locale === undefined && sender.locale !== undefined) {
    await shared.languages.note(person.id, conversation.platform, sender.locale);
  }
  return { ...shared, voice: shared.voices.toSender(sender, conversation) };
}
