import type { AdapterLimits, OutboundFile, OutboundMessage } from "../adapter.ts";

/** One way to lay a message out. */
export interface Layout {
  readonly message: OutboundMessage;
  /**
   * True only where everything that is being approved is on the message itself, which is open. A card that was decided is
   * not: should its gate open again, nobody has seen what they would approve until it is drawn as an open one.
   */
  readonly complete: boolean;
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
