import { decodePointer, encodePointer, type JsonPath } from "../json-pointer.ts";
import type { Field, QuestionPlan } from "../question-plan.ts";
import type { TrailPart } from "../state/stops.ts";

/** The field a problem belongs to. */
export interface ProblemPlace {
  /** Pointer of the nearest field the form knows. */
  readonly pointer: string;
  readonly path: JsonPath;
  /** From the root to that field; `nameTrail` makes a name of it. */
  readonly trail: readonly TrailPart[];
  /** What is left of the pointer inside that field's value; empty when the problem is about the whole field. */
  readonly rest: string;
}

/** Finds the field that a pointer into an answer leads to, or the nearest one above it. */
export function locateProblem(plan: QuestionPlan, pointer: string): ProblemPlace {
  const parts = readPlace(plan, pointer);
  const path: (string | number)[] = [];
  const trail: TrailPart[] = [{ field: plan.root }];
  for (const part of parts) {
    const next = step(trail.at(-1)?.field ?? plan.root, part);
    if (next === undefined) break;
    path.push(next.number === undefined ? part : next.number - 1);
    trail.push(next);
  }
  return { pointer: encodePointer(path), path, trail, rest: encodePointer(parts.slice(path.length)) };
}

/** Validators write `/` for the whole answer; it is also the pointer of a member without a name, where there is one. */
function readPlace({ root }: QuestionPlan, pointer: string): readonly string[] {
  return pointer === "/" && step(root, "") === undefined ? [] : (decodePointer(pointer) ?? []);
}

function step(field: Field, part: string): TrailPart | undefined {
  if (field.kind === "object") {
    const member = field.members.find(({ name }) => name === part);
    return member === undefined ? undefined : { field: member.field };
  }
  return field.kind === "list" && /^(?:0|[1-9]\d{0,3})$/u.test(part)
    ? { field: field.item, number: Number(part) + 1 }
    : undefined;
}
