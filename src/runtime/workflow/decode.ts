import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json.ts";
import { decodeArgument } from "./decode/argument.ts";
import { decodeStep } from "./decode/step.ts";
import { optionalText, readEnvironment } from "./decode/fields.ts";
import type { WorkflowDefinition } from "./definition.ts";
import { asNumber } from "./validate/number-ranges.ts";

/**
 * Turns a validated document into a definition. Fills in defaults and drops what means nothing; checks nothing, so a
 * document that was not validated gives nonsense.
 */
export function decodeWorkflow(document: JsonObject): WorkflowDefinition {
  const costLimit = decodeCostLimit(ownMember(document, "cost_limit"));
  return {
    ...optionalText(document, "name"),
    ...optionalText(document, "description"),
    ...optionalText(document, "cwd"),
    args: new Map(entriesOf(ownMember(document, "args")).map(([name, value]) => [name, decodeArgument(name, value)])),
    env: readEnvironment(document),
    ...(costLimit === undefined ? {} : { costLimit }),
    steps: listOf(ownMember(document, "steps")).filter(isJsonObject).map(decodeStep),
  };
}

function decodeCostLimit(limit: JsonValue | undefined): WorkflowDefinition["costLimit"] {
  if (!isJsonObject(limit)) return undefined;
  const action = ownMember(limit, "action") === "stop" ? "stop" : "warn";
  return { maxUsd: asNumber(ownMember(limit, "max_usd")) ?? 0, action };
}

function entriesOf(value: JsonValue | undefined): readonly [string, JsonValue][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
