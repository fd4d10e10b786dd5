/** What stands where a secret was. */
const REDACTED = "[redacted]";

/** Shorter values would black out ordinary words. */
const MIN_SECRET_LENGTH = 5;

/**
 * Shapes of tokens that are secret wherever they turn up. Each is anchored by a prefix or a structure of its own, so that
 * digests, run ids and ordinary words are left alone.
 */
const TOKEN_SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\bgh[pousr]_[A-Za-z0-9]{30,255}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{22,255}\b/g,
  /\bglpat-[A-Za-z0-9_-]{20,}/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bAIza[0-9A-Za-z_-]{35}/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /\b\d{8,10}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g, // Telegram bot
  /\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/g, // Discord bot
  /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g, // JSON Web Token
  /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{1,200}:)[^\s/@]{1,200}(?=@)/gi, // password in an address
];

/** Blacks out secrets in text. */
export type Redact = (text: string) => string;

/**
 * Redacts the given values (of configured secret variables, of the bot's own tokens), also as they look inside JSON, and
 * common token shapes.
 */
export function createRedaction(secrets: readonly string[]): Redact {
  const values = new Set(secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH).flatMap(spellings));
  const known = [...values].toSorted((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const value of known) clean = clean.replaceAll(value, REDACTED);
    for (const shape of TOKEN_SHAPES) clean = clean.replace(shape, REDACTED);
    return clean;
  };
}

/** A value as it is, as JSON writes it inside quotes, and line by line when it has several lines (keys do). */
function spellings(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).filter((part) => part.length >= 16);
  return [secret, JSON.stringify(secret).slice(1, -1), ...lines];
}
