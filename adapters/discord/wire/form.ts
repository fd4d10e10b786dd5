import {
  ComponentType,
  TextInputStyle,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
} from "discord.js";
import type { Form } from "../../../src/bot/adapter.ts";
import { cutText } from "../../../src/bot/platform/cut-text.ts";
import { showInvisible } from "../../../src/bot/text/visible-text.ts";
import { notEmpty } from "../text/not-empty.ts";

/** Characters of a form's title and of the label of a field, and of what stands in a field. */
const MAX_FORM_LABEL_CHARS = 45;
const MAX_FORM_VALUE_CHARS = 4000;

/** A form as Discord opens it. */
export function encodeForm({ title, payload, fields }: Form): APIModalInteractionResponseCallbackData {
  return {
    custom_id: payload,
    title: notEmpty(cutText(showInvisible(title, false), MAX_FORM_LABEL_CHARS)),
    components: fields.map(encodeField),
  };
}

function encodeField({ id, label, value = "", required, multiline }: Form["fields"][number]): APILabelComponent {
  const isPrefilled = value !== "" && value.length <= MAX_FORM_VALUE_CHARS;
  return {
    type: ComponentType.Label,
    label: notEmpty(cutText(showInvisible(label, false), MAX_FORM_LABEL_CHARS)),
    component: {
      type: ComponentType.TextInput,
      custom_id: id,
      // Several lines do not stand in a field of one.
      style: multiline || value.includes("\n") ? TextInputStyle.Paragraph : TextInputStyle.Short,
      required,
      ...(isPrefilled ? { value } : {}),
    },
  };
}
