/** Schemes Discord takes in addresses: links, links into the app, files of the same message. */
const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "discord:", "attachment:"]);

/** True when text has a format the description names; formats that say nothing about text always fit. */
export function isFormat(format: string | undefined, text: string): boolean {
  if (format === "uri") return isAddress(text);
  if (format === "date-time") return isMoment(text);
  return true;
}

/** An address with a scheme Discord takes. */
export function isAddress(text: string): boolean {
  return URL.canParse(text) && SCHEMES.has(new URL(text).protocol);
}

/** A moment in ISO 8601. */
export function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text));
}
