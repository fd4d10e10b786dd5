/** Schemes Discord takes in addresses: links, links into the app, files of the same message. */
const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "discord:", "attachment:"]);

/** True when text has a format the description names; formats that say nothing about text always fit. */
export function isFormat(format: string | undefined, text: string): boolean {
  if (format === "uri") return URL.canParse(text);
  if (format === "date-time") return isMoment(text);
  return true;
}

/** True when an address has a scheme that Discord takes from a bot. */
export function hasTakenScheme(address: string): boolean {
  return SCHEMES.has(new URL(address).protocol);
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text));
}
