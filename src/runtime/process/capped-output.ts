/** Collects one output stream in bounded memory. */
export interface CappedOutput {
  /** Takes a chunk. False from the first byte beyond the cap on: everything after that is dropped. */
  add(chunk: Uint8Array): boolean;
  /** What was collected, as UTF-8; invalid bytes become U+FFFD. */
  text(): string;
}

/**
 * Creates a collector for at most `maxBytes` raw bytes. They are kept in one buffer that doubles, so a million one-byte
 * writes cost no more than one of a million bytes, and characters split between chunks are decoded whole.
 */
export function createCappedOutput(maxBytes: number): CappedOutput {
  let buffer = Buffer.alloc(0);
  let length = 0;
  let exceeded = false;
  return {
    add(chunk) {
      exceeded ||= length + chunk.length > maxBytes;
      if (exceeded) return false;
      buffer = grow(buffer, length, length + chunk.length, maxBytes);
      buffer.set(chunk, length);
      length += chunk.length;
      return true;
    },
    text: () => buffer.toString("utf8", 0, length),
  };
}

function grow(buffer: Buffer<ArrayBuffer>, used: number, needed: number, maxBytes: number): Buffer<ArrayBuffer> {
  if (needed <= buffer.length) return buffer;
  const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(maxBytes, buffer.length * 2)));
  buffer.copy(larger, 0, 0, used);
  return larger;
}
