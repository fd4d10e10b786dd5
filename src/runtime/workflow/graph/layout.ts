import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { LobsterError, messageOf } from "../../errors.ts";

/** Attributes that hold for everything of a kind unless the graph says otherwise. */
export interface LayoutDefaults {
  readonly graphAttributes: Readonly<Record<string, string | number>>;
  readonly nodeAttributes: Readonly<Record<string, string | number>>;
  readonly edgeAttributes: Readonly<Record<string, string | number>>;
}

const LIMIT_MS = 10_000;

/**
 * Lays a DOT text out as SVG with Graphviz, in a thread of its own: a tangled graph takes seconds, and who waits for the
 * picture of one run must not keep others from deciding. Each has a Graphviz of its own, for one that has drawn many graphs
 * breaks. Throws `timed_out` after 10 s, and `internal` for what Graphviz cannot read.
 */
export async function layOut(dot: string, defaults: LayoutDefaults, limitMs = LIMIT_MS): Promise<string> {
  const library = createRequire(import.meta.url).resolve("@viz-js/viz");
  const worker = new Worker(SCRIPT, {
    eval: true,
    execArgv: [],
    workerData: { library, dot, options: { format: "svg", ...defaults } },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      timer = setTimeout(() => reject(tookTooLong(limitMs)), limitMs);
      worker.once("message", resolve);
      worker.once("error", (error) => reject(failed(error)));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** What the thread runs. It is text because a thread starts from a file, and the sources and the built files have others. */
const SCRIPT = `
const { parentPort, workerData } = require("node:worker_threads");
const { instance } = require(workerData.library);
instance().then((viz) => parentPort.postMessage(viz.renderString(workerData.dot, workerData.options)));
`;

function tookTooLong(limitMs: number): LobsterError {
  return new LobsterError(
    "timed_out",
    `The workflow takes longer than ${limitMs / 1000} s to draw; use the format mermaid or dot`,
  );
}

function failed(error: unknown): LobsterError {
  return new LobsterError("internal", `The workflow cannot be drawn: ${messageOf(error)}`, { cause: error });
}
