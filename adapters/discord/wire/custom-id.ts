import type { Button } from "../../../src/bot/adapter.ts";

/** Stands before the payload of a button that opens a form, so that its press is recognised before anything is looked up. */
const OPENS_FORM = "form|";

/** A button's payload as Discord carries it. */
export function encodeCustomId({ payload, opensForm }: Pick<Button, "payload" | "opensForm">): string {
  return opensForm === true ? `${OPENS_FORM}${payload}` : payload;
}

/** Reads what Discord carried. A foreign client may have made anything of it: the core judges the payload. */
export function decodeCustomId(customId: string): { readonly payload: string; readonly opensForm: boolean } {
  const opensForm = customId.startsWith(OPENS_FORM);
  return { payload: opensForm ? customId.slice(OPENS_FORM.length) : customId, opensForm };
}
