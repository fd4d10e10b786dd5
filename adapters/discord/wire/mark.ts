/** A number that a frame carries, so that its message is recognised in a channel's history by the nonce it was sent with. */
export function markOf(nonce: string): number {
  // At most 28 bits: ids of components are positive numbers of 32 bits.
  return 1 + Number.parseInt(nonce.replace(/[^0-9a-f]/gi, "").slice(0, 7) || "0", 16);
}
