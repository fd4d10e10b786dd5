import type { JsonValue } from "../json.ts";
import type { InputRequest } from "../run/documents.ts";
import type { InputDefinition, StepDefinition } from "../workflow/definition.ts";
import { renderOnce, resolveStdin } from "../workflow/template.ts";
import { assertEnvelopeFits } from "../envelope-limit.ts";
import { composeAnswerPolicy, hostPolicyOf } from "../gate/policy.ts";
import { scopeOf, type Execution, type FrameState } from "./execution.ts";
import type { Suspension } from "./outcome.ts";
import { openGate, stepPlace } from "./open-gate.ts";

/**
 * Opens an input gate (workflows-and-checkpoints §10). The subject is `stdin` when the step has that key, else the last
 * completed step's data. Errors here are never covered by `on_error`.
 */
export async function openInputGate(
  execution: Execution,
  frame: FrameState,
  step: StepDefinition,
  input: InputDefinition,
): Promise<Suspension> {
  const subject = chooseSubject(frame, step);
  const request: InputRequest = {
    type: "input_request",
    prompt: renderOnce(input.prompt, scopeOf(frame)),
    responseSchema: input.responseSchema,
    ...(input.defaults === undefined ? {} : { defaults: input.defaults.value }),
    ...(subject === undefined ? {} : { subject }),
  };
  assertEnvelopeFits(execution.host.environment, step.id, request);
  return await openGate(execution, {
    place: stepPlace(frame, step.id),
    request,
    policy: composeAnswerPolicy(input, hostPolicyOf(execution.writer.current)),
  });
}

/** Undefined leaves the `subject` key out: a whole reference to a field that is not there. */
function chooseSubject(frame: FrameState, step: StepDefinition): JsonValue | undefined {
  if (step.stdin !== undefined) {
    return resolveStdin(step.stdin.value, scopeOf(frame));
  }
  const last = frame.last;
  return last?.json ?? last?.response ?? last?.stdout ?? null;
}
