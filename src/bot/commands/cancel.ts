import { hasCode } from "../../runtime/errors.ts";
import { explainGates } from "../../runtime/gate/explain.ts";
import { checkCancel } from "../people/access.ts";
import { encodeButton, type ButtonPress, type Subject } from "../buttons.ts";
import type { RunView } from "../cards/run-view.ts";
import type { Core } from "../core.ts";
import { findStarter } from "../people/find-starter.ts";
import { markPerson } from "../gates/person-mark.ts";
import { encodePurpose } from "../purposes.ts";
import { originOf, type Actor, type Answering, type Request } from "../request.ts";
import { line, plain, type RichText } from "../text/rich-text.ts";
import { readWorkflow } from "../runs/read-view.ts";
import type { Command } from "./command.ts";
import { findRunIn } from "./find-run.ts";

/** `/cancel <run>`: for its starter and its approvers; asks to confirm. */
export const cancelCommand: Command = {
  kind: "command",
  describe: ({ commands }) => ({
    name: "cancel",
    description: commands.describe.cancel,
    parameters: [{ name: "run", description: commands.parameter.run, kind: "run", required: true }],
  }),
  handle: async (core, request) => {
    const { commands } = core.voice.words;
    const wanted = request.event.rest.trim();
    if (wanted === "") return await request.respond([line(...commands.cancelUsage())]);
    const view = await findRunIn(core, wanted, request.actor.conversation);
    if (view === undefined) return await request.respond([line(...commands.unknownRun(wanted))]);
    await askToCancel(core, request, view);
  },
};

/** Asks whoever may cancel a run to confirm it, and answers them; the others are told that they may not. */
export async function askToCancel(
  core: Core,
  request: Answering & Pick<Request, "actor">,
  view: RunView,
): Promise<void> {
  const refusal = await findRefusal(core, view, request.actor);
  if (refusal !== undefined) return await request.respond(refusal);
  await askToConfirm(core, view, request.actor);
  await request.respond(plain(core.voice.words.decisions.confirmBelow()));
}

/** Handles Cancel the run / Keep it. Rights are checked again: they may have changed since the question was put. */
export async function handleCancelPress(
  core: Core,
  request: Request<"press">,
  press: ButtonPress,
  subject: Extract<Subject, { readonly kind: "run" }>,
): Promise<void> {
  const { commands, decisions } = core.voice.words;
  const { actor } = request;
  if (press.detail !== markPerson(actor.person.id)) {
    const asked = core.people.all.find(({ id }) => markPerson(id) === press.detail);
    return await request.respond(plain(decisions.notYours(asked?.name ?? "")));
  }
  const view = await findRunIn(core, subject.runId, actor.conversation);
  if (view === undefined) return await request.respond([line(...commands.unknownRun(subject.runId))]);
  if (press.action !== "cancelkeep" && press.action !== "cancelnow") {
    return await request.respond(plain(decisions.noLongerValid()));
  }
  const body = press.action === "cancelkeep" ? plain(commands.notCancelled()) : await cancelRun(core, view, actor);
  await core.messages.show(
    view.run.id,
    { kind: "cancel", runId: view.run.id, person: actor.person.id },
    actor.conversation,
    {
      message: { body },
      complete: true,
      pace: "now",
    },
  );
  await request.respond(body);
}

async function cancelRun(core: Core, view: RunView, actor: Actor): Promise<RichText> {
  const { commands } = core.voice.words;
  const refusal = await findRefusal(core, view, actor);
  if (refusal !== undefined) return refusal;
  const { id } = view.run;
  const done = await tryCancel(core, id, actor);
  if (typeof done === "string") return plain(done);
  core.log.info("run_cancel_asked", { runId: id, person: actor.person.id, done });
  await core.keeper.refresh(id);
  const after = await core.runtime.readRun(id);
  if (after?.outcome !== undefined && !done) return plain(commands.alreadyOver(commands.outcome[after.outcome.kind]));
  return plain(after?.status === "over" ? commands.cancelled() : commands.cancelAsked());
}

/** Words where something of an interrupted run still runs and could not be ended. */
async function tryCancel(core: Core, id: RunView["run"]["id"], actor: Actor): Promise<boolean | string> {
  try {
    return await core.runtime.cancel(id, actor.person.id, originOf(actor));
  } catch (thrown) {
    if (!hasCode(thrown, "busy") || !Array.isArray(thrown.facts["pids"])) throw thrown;
    return core.voice.words.recovery.notEnded(thrown.facts["pids"].join(", "));
  }
}

async function findRefusal(core: Core, view: RunView, { person }: Actor): Promise<RichText | undefined> {
  const { commands } = core.voice.words;
  const { run, gates } = view;
  if (run.outcome !== undefined) return plain(commands.alreadyOver(commands.outcome[run.outcome.kind]));
  const starter = findStarter(core.people, run);
  const access = checkCancel({
    person,
    ...(starter === undefined ? {} : { startedBy: starter.id }),
    policies: gates.filter(({ request }) => request.type === "approval_request").map(({ policy }) => policy),
  });
  if (access.kind === "allowed" || (await mayOpenLaterGate(core, view, person.id))) return undefined;
  return plain(commands.mayNotCancel());
}

/** Approvers of gates that are still to come may cancel, too. */
async function mayOpenLaterGate(core: Core, { run }: RunView, personId: string): Promise<boolean> {
  const workflow = await readWorkflow(core.runtime, run);
  if (workflow === undefined) return false;
  const starters = run.startedBy === undefined ? {} : { starters: [run.startedBy] };
  return explainGates(workflow, core.people.all, starters).some(
    (gate) => gate.kind === "approval" && gate.openers.includes(personId),
  );
}

async function askToConfirm(core: Core, { run }: RunView, { person, conversation }: Actor): Promise<void> {
  const { cards, commands } = core.voice.words;
  const reference = await core.buttons.keep({ kind: "run", runId: run.id });
  const mark = markPerson(person.id);
  await core.messages.showAgain(run.id, { kind: "cancel", runId: run.id, person: person.id }, conversation, {
    message: {
      body: [line(...commands.confirmCancel(person.name, run.name, run.id))],
      buttons: [
        [
          { label: cards.cancelRun(), payload: encodeButton("cancelnow", reference, mark), style: "danger" },
          { label: cards.keepRunning(), payload: encodeButton("cancelkeep", reference, mark), style: "plain" },
        ],
      ],
    },
    complete: true,
    pace: "now",
    replyTo: encodePurpose({ kind: "run", runId: run.id }),
  });
}
