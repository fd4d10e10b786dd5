type Json = Record<string, unknown>;

/** An envelope without the members that only ours have. */
export function withoutOurs(envelope: unknown): unknown {
  const copy = structuredClone(envelope) as Record<string, Json | undefined>;
  delete copy["_meta"];
  for (const name of ["digest", "policy", "approvals", "remaining", "expiresAt"]) {
    delete copy["requiresApproval"]?.[name];
    delete copy["requiresInput"]?.[name];
  }
  for (const name of ["code", "problems"]) delete copy["error"]?.[name];
  return copy;
}

/** What an envelope asks for at a gate; empty without one. */
export function gateOf(envelope: unknown): Json {
  const { requiresApproval, requiresInput } = (envelope ?? {}) as { requiresApproval?: Json; requiresInput?: Json };
  return requiresApproval ?? requiresInput ?? {};
}

/** The latest envelope with a gate; 0 when none has one. */
export function lastGate(envelopes: readonly unknown[]): number {
  return Math.max(
    0,
    envelopes.findLastIndex((envelope) => Object.keys(gateOf(envelope)).length > 0),
  );
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const DAY_MS = 86_400_000;

/**
 * Masks what is new in every run: the folder, tokens and approval ids of these envelopes, uuids, times of today, and
 * further texts as given. Everything else stays as it is.
 */
export function createMask(
  folder: string,
  envelopes: readonly unknown[],
  further: readonly (readonly [text: string, mask: string])[] = [],
): (value: unknown) => unknown {
  const masks: (readonly [string, string])[] = [
    ...further,
    [folder, "<dir>"],
    ...envelopes
      .map(gateOf)
      .flatMap(({ resumeToken, approvalId }): [string, string][] => [
        ...(typeof resumeToken === "string" ? [[resumeToken, "<token>"] as [string, string]] : []),
        ...(typeof approvalId === "string" ? [[approvalId, "<id>"] as [string, string]] : []),
      ]),
  ];
  const maskText = (text: string): string =>
    masks
      .reduce((masked, [from, to]) => masked.replaceAll(from, to), text)
      .replace(UUID, "<uuid>")
      .replace(TIME, (time) => (Math.abs(Date.now() - Date.parse(time)) < DAY_MS ? "<now>" : time));
  const mask = (value: unknown): unknown => {
    if (typeof value === "string") return maskText(value);
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskText(key), mask(item)]));
  };
  return mask;
}
