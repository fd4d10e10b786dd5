import type {
  BranchDefinition,
  RetryDefinition,
  StepDefinition,
  StepWork,
  Work,
} from "../../runtime/workflow/definition.ts";
import { stringifyJson } from "../../runtime/stable-json.ts";
import type { JsonValue } from "../../runtime/json.ts";

/** What a step does and under which conditions, one line each. Nothing is cut: what is explained is what will run. */
export function describeStep(step: StepDefinition): readonly string[] {
  const { when, stdin, cwd, timeoutMs, retry, onError } = step;
  return [
    ...(when === undefined ? [] : [`only when: ${String(when)}`]),
    ...describeWork(step.work),
    ...(stdin === undefined || step.work.kind === "input" ? [] : [`reads: ${textOf(stdin.value)}`]),
    ...describeEnvironment(step.env),
    ...(cwd === undefined ? [] : [`in the directory: ${cwd}`]),
    ...(timeoutMs === undefined ? [] : [`killed after: ${timeoutMs} ms`]),
    ...(retry === undefined || retry.max <= 1 ? [] : [describeRetry(retry)]),
    ...(onError === "stop" ? [] : [`if it fails: ${ON_ERROR[onError]}`]),
  ];
}

/** A value as it stands in the file: text as it is, anything else as JSON. */
export function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : stringifyJson(value);
}

const ON_ERROR = { continue: "the run goes on", skip_rest: "the run ends here, without an error" } as const;

function describeWork(work: StepWork): readonly string[] {
  switch (work.kind) {
    case "shell":
    case "pipeline":
      return [describeText(work)];
    case "workflow":
      return [
        `calls the workflow: ${work.path}`,
        ...[...work.args].map(([name, value]) => `  with ${name}: ${textOf(value)}`),
      ];
    case "parallel":
      return [
        `runs at the same time, and ${work.wait === "all" ? "waits for all of" : "takes the first success of"}:`,
        ...work.branches.flatMap(describePart),
        ...(work.timeoutMs === undefined ? [] : [`killed after: ${work.timeoutMs} ms`]),
      ];
    case "for_each":
      return [
        `for each element of ${work.source} (as $${work.itemVar}, its position as $${work.indexVar}):`,
        ...work.steps.flatMap((part) => [
          ...describePart(part),
          ...(part.when === undefined ? [] : [`    only when: ${String(part.when)}`]),
        ]),
        ...(work.pauseMs === 0 ? [] : [`pauses ${work.pauseMs} ms after every ${work.batchSize}`]),
      ];
    case "input":
    case "pass":
      return [];
  }
}

function describePart(part: BranchDefinition): readonly string[] {
  return [`  ${part.id} ${part.work.kind === "pass" ? "does nothing" : describeText(part.work)}`];
}

function describeText(work: Exclude<Work, { kind: "pass" }>): string {
  const verb = work.kind === "shell" ? "runs" : "pipeline";
  const text = work.text.trimEnd();
  return text.includes("\n") ? `${verb}:\n${text.replaceAll(/^/gm, "    ")}` : `${verb}: ${text}`;
}

/** Variables a file or a step sets, one line each. */
export function describeEnvironment(env: ReadonlyMap<string, string>): readonly string[] {
  return [...env].map(([name, value]) => `sets ${name}: ${value}`);
}

function describeRetry({ max, backoff, delayMs, maxDelayMs }: RetryDefinition): string {
  const pause =
    backoff === "fixed" ? `${delayMs} ms apart` : `pausing from ${delayMs} ms, doubled up to ${maxDelayMs} ms`;
  return `tried up to ${max} times, ${pause}`;
}
