import { checkStart } from "../people/access.ts";
import { admit } from "../people/admit.ts";
import type { SuggestionRequest } from "../adapter.ts";
import { questionIdOf } from "../asking/question-id.ts";
import { findOpenGate } from "../cards/run-view.ts";
import { listActiveRuns } from "../commands/find-run.ts";
import type { Core } from "../core.ts";
import type { Actor } from "../request.ts";

/** The most a platform shows. */
const MAX_SUGGESTIONS = 25;

interface Suggestion {
  readonly value: string;
  readonly label: string;
}

/** What a value of a command could be, for somebody who is typing it. Strangers learn nothing. */
export async function suggest(core: Core, request: SuggestionRequest): Promise<readonly Suggestion[]> {
  const admission = admit(core, request);
  if (admission.kind !== "admitted") return [];
  const typed = request.typed.trim().toLowerCase();
  const all = await listValues(core, request.kind, admission.actor);
  return all
    .filter(({ value, label }) => value.toLowerCase().includes(typed) || label.toLowerCase().includes(typed))
    .slice(0, MAX_SUGGESTIONS);
}

async function listValues(
  core: Core,
  kind: SuggestionRequest["kind"],
  { person, conversation }: Actor,
): Promise<readonly Suggestion[]> {
  switch (kind) {
    case "workflow": {
      const names = await core.catalog.names();
      const allowed = names.filter(
        (workflow) => checkStart(core.config, { person, conversation, workflow }).kind === "allowed",
      );
      return allowed.map((name) => ({ value: name, label: name }));
    }
    case "run":
    case "question":
    case "approval": {
      const views = await listActiveRuns(core, conversation);
      return views.flatMap((view): readonly Suggestion[] => {
        const gate = findOpenGate(view);
        const label = `${view.run.name} · ${view.run.id}`;
        if (kind === "run") return [{ value: view.run.id, label }];
        if (kind === "question")
          return gate?.request.type === "input_request" ? [{ value: questionIdOf(gate), label }] : [];
        return gate?.approvalId === undefined
          ? []
          : [{ value: gate.approvalId, label: `${label}: ${gate.approvalId}` }];
      });
    }
    case "text":
    case "file":
      return [];
  }
}
