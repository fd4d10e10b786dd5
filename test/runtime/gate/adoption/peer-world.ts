import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Envelope } from "../../../../src/runtime/envelope.ts";
import type { Decision, DecisionRequest } from "../../../../src/runtime/runtime.ts";
import { resumeToEnvelope } from "../../../../src/runtime/tool.ts";
import { loadPeerCore, type PeerCore } from "../../../helpers/peer.ts";
import { makeRuntime, type TestRuntime } from "../../../helpers/runtime.ts";

/** The peer and this package over the same state directory. */
export interface PeerWorld extends TestRuntime {
  /** Starts something with the peer; it must stop at a gate. */
  stopWithPeer(request: {
    readonly pipeline?: string;
    readonly file?: string;
    readonly args?: object;
  }): Promise<Stopped>;
  /** Goes on with the peer. */
  resumeWithPeer(request: object): Promise<Record<string, unknown>>;
  /** Goes on with this package. */
  resume(gate: DecisionRequest["gate"], decision: Decision, more?: Partial<DecisionRequest>): Promise<Envelope>;
  /** A file of the folder as text; empty when it is not there. */
  read(name: string): string;
  /** The stored checkpoint. */
  checkpoint(stopped: Stopped): Record<string, unknown>;
}

/** A gate that the peer opened. */
export interface Stopped {
  readonly token: string;
  readonly approvalId: string;
  readonly key: string;
}

/** Makes a folder with files in which both packages work. */
export async function makePeerWorld(
  files: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<PeerWorld> {
  const peer: PeerCore = await loadPeerCore();
  const base = makeRuntime(files);
  const { folder, runtime } = base;
  const ctx = (): object => ({
    cwd: folder,
    env: { LOBSTER_STATE_DIR: join(folder, "state"), ...environment },
  });
  return {
    ...base,
    stopWithPeer: async ({ file, ...request }) => {
      const filePath = file === undefined ? {} : { filePath: join(folder, file) };
      return stoppedAt(await peer.runToolRequest({ ...request, ...filePath, ctx: ctx() }));
    },
    resumeWithPeer: (request) => peer.resumeToolRequest({ ...request, ctx: ctx() }),
    resume: (gate, decision, more = {}) =>
      resumeToEnvelope(runtime, { gate, decision, cwd: folder, ...more }, { environment: base.host.environment }),
    read: (name) => {
      try {
        return readFileSync(join(folder, name), "utf8");
      } catch {
        return "";
      }
    },
    checkpoint: ({ key }) => JSON.parse(readFileSync(join(folder, "state", `${key}.json`), "utf8")) as never,
  };
}

function stoppedAt(envelope: Record<string, unknown>): Stopped {
  const gate = (envelope["requiresApproval"] ?? envelope["requiresInput"]) as
    { readonly resumeToken: string; readonly approvalId?: string } | null | undefined;
  if (gate === null || gate === undefined) throw new Error(`the peer did not stop: ${JSON.stringify(envelope)}`);
  const { stateKey } = JSON.parse(Buffer.from(gate.resumeToken, "base64url").toString("utf8")) as { stateKey: string };
  return { token: gate.resumeToken, approvalId: gate.approvalId ?? "", key: stateKey };
}
