import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { callCli } from "../helpers/in-process-cli.ts";
import { baseEnvironment, inFolder, readIfThere, writeFiles } from "./case-folder.ts";
import { createMask, gateOf, lastGate, withoutOurs } from "./comparable.ts";

/** A recorded case; the format is described in recorded/README.md. */
export interface RecordedCase {
  readonly name: string;
  readonly flaw?: string;
  readonly engineText?: boolean;
  readonly workflow?: string;
  readonly workflowName?: string;
  readonly pipeline?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: unknown;
  readonly env?: Readonly<Record<string, string>>;
  readonly mode?: "human";
  readonly dryRun?: boolean;
  readonly resumeSteps?: readonly ResumeStep[];
  readonly expect: readonly unknown[];
  readonly exit: readonly number[];
  readonly stderr?: readonly string[];
  readonly filesAfter?: Readonly<Record<string, string | null>>;
}

interface ResumeStep {
  readonly approve?: boolean | string;
  readonly responseJson?: unknown;
  readonly responseText?: string;
  readonly cancel?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly of?: number;
  readonly via?: "id" | "none";
  readonly id?: string;
  readonly token?: string;
  readonly payload?: unknown;
  readonly payloadPatch?: readonly (readonly [string, string])[];
}

/** What a caller could observe of a case, made comparable: folder, tokens and ids are masked. */
export interface Observation {
  readonly expect: readonly unknown[];
  readonly exit: readonly number[];
  readonly stderr: readonly string[];
  readonly filesAfter: Readonly<Record<string, string | null>>;
}

/** Carries out a case with this package's CLI, in this process, in a folder of its own. */
export async function runCase(recorded: RecordedCase): Promise<Observation> {
  return await inFolder((folder) => observe(recorded, folder));
}

interface Call {
  readonly code: number;
  readonly envelope: unknown;
  readonly stderr: string;
}

async function observe(recorded: RecordedCase, folder: string): Promise<Observation> {
  const environment = baseEnvironment(folder);
  mkdirSync(join(folder, "home"));
  const fill = (text: string): string => text.replaceAll("<dir>", folder);
  writeFiles(folder, recorded.files, fill);
  const name = recorded.workflowName ?? "workflow.lobster";
  if (recorded.workflow !== undefined) writeFiles(folder, { [name]: recorded.workflow }, fill);

  const calls: Call[] = [];
  const call = async (argv: readonly string[], extra: Readonly<Record<string, string>> = {}): Promise<void> => {
    const filled = Object.fromEntries(Object.entries(extra).map(([key, value]) => [key, fill(value)]));
    calls.push(await execute(argv, { ...environment, ...filled }, folder));
  };
  await call(runWords(recorded, folder, name, fill), recorded.env);
  for (const step of recorded.resumeSteps ?? []) {
    writeFiles(folder, step.files, fill);
    await call(resumeWords(step, calls, fill), { ...recorded.env, ...step.env });
  }
  const clean = createMask(
    folder,
    calls.map(({ envelope }) => envelope),
  );
  return {
    expect: calls.map(({ envelope }) => clean(withoutOurs(envelope))),
    exit: calls.map(({ code }) => code),
    stderr: calls.map(({ stderr }) => clean(stderr) as string),
    filesAfter: Object.fromEntries(
      Object.keys(recorded.filesAfter ?? {}).map((file) => [file, readIfThere(join(folder, file))]),
    ),
  };
}

function runWords(recorded: RecordedCase, folder: string, name: string, fill: (text: string) => string): string[] {
  const words = ["run"];
  if (recorded.mode !== "human") words.push("--mode", "tool");
  if (recorded.dryRun === true) words.push("--dry-run");
  if (recorded.pipeline !== undefined) return [...words, fill(recorded.pipeline)];
  words.push("--file", join(folder, name));
  if (recorded.args !== undefined) words.push("--args-json", JSON.stringify(recorded.args));
  return words;
}

function resumeWords(step: ResumeStep, calls: readonly Call[], fill: (text: string) => string): string[] {
  const envelopes = calls.map(({ envelope }) => envelope);
  const gate = gateOf(envelopes[step.of ?? lastGate(envelopes)]);
  const words = ["resume"];
  if (step.via === "id") words.push("--id", String(step.id ?? gate["approvalId"]));
  else if (step.via !== "none") words.push("--token", tokenFor(step, String(gate["resumeToken"]), fill));
  if (step.approve !== undefined) {
    words.push("--approve", { true: "yes", false: "no" }[String(step.approve)] ?? String(step.approve));
  }
  if (step.responseJson !== undefined) words.push("--response-json", JSON.stringify(step.responseJson));
  if (step.responseText !== undefined) words.push("--response-json", step.responseText);
  if (step.cancel === true) words.push("--cancel");
  return words;
}

function tokenFor(step: ResumeStep, given: string, fill: (text: string) => string): string {
  if (step.token !== undefined) return step.token;
  if (step.payload !== undefined) return encode(fill(JSON.stringify(step.payload)));
  if (step.payloadPatch === undefined) return given;
  const text = Buffer.from(given, "base64url").toString("utf8");
  return encode(step.payloadPatch.reduce((patched, [from, to]) => patched.replace(from, to), text));
}

function encode(text: string): string {
  return Buffer.from(text, "utf8").toString("base64url");
}

async function execute(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
  cwd: string,
): Promise<Call> {
  const { code, stdout, stderr } = await callCli(argv, { cwd, env: environment });
  return { code: code ?? -1, envelope: readEnvelope(stdout), stderr };
}

function readEnvelope(stdout: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    return { stdout };
  }
}
