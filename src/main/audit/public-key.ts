import { exportPublicKey, fingerprintOf, openSigningKey } from "../../bot/audit/receipt/signing-key.ts";
import type { World } from "../world.ts";
import { openPlace } from "./place.ts";
import { readWords } from "./words.ts";

/** `lobster-chat audit public-key`: the key to stdout, what it is compared by to stderr. */
export async function runPublicKey(words: readonly string[], world: World): Promise<number> {
  const { auditDirectory } = await openPlace(readWords(words, { "state-dir": "text" }, 0), world);
  const { publicKey } = await openSigningKey(auditDirectory);
  world.stdout.write(exportPublicKey(publicKey));
  world.stderr.write(`key ${fingerprintOf(publicKey)}\n`);
  return 0;
}
