import type { CorpusCase } from "../corpus-case.ts";
import { EXEC } from "./exec.ts";
import { GATES } from "./gates.ts";
import { GITHUB } from "./github.ts";
import { GMAIL } from "./gmail.ts";
import { GRAMMAR } from "./grammar.ts";
import { LISTING } from "./listing.ts";
import { LLM } from "./llm.ts";
import { OPENCLAW } from "./openclaw.ts";
import { RENDERERS } from "./renderers.ts";
import { SEEDS } from "./seeds.ts";
import { SHAPING } from "./shaping.ts";
import { STATE } from "./state.ts";
import { TEMPLATES } from "./templates.ts";
import { WHERE } from "./where.ts";
import { WORKFLOW_DECISIONS } from "./workflow-decisions.ts";
import { WORKFLOWS } from "./workflows.ts";

/** The whole corpus, by topic. */
export const CORPUS: Readonly<Record<string, readonly CorpusCase[]>> = {
  grammar: GRAMMAR,
  exec: EXEC,
  where: WHERE,
  shaping: SHAPING,
  templates: TEMPLATES,
  renderers: RENDERERS,
  state: STATE,
  listing: LISTING,
  gates: GATES,
  workflows: WORKFLOWS,
  "workflow decisions": WORKFLOW_DECISIONS,
  openclaw: OPENCLAW,
  llm: LLM,
  gmail: GMAIL,
  github: GITHUB,
  seeds: SEEDS,
};
