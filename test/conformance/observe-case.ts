import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startCannedServer, type CannedServer, type ReceivedRequest } from "./canned-server.ts";
import { baseEnvironment, inFolder, readIfThere, writeFiles } from "./case-folder.ts";
import { createMask, gateOf, lastGate, withoutOurs } from "./comparable.ts";
import type { CorpusCase, CorpusDecision, CorpusObservation } from "./corpus-case.ts";
import type { Engine, EngineReply, ResumeCall, RunCall } from "./engine.ts";

/** Carries a case out with one engine, in a folder and with a server of its own. */
export async function observeCase(engine: Engine, given: CorpusCase): Promise<CorpusObservation> {
  return await inFolder(async (folder) => {
    const server = given.server === undefined ? undefined : await startCannedServer(given.server);
    try {
      return await carryOut(engine, given, { folder, server });
    } finally {
      await server?.close();
    }
  });
}

interface Place {
  readonly folder: string;
  readonly server: CannedServer | undefined;
}

async function carryOut(engine: Engine, given: CorpusCase, { folder, server }: Place): Promise<CorpusObservation> {
  const fill = (text: string): string =>
    text.replaceAll("<dir>", folder).replaceAll("<server>", server?.url ?? "<server>");
  const environmentOf = (extra: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    ...baseEnvironment(folder),
    ...Object.fromEntries(Object.entries({ ...given.env, ...extra }).map(([name, value]) => [name, fill(value)])),
  });
  mkdirSync(join(folder, "home"));
  if (given.items !== undefined) writeFiles(folder, { "items.json": JSON.stringify(given.items) }, (text) => text);
  if (given.workflow !== undefined) writeFiles(folder, { "workflow.lobster": given.workflow }, fill);
  writeFiles(folder, given.files, fill);

  const calls = [await engine.run(requestOf(given, folder, fill), { cwd: folder, environment: environmentOf() })];
  for (const decision of given.decisions ?? []) {
    writeFiles(folder, decision.files, fill);
    const world = { cwd: fill(decision.cwd ?? folder), environment: environmentOf(decision.env) };
    calls.push(await engine.resume(decisionOf(decision, calls), world));
  }
  return observationOf(given, calls, { folder, server });
}

function requestOf(given: CorpusCase, folder: string, fill: (text: string) => string): RunCall {
  if (given.workflow !== undefined) {
    return {
      filePath: join(folder, "workflow.lobster"),
      ...(given.args === undefined ? {} : { args: given.args }),
    };
  }
  const source = given.items === undefined ? "" : "exec --json cat items.json | ";
  return { pipeline: fill(`${source}${given.pipeline ?? ""}`) };
}

function decisionOf(decision: CorpusDecision, calls: readonly EngineReply[]): ResumeCall {
  const { approve, answer, cancel, by, of, literal } = decision;
  const envelopes = calls.map(({ envelope }) => envelope);
  const { resumeToken, approvalId } = gateOf(envelopes[of ?? lastGate(envelopes)]);
  return {
    ...(by === "id" ? { approvalId: literal ?? String(approvalId) } : { token: literal ?? String(resumeToken) }),
    ...(approve === undefined ? {} : { approved: approve }),
    ...(answer === undefined ? {} : { response: answer }),
    ...(cancel === undefined ? {} : { cancel }),
  };
}

function observationOf(given: CorpusCase, calls: readonly EngineReply[], { folder, server }: Place): CorpusObservation {
  const envelopes = calls.map(({ envelope }) => envelope);
  const mask = createMask(folder, envelopes, server === undefined ? [] : [[server.url, "<server>"]]);
  const observation: CorpusObservation = {
    replies: envelopes.map(withoutOurs),
    printed: calls.map(({ printed }) => printed).join(""),
    stderr: calls.map(({ stderr }) => stderr).join(""),
    files: Object.fromEntries((given.watch ?? []).map((file) => [file, readIfThere(join(folder, file))])),
    received: (server?.received ?? []).map((request) => (given.ownPrompt === true ? withoutPrompt(request) : request)),
  };
  return mask(observation) as CorpusObservation;
}

function withoutPrompt(request: ReceivedRequest): ReceivedRequest {
  const { prompt: _prompt, ...body } = request.body as { readonly prompt?: string };
  return { ...request, body };
}
