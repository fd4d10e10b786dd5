import type { ValueFault } from "../../runtime/workflow/arguments.ts";
import type { Wording } from "../wording/wording.ts";

/** What keeps a typed command from being done. */
export type TypingProblem =
  | { readonly kind: "open_quote"; readonly quote: string }
  | { readonly kind: "workflow_first" }
  /** `text` stands before or behind an `=` that has no name before it. */
  | { readonly kind: "no_name"; readonly text: string }
  | { readonly kind: "given_twice"; readonly name: string }
  | { readonly kind: "no_assignment"; readonly text: string }
  | { readonly kind: "not_a_workflow_name" }
  | { readonly kind: "no_such_workflow"; readonly name: string; readonly nearest?: string }
  | {
      readonly kind: "no_such_argument";
      readonly name: string;
      readonly known: readonly string[];
      readonly nearest?: string;
    }
  | { readonly kind: "bad_value"; readonly name: string; readonly fault: ValueFault };

/** Says what is wrong, and what to write instead. */
export function sayTypingProblem(problem: TypingProblem, { typing }: Pick<Wording, "typing">): string {
  switch (problem.kind) {
    case "open_quote":
      return typing.openQuote(problem.quote);
    case "workflow_first":
      return typing.workflowFirst();
    case "no_name":
      return typing.noName(shorten(problem.text));
    case "given_twice":
      return typing.givenTwice(problem.name);
    case "no_assignment":
      return typing.noAssignment(shorten(problem.text), /[“”„‘’]/.test(problem.text));
    case "not_a_workflow_name":
      return typing.notAWorkflowName();
    case "no_such_workflow":
      return typing.noSuchWorkflow(problem.name, problem.nearest);
    case "no_such_argument":
      return typing.noSuchArgument(problem.name, problem.known, problem.nearest);
    case "bad_value":
      return sayBadValue(problem.name, problem.fault, typing);
  }
}

function sayBadValue(name: string, fault: ValueFault, typing: Wording["typing"]): string {
  switch (fault.kind) {
    case "type":
      return typing.wrongType[fault.type](name);
    case "choice":
      return typing.noChoice(name, fault.choices, fault.isCut);
    case "pattern":
      return typing.noMatch(name, fault.pattern);
    case "unchecked":
      return typing.notChecked(name, fault.pattern);
  }
}

/** Enough of what was typed to recognise it; the whole is in the person's own message. */
function shorten(text: string): string {
  return text.length <= 40 ? text : `${Array.from(text).slice(0, 40).join("")}…`;
}
