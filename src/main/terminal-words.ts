import type { ChatAdapter } from "../bot/adapter.ts";
import type { Bot } from "../bot/bot.ts";
import { findOpenGate, type Voice } from "../bot/cards/run-view.ts";
import { listActiveRuns } from "../bot/commands/find-run.ts";
import { line, type Block, type RichText } from "../bot/text/rich-text.ts";

/** The one conversation of the terminal chat. */
const TERMINAL = { platform: "terminal", id: "main" } as const;

/** How the terminal speaks: to whoever of the configuration comes first, who speaks first there. */
export function speakAtTerminal({ core }: Bot): Voice {
  return core.voices.toPerson(core.people.all[0], TERMINAL);
}

/** Says what to try first, and how a terminal stands in for buttons and people. */
export async function greet(bot: Bot, terminal: ChatAdapter): Promise<void> {
  const { words } = speakAtTerminal(bot);
  const names = await bot.core.catalog.names();
  const suggested = names.includes("deploy-guard") ? "deploy-guard" : names[0];
  const people = bot.core.people.all.map(({ id }) => id);
  const waiting = await listWaiting(bot);
  const body: RichText = [
    line({ kind: "bold", text: words.terminal.greeting(suggested) }),
    line(words.terminal.howTo(people)),
    ...(waiting.length === 0 ? [] : [line(...words.runs.waitingNow(waiting.length))]),
  ];
  await terminal.send(TERMINAL, bot.core.visible.message({ body }));
}

/** Says which gates still wait when the terminal closes, and how to open them later. */
export async function sayFarewell(bot: Bot, terminal: ChatAdapter): Promise<void> {
  const { words } = speakAtTerminal(bot);
  const waiting = await listWaiting(bot);
  if (waiting.length === 0) return;
  const list: Block = { kind: "list", items: waiting };
  const body: RichText = [line(words.runs.waitingAtTheEnd(waiting.length)), list, line(...words.runs.openLater())];
  await terminal.send(TERMINAL, bot.core.visible.message({ body }));
}

async function listWaiting(bot: Bot): Promise<Extract<Block, { kind: "list" }>["items"]> {
  const { core } = bot;
  const { commands } = speakAtTerminal(bot).words;
  const views = await listActiveRuns(core, TERMINAL);
  return views.flatMap((view) => {
    const gate = findOpenGate(view);
    if (gate === undefined) return [];
    const prompt = gate.request.prompt.split("\n")[0] ?? "";
    const since = commands.since(core.clock.now() - Date.parse(gate.createdAt));
    const id = gate.approvalId === undefined ? [] : ([" · ", { kind: "code", text: gate.approvalId }] as const);
    return [[...commands.pendingLine(view.run.name, view.run.id, prompt, since), ...id]];
  });
}
