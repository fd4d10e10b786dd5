import type { PostTarget, Principal, WorkflowConfig } from "../config.ts";
import { readMembers, readTexts } from "./fields.ts";

/** Decodes the rules of one workflow. Positions in the lists are those of the file. */
export function decodeWorkflow(value: unknown): WorkflowConfig {
  const rules = readMembers(value);
  return {
    ...(rules.has("start") ? { start: readTexts(rules.get("start")).map(decodePrincipal) } : {}),
    ...(rules.has("deny") ? { deny: readTexts(rules.get("deny")).map(decodePrincipal) } : {}),
    postTo: rules.has("post_to") ? readTexts(rules.get("post_to")).map(decodePostTarget) : [{ kind: "origin" }],
  };
}

const GROUP = "group:";

function decodePrincipal(text: string): Principal {
  return text.startsWith(GROUP) ? { kind: "group", group: text.slice(GROUP.length) } : { kind: "person", id: text };
}

/** A text that the schema refused becomes the origin; such a configuration never comes into force. */
function decodePostTarget(text: string): PostTarget {
  const [, platform, id, topic] = /^(telegram|discord):([^/]+)(?:\/(.+))?$/.exec(text) ?? [];
  if (id === undefined || !(platform === "telegram" || platform === "discord")) return { kind: "origin" };
  return { kind: "conversation", conversation: { platform, id, ...(topic === undefined ? {} : { topic }) } };
}
