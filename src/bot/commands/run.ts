import { checkStart } from "../people/access.ts";
import type { Button } from "../adapter.ts";
import { encodeButton } from "../buttons.ts";
import { parseRunCommand } from "../typing/command-line.ts";
import { splitWords } from "../typing/command-words.ts";
import type { Core } from "../core.ts";
import { slotIn } from "../delivery/outbox.ts";
import { markPerson } from "../gates/person-mark.ts";
import { encodePurpose } from "../purposes.ts";
import type { Actor, Answering, Request } from "../request.ts";
import { line, plain } from "../text/rich-text.ts";
import { startWorkflow, type StartAttempt } from "../runs/start-run.ts";
import { sayTypingProblem } from "../typing/typing-problem.ts";
import type { Command } from "./command.ts";

/** `/run <workflow> [name=value …]`: starts a workflow; without a name, offers those the person may start. */
export const runCommand: Command = {
  kind: "command",
  describe: ({ commands }) => ({
    name: "run",
    description: commands.describe.run,
    parameters: [
      { name: "workflow", description: commands.parameter.workflow, kind: "workflow", required: false },
      { name: "args", description: commands.parameter.arguments, kind: "text", required: false },
    ],
    opensForm: true,
  }),
  handle: async (core, request) => {
    const { evenIfStuck, rest } = readForce(request.event.rest);
    const parsed = parseRunCommand(rest);
    switch (parsed.kind) {
      case "choose":
        return await offerWorkflows(core, request);
      case "malformed":
        return await request.respond(plain(sayTypingProblem(parsed.problem, core.voice.words)));
      case "run": {
        const { workflow, given } = parsed;
        return await startAndAnswer(core, request, { actor: request.actor, workflow, given, evenIfStuck });
      }
    }
  },
};

/** Starts a workflow and answers: with the run's card, a question for what is missing, or the reason why not. */
export async function startAndAnswer(core: Core, answering: Answering, attempt: StartAttempt): Promise<void> {
  const outcome = await startWorkflow(core, attempt);
  switch (outcome.kind) {
    case "refused":
      return await answering.respond(outcome.body);
    case "missing":
      return await core.questions.askArguments(answering, attempt.actor, outcome);
    case "started":
      if (outcome.isToldHere) return await answering.acknowledge();
      return await answering.respond([
        line(...core.voice.words.commands.startedElsewhere(outcome.run.name, outcome.run.id)),
      ]);
  }
}

/** `--even-if-stuck` starts a run although nobody can open one of its gates (policy rule 10). */
function readForce(rest: string): { readonly evenIfStuck: boolean; readonly rest: string } {
  // As the first or the last bare word only: inside a quoted value it is the value's own text.
  const first = /^\s*--even-if-stuck(?=\s|$)/.exec(rest);
  if (first !== null) return { evenIfStuck: true, rest: rest.slice(first[0].length) };
  const last = /\s--even-if-stuck\s*$/.exec(rest);
  if (last === null || splitWords(rest.slice(0, last.index)).kind === "malformed") return { evenIfStuck: false, rest };
  return { evenIfStuck: true, rest: rest.slice(0, last.index) };
}

async function offerWorkflows(core: Core, request: Request<"command">): Promise<void> {
  const { commands } = core.voice.words;
  const { actor } = request;
  const names = await listStartable(core, actor);
  if (names.length === 0) return await request.respond(plain(commands.noWorkflows()));
  const { buttonsPerRow = 1, buttonRows = 1 } = core.adapters.get(actor.conversation.platform)?.limits ?? {};
  const perRow = Math.min(buttonsPerRow, 2);
  const offered = names.slice(0, perRow * buttonRows);
  const buttons = await Promise.all(offered.map((name) => drawChoice(core, actor, name)));
  const others = names.slice(offered.length);
  const slot = slotIn(encodePurpose({ kind: "choose", person: actor.person.id }), actor.conversation);
  // A new list for every request: the old one may be far up.
  await core.outbox.forget(slot);
  core.outbox.show(slot, {
    message: {
      body: [line(commands.chooseWorkflow()), ...(others.length === 0 ? [] : [line(...commands.othersByName(others))])],
      buttons: rowsOf(buttons, perRow),
    },
    complete: true,
    pace: "now",
  });
  await request.acknowledge();
}

async function listStartable(core: Core, { person, conversation }: Actor): Promise<readonly string[]> {
  const names = await core.catalog.names();
  return names.filter((workflow) => checkStart(core.config, { person, conversation, workflow }).kind === "allowed");
}

async function drawChoice(core: Core, { person }: Actor, workflow: string): Promise<Button> {
  const reference = await core.buttons.keep({ kind: "workflow", workflow });
  const payload = encodeButton("start", reference, markPerson(person.id));
  return { label: workflow, payload, style: "plain", opensForm: true };
}

function rowsOf(buttons: readonly Button[], perRow: number): readonly (readonly Button[])[] {
  const rows: (readonly Button[])[] = [];
  for (let from = 0; from < buttons.length; from += perRow) rows.push(buttons.slice(from, from + perRow));
  return rows;
}
