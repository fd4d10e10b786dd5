import path from "node:path";
import { LobsterError } from "../../runtime/errors.ts";
import { explainGates, type GateExplanation } from "../../runtime/gate/explain.ts";
import type { JsonValue } from "../../runtime/json.ts";
import type { RunDocument } from "../../runtime/run/documents.ts";
import { checkStart } from "../people/access.ts";
import { conversationKey, type Conversation } from "../adapter.ts";
import { capNames } from "../cards/policy/names.ts";
import { sayAnswerers, sayPolicy, sayPrincipals } from "../cards/policy/policy-words.ts";
import type { Voice } from "../cards/run-view.ts";
import type { CatalogEntry } from "../catalog.ts";
import { convertArguments, type TypedArguments } from "../typing/command-line.ts";
import type { Core } from "../core.ts";
import { originOf, type Actor } from "../request.ts";
import { line, plain, type RichText } from "../text/rich-text.ts";
import { sayTypingProblem } from "../typing/typing-problem.ts";

/** A workflow that may be started just now. */
export type ReadyWorkflow = Extract<CatalogEntry, { readonly kind: "ready" }>;

/** What came of wanting to start a workflow. `missing` are the arguments still to be asked for. */
export type StartOutcome =
  | { readonly kind: "started"; readonly run: RunDocument; readonly isToldHere: boolean }
  | { readonly kind: "missing"; readonly workflow: ReadyWorkflow; readonly args: Readonly<Record<string, JsonValue>> }
  | { readonly kind: "refused"; readonly body: RichText };

/** Who wants to start what. */
export interface StartAttempt {
  readonly actor: Actor;
  readonly workflow: string;
  readonly given: TypedArguments;
  /** Start although a gate can be opened by nobody (policy rule 10). */
  readonly evenIfStuck: boolean;
}

/** Checks everything that can be known before a run, then starts it: access, the file, its arguments, gates nobody can open. */
export async function startWorkflow(core: Core, attempt: StartAttempt): Promise<StartOutcome> {
  const found = await findReady(core, attempt);
  if (found.kind !== "ready") return found;
  const { definition } = found.workflow;
  const resolved = convertArguments(definition.args, attempt.given);
  const { commands } = core.voice.words;
  if (resolved.kind === "refused") {
    return refuse([
      line(...commands.argumentProblems(found.name)),
      listOf(resolved.problems.map((problem) => sayTypingProblem(problem, core.voice.words))),
    ]);
  }
  const stuck = attempt.evenIfStuck ? [] : findStuckGates(core, found, attempt.actor);
  if (stuck.length > 0)
    return refuse([line(...commands.stuckGates(found.name)), listOf(stuck), line(...commands.startAnyway())]);
  if (resolved.missing.length > 0) return { kind: "missing", workflow: found, args: resolved.args };
  return await launchRun(core, attempt.actor, found, resolved.args);
}

/** Starts a run with complete arguments. The starter that counts for its gates is the person who acted. */
export async function launchRun(
  core: Core,
  actor: Actor,
  workflow: ReadyWorkflow,
  args: Readonly<Record<string, JsonValue>>,
): Promise<StartOutcome> {
  const { person, conversation } = actor;
  const origin = conversationKey(conversation);
  const announce = listPostTargets(core, workflow.name, conversation);
  const { timeoutMs, maxOutputBytes, expiresInMs } = core.config.defaults;
  // Not waited for: it only says that something is about to come.
  void core.adapters.get(conversation.platform)?.showWorking?.(conversation);
  try {
    const run = await core.runtime.start({
      filePath: workflow.filePath,
      args,
      cwd: path.dirname(workflow.filePath),
      startedBy: person.id,
      startedFrom: originOf(actor),
      announce,
      decideVia: "any",
      timeoutMs,
      maxOutputBytes,
      gateExpiresInMs: expiresInMs,
    });
    await core.records.change(run.id, (record) => ({ ...record, origin }));
    await core.directory.add(origin, run.id);
    core.log.info("run_started", { runId: run.id, workflow: run.name, person: person.id, conversation: origin });
    await core.keeper.refresh(run.id);
    if (core.queue.enqueue(run.id, origin) > 0) await core.keeper.refresh(run.id);
    return { kind: "started", run, isToldHere: announce.includes(origin) };
  } catch (thrown) {
    if (!(thrown instanceof LobsterError) || thrown.code === "store_unavailable") throw thrown;
    return refuse(plain(core.voice.words.commands.couldNotStart(thrown.message)));
  }
}

/** The workflow of a name, if this person may start it here and its file has no problem. */
export async function findReady(
  core: Core,
  { actor, workflow }: Pick<StartAttempt, "actor" | "workflow">,
): Promise<ReadyWorkflow | Extract<StartOutcome, { kind: "refused" }>> {
  const { commands, access } = core.voice.words;
  const found = await core.catalog.find(workflow);
  if (found.kind === "no_such_workflow" || found.kind === "not_a_workflow_name")
    return refuse(plain(sayTypingProblem(found, core.voice.words)));
  const may = checkStart(core.config, { person: actor.person, conversation: actor.conversation, workflow: found.name });
  if (may.kind === "refused") return refuse([line(...access.mayNotStart(found.name))]);
  if (found.kind === "broken") return refuse([line(...commands.brokenWorkflow(found.name)), listOf(found.problems)]);
  return found;
}

function findStuckGates(core: Core, { workflow }: ReadyWorkflow, { person }: Actor): readonly string[] {
  // Somebody without an account on a platform that is on cannot press anything.
  const active = core.people.all.filter(({ accounts }) => accounts.some(({ platform }) => core.adapters.has(platform)));
  return explainGates(workflow, active, { starters: [person.id] })
    .filter(({ stuck }) => stuck !== undefined)
    .map((gate) => sayStuck(gate, core.voice));
}

/** What the gate asks for, and who of those who can act here could give it. */
function sayStuck({ path: outer, stepId, kind, openers, stuckPolicy = {} }: GateExplanation, voice: Voice): string {
  const { gates, questions } = voice.words;
  const need =
    kind === "approval" ? sayPolicy(stuckPolicy, voice) : questions.answeredBy(sayAnswerers(stuckPolicy, voice));
  return gates.stuck([...outer, stepId].join(" › "), need, capNames(sayPrincipals(openers, voice), voice.words));
}

/** Keys of the conversations that get the cards, each once. */
function listPostTargets(core: Core, workflow: string, origin: Conversation): readonly string[] {
  const targets = core.config.workflows.get(workflow)?.postTo ?? [{ kind: "origin" as const }];
  const keys = targets.map((target) => conversationKey(target.kind === "origin" ? origin : target.conversation));
  return [...new Set(keys)];
}

function refuse(body: RichText): Extract<StartOutcome, { kind: "refused" }> {
  return { kind: "refused", body };
}

function listOf(texts: readonly string[]): RichText[number] {
  return { kind: "list", items: texts.map((text) => [text]) };
}
