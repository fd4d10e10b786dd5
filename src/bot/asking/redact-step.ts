import type { FormStep, PageField } from "../questions/index.ts";
import type { Redact } from "../text/redaction.ts";

/**
 * A step without secrets in what may be shortened: names, and labels of buttons. Redacted only when it is sent, the beginning
 * of a secret that was cut would no longer be known for one.
 */
export function redactStep(step: FormStep, redact: Redact): FormStep {
  return {
    ...step,
    name: redact(step.name),
    options: step.options.map(({ description, ...option }) => ({
      ...option,
      label: redact(option.label),
      ...(description === undefined ? {} : { description: redact(description) }),
    })),
    controls: step.controls.map(({ short, ...control }) => ({
      ...control,
      label: redact(control.label),
      ...(short === undefined ? {} : { short: redact(short) }),
    })),
  };
}

/** The fields of a page, likewise. What stands in a field is handed in again, so it is left as it is, or out. */
export function redactFields(fields: readonly PageField[], redact: Redact): readonly PageField[] {
  return fields.map((field) => ({ ...field, name: redact(field.name) }));
}
