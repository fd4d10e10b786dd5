/** Runs work one piece after another per key; different keys do not wait for each other. */
export type InOrder = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Creates an {@link InOrder}. A failed piece of work does not stop those behind it. */
export function createInOrder(): InOrder {
  const tails = new Map<string, Promise<unknown>>();
  const forget = async (key: string, tail: Promise<unknown>): Promise<void> => {
    await tail;
    if (tails.get(key) === tail) tails.delete(key);
  };
  return (key, work) => {
    const turn = (tails.get(key) ?? Promise.resolve()).then(work, work);
    const tail = turn.catch(() => undefined);
    tails.set(key, tail);
    void forget(key, tail);
    return turn;
  };
}
