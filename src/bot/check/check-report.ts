import type { Config, PostTarget } from "../../config/config.ts";
import type { ConfigOutcome } from "../../config/load-config.ts";
import { formatProblems } from "../../config/problem.ts";
import { explainGates, type GateExplanation, type GateTerms } from "../../runtime/gate/explain.ts";
import { describeTerms } from "../../runtime/gate/policy-words.ts";
import { listStarters } from "../people/access.ts";
import type { Catalog, CatalogEntry } from "../catalog.ts";
import {
  describeConfig,
  describeExpiry,
  describePlaces,
  describePostTo,
  isPlatformOn,
  namePeople,
  namePrincipals,
} from "./check-words.ts";
import { createPeople, type People, type Person } from "../people/people.ts";

/** What `lobster-chat check` prints, and whether the bot could start and every gate be opened. */
export interface CheckReport {
  readonly text: string;
  readonly ok: boolean;
}

/**
 * Checks the configuration and every workflow, and says for each gate who can open it, who may deny, where it posts and
 * when it expires. Not `ok` when the configuration has a problem, a workflow does not load or a gate can be opened by nobody.
 */
export async function createCheckReport(
  outcome: ConfigOutcome,
  openCatalog: (config: Config) => Pick<Catalog, "list">,
): Promise<CheckReport> {
  if (outcome.kind === "problems") return { text: `${formatProblems(outcome.problems)}\n`, ok: false };
  const { config } = outcome;
  const { active, idle } = findCast(config);
  const entries = await openCatalog(config).list();
  const sections = entries.map((entry) => reportEntry(entry, config, active));
  const faults = sections.flatMap((section) => section.faults);
  const verdict = faults.length === 0 ? ["All is well."] : ["To be put right:", ...faults.map((fault) => `  ${fault}`)];
  const parts = [describeConfig(config, idle), ...sections.map(({ lines }) => lines), verdict];
  return { text: `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`, ok: faults.length === 0 };
}

/** One workflow's part of the report. */
interface Section {
  readonly lines: readonly string[];
  /** What keeps the whole from being well, one line each. */
  readonly faults: readonly string[];
}

/** People with an account on a platform that is on can act; the others (`idle`) cannot press anything. */
function findCast(config: Config): { readonly active: People; readonly idle: readonly Person[] } {
  const canAct = (person: Person): boolean => person.accounts.some(({ platform }) => isPlatformOn(config, platform));
  return {
    active: createPeople({ people: config.people.filter(canAct) }),
    idle: config.people.filter((person) => !canAct(person)),
  };
}

function reportEntry(entry: CatalogEntry, config: Config, people: People): Section {
  const title = `Workflow ${entry.name} (${entry.filePath})`;
  if (entry.kind === "broken") {
    const problems = entry.problems.map((problem) => `    ${problem}`);
    return { lines: [title, "  does not load:", ...problems], faults: [`${entry.name}: does not load`] };
  }
  const starters = listStarters(config, people, entry.name).map(({ id }) => id);
  const gates = explainGates(entry.workflow, people.all, { starters });
  const about = entry.description === undefined ? [] : [entry.description];
  const lines = [
    ...about,
    `may start: ${namePrincipals(config.workflows.get(entry.name)?.start)}`,
    `runs in: ${describePlaces(config, entry.name)}`,
    ...entry.workflow.warnings.map((warning) => `note: ${warning}`),
    ...(gates.length === 0 ? ["no gates: it runs to its end without asking anybody"] : []),
    ...gates.flatMap((gate) => reportGate(gate, entry.name, config, people)),
  ];
  const stuck = gates.filter((gate) => gate.stuck !== undefined);
  return {
    lines: [title, ...lines.map((line) => `  ${line}`)],
    faults: [
      ...stuck.map((gate) => `${entry.name}: nobody can open the gate ${nameGate(gate)}: it ${gate.stuck}`),
      ...(gates.length > 0 && goesNowhere(config, entry.name)
        ? [`${entry.name}: its cards go only to a platform that is off: ${describePostTo(config, entry.name)}`]
        : []),
    ],
  };
}

/** True when no card of the workflow appears where somebody could press its buttons. */
function goesNowhere(config: Config, workflow: string): boolean {
  const targets = config.workflows.get(workflow)?.postTo ?? [];
  const isOff = (target: PostTarget): boolean =>
    target.kind === "conversation" && !isPlatformOn(config, target.conversation.platform);
  return targets.length > 0 && targets.every(isOff);
}

function reportGate(gate: GateExplanation, workflow: string, config: Config, people: People): readonly string[] {
  const lines = [
    ...(gate.kind === "input" ? reportAnswer(gate, people) : reportApproval(gate, workflow, config, people)),
    `posts to: ${describePostTo(config, workflow)}`,
    `expires: ${describeExpiry(config.defaults, gate.terms)}`,
  ];
  return [`gate ${nameGate(gate)} (${gate.kind})`, ...lines.map((line) => `  ${line}`)];
}

function nameGate({ path, stepId }: GateExplanation): string {
  return [...path, stepId].join(" > ");
}

/** In chat, a question whose file does not say who answers it is for whoever started the run. */
function reportAnswer(gate: GateExplanation, people: People): readonly string[] {
  if (gate.stuck !== undefined) return [`answered by: NOBODY; it ${gate.stuck}`];
  if (!gate.hasOwnRules) return ["answered by: whoever started the run"];
  return [`it ${gate.need}`, `answered by: ${namePeople(pick(people, gate.openers))}`, ...reportStuckFor(gate, people)];
}

function reportStuckFor({ stuckFor }: GateExplanation, people: People): readonly string[] {
  return stuckFor.length === 0 ? [] : [`NOBODY can when started by: ${namePeople(pick(people, stuckFor))}`];
}

function reportApproval(gate: GateExplanation, workflow: string, config: Config, people: People): readonly string[] {
  const openers = pick(people, gate.openers);
  const fourEyes = gate.fourEyes ? "; never for a run they started" : "";
  const deny = config.workflows.get(workflow)?.deny;
  const named = `${namePrincipals(deny)}, those who can open it, and whoever started the run`;
  const everybody = deny === undefined || openers.length === people.all.length;
  if (gate.stuck !== undefined)
    return [`can open: NOBODY; it ${gate.stuck}`, `may deny: ${everybody ? EVERYBODY : named}`];
  return [
    ...(gate.hasOwnRules ? [`it ${gate.need}`] : []),
    `can open: ${namePeople(openers)}${fourEyes}`,
    ...reportStuckFor(gate, people),
    ...describeTerms(withoutTime(gate.terms)),
    `may deny: ${everybody ? EVERYBODY : named}`,
  ];
}

/** When it expires stands in a line of its own, with what the configuration says. */
function withoutTime({ expiresInMs: _expiresInMs, remindBeforeMs: _remindBeforeMs, ...rest }: GateTerms): GateTerms {
  return rest;
}

const EVERYBODY = namePrincipals(undefined);

function pick(people: People, ids: readonly string[]): readonly Person[] {
  return people.all.filter(({ id }) => ids.includes(id));
}
