/**
 * What an aborted signal rejects with: its reason when that is an error, else an `AbortError` with the platform's text
 * (stages-and-cli §8.6).
 */
export function abortReason(signal: AbortSignal): Error {
  if (signal.reason instanceof Error) return signal.reason;
  return new DOMException("This operation was aborted", "AbortError");
}

/** Throws the reason of a signal that is aborted. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortReason(signal);
}
