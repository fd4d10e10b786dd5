import type { TelegramPeer } from "./peer.ts";
import { listWireFaults } from "./raw-call.ts";

/**
 * Stops a peer at the end of a test. Throws when the bot made a request that breaks the platform's rules or that the
 * platform reads otherwise than it was written, and when the peer itself sent what the platform never would. Refusals
 * that come from the state of a chat (blocked, not modified …) are a test's own business: see `refused`.
 */
export async function stopClean(peer: TelegramPeer): Promise<void> {
  await peer.stop();
  const faults = [...peer.complaints(), ...listWireFaults(peer).map((fault) => `the peer itself: ${fault}`)];
  if (faults.length > 0) throw new Error(`Telegram would not have taken this:\n${[...new Set(faults)].join("\n")}`);
}
