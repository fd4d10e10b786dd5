/** Tells everybody who waits that something happened. */
export interface Changes {
  announce(): void;
  /** Calls `listener` after every change until the returned function is called. */
  listen(listener: () => void): () => void;
}

/** Creates a place to wait at. */
export function createChanges(): Changes {
  const listeners = new Set<() => void>();
  return {
    announce: () => {
      for (const listener of listeners) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
