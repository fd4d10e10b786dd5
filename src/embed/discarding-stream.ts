import { Writable } from "node:stream";

/** A stream that takes everything and keeps nothing: where output goes that nobody asked for. */
export function createDiscardingStream(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
