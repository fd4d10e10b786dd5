/** What a request that got no answer means. `why` names an error code; never an address or a token. */
export type NetworkFailure =
  /** It never left this machine: nothing was done. */
  | { readonly kind: "unreachable"; readonly why: string }
  /** No answer, or none that tells: it may have been done. */
  | { readonly kind: "unknown"; readonly why: string };

/** Failures before a connection stood, by the code of Node's error. */
const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "EADDRNOTAVAIL",
  "ECONNREFUSED",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
  // The other side is not who it should be.
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** Tells a connection that never stood from an answer that never came, by what Node's own HTTP client throws. */
export function readNetworkError(error: unknown): NetworkFailure {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = readCode(cause) ?? readCode(error);
  // Several addresses were tried, and to none of them a connection stood.
  const isNeverConnected =
    [error, cause].some((one) => one instanceof AggregateError) || (code !== undefined && NEVER_CONNECTED.has(code));
  const why = code ?? (error instanceof Error ? error.name : typeof error);
  return { kind: isNeverConnected ? "unreachable" : "unknown", why };
}

function readCode(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
