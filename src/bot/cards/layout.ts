import type { AdapterLimits, OutboundFile, OutboundMessage } from "../adapter.ts";

/** One way to lay a message out. */
export interface Layout {
  readonly message: OutboundMessage;
  /**
   * False when something that is being approved is not on the message itself. A decided card is never complete: should its
   * gate open again, it shows what would be approved only once it is drawn as an open one.
   */
  readonly complete: boolean;
  /** What is sent first where messages can be lost, see `Content.opening`. */
  readonly opening?: OutboundMessage;
  /** What came later and did not fit (output, error lines): goes along as a reply of its own. */
  readonly attachment?: OutboundFile;
}

/**
 * The first layout that fits the platform, from the fullest to the barest. They are made one at a time. The last one
 * is taken even when the platform says it does not fit: it then tells why it could not be sent.
 */
export function chooseLayout(limits: Pick<AdapterLimits, "fits">, layouts: readonly (() => Layout)[]): Layout {
  let last: Layout | undefined;
  for (const make of layouts) {
    last = make();
    if (limits.fits(last.message)) return last;
  }
  return last ?? { message: { body: [] }, complete: true };
}
