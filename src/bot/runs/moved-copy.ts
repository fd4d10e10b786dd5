import { parseConversationKey } from "../adapter.ts";
import type { SharedCore } from "../core.ts";
import type { Slot } from "../delivery/delivery.ts";
import { decodePurpose } from "../purposes.ts";
import { plain, type RichText } from "../text/rich-text.ts";

/** What an old copy of a card says once a newer one has taken its place, in the language the card is in. */
export async function sayMoved(core: SharedCore, slot: Slot): Promise<RichText> {
  const conversation = parseConversationKey(slot.conversation);
  if (conversation === undefined) return [];
  const voice = core.voices.toAll(conversation, await findStarter(core, slot));
  return plain(voice.words.cards.superseded());
}

/** Who started the run that a slot belongs to; undefined for a slot of no run. */
async function findStarter({ runtime }: SharedCore, slot: Slot): Promise<string | undefined> {
  const purpose = decodePurpose(slot.purpose);
  if (purpose === undefined) return undefined;
  const gate = "gateKey" in purpose ? await runtime.readGate({ gateKey: purpose.gateKey }) : undefined;
  const runId = "runId" in purpose ? purpose.runId : gate?.runId;
  return runId === undefined ? undefined : (await runtime.readRun(runId))?.startedBy;
}
