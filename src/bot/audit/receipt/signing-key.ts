import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { LobsterError, systemCodeOf } from "../../../runtime/errors.ts";

const FILE = "signing-key.pem";

/** The key that signs receipts. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/**
 * The Ed25519 key of an audit directory; made on first use, for this user alone. Of several processes that make one at the
 * same moment, all get the same. Throws `invalid_state` for a file that holds no such key: it is never replaced.
 */
export async function openSigningKey(auditDirectory: string): Promise<SigningKey> {
  const file = path.join(auditDirectory, FILE);
  return (await readKey(file)) ?? (await createKey(auditDirectory, file));
}

/** The key of an audit directory, if there is one. */
export async function findSigningKey(auditDirectory: string): Promise<SigningKey | undefined> {
  return await readKey(path.join(auditDirectory, FILE));
}

/** A public key as text, as it is handed to whoever is to verify receipts. */
export function exportPublicKey(publicKey: KeyObject): string {
  return publicKey.export({ type: "spki", format: "pem" }).toString();
}

/** Reads a public key; undefined for text that holds none for Ed25519. A private key is taken for what it is: no public one. */
export function importPublicKey(pem: string): KeyObject | undefined {
  if (!pem.includes("-----BEGIN PUBLIC KEY-----")) return undefined;
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === "ed25519" ? key : undefined;
  } catch {
    return undefined;
  }
}

/** What people compare keys by: the beginning of the SHA-256 of its DER form, 16 hex digits. */
export function fingerprintOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(der).digest("hex").slice(0, 16);
}

async function readKey(file: string): Promise<SigningKey | undefined> {
  const pem = await readFile(file, "utf8").catch((thrown: unknown) => {
    if (systemCodeOf(thrown) === "ENOENT") return undefined;
    throw thrown;
  });
  return pem === undefined ? undefined : decodeKey(pem, file);
}

function decodeKey(pem: string, file: string): SigningKey {
  try {
    const privateKey = createPrivateKey(pem);
    if (privateKey.asymmetricKeyType === "ed25519") return { privateKey, publicKey: createPublicKey(privateKey) };
  } catch {} // the reader's words may quote the key
  throw new LobsterError(
    "invalid_state",
    `${file} holds no Ed25519 private key; restore it from a backup. Without it, move it away: a new one is made, and receipts of the old one verify with the old public key only`,
    { facts: { file } },
  );
}

/** Written whole beside its place and then linked there, which never replaces one that is there by now. */
async function createKey(directory: string, file: string): Promise<SigningKey> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const temporary = path.join(directory, `.${FILE}.${randomBytes(8).toString("hex")}.tmp`);
  try {
    await writeDurably(temporary, pem);
    await link(temporary, file).catch(async (thrown: unknown) => {
      if (systemCodeOf(thrown) === "EEXIST") return;
      // A file system without links.
      await writeDurably(file, pem);
    });
  } finally {
    await rm(temporary, { force: true });
  }
  return (await readKey(file)) ?? decodeKey("", file);
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
