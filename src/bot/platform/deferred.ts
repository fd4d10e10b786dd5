/** A promise that is settled from outside, once. */
export interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Creates one. Whoever waits for it may come later than a rejection, which is unhandled for nobody until then. */
export function createDeferred(): Deferred {
  const settle: { resolve?: () => void; reject?: (reason: unknown) => void } = {};
  const promise = new Promise<void>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  promise.catch(() => undefined);
  return { promise, resolve: () => settle.resolve?.(), reject: (reason) => settle.reject?.(reason) };
}
