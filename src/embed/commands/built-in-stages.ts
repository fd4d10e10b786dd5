import type { Stage } from "../../runtime/pipeline/stage.ts";
import { approve } from "../../runtime/stages/approve.ts";
import { ask } from "../../runtime/stages/ask.ts";
import { commandsList } from "../../runtime/stages/commands-list.ts";
import { dedupe } from "../../runtime/stages/dedupe.ts";
import { diffLast } from "../../runtime/stages/diff-last.ts";
import { exec } from "../../runtime/stages/exec.ts";
import { gmailSearch } from "../../runtime/stages/gmail/search.ts";
import { gmailSend } from "../../runtime/stages/gmail/send.ts";
import { emailTriage } from "../../runtime/stages/gmail/triage.ts";
import { groupBy } from "../../runtime/stages/group-by.ts";
import { head } from "../../runtime/stages/head.ts";
import { json } from "../../runtime/stages/json.ts";
import { llmInvoke, llmTaskInvoke } from "../../runtime/stages/llm/invoke.ts";
import { map } from "../../runtime/stages/map.ts";
import { openclawAgent } from "../../runtime/stages/openclaw/agent.ts";
import { clawdInvoke, openclawInvoke } from "../../runtime/stages/openclaw/invoke.ts";
import { pick } from "../../runtime/stages/pick.ts";
import { sort } from "../../runtime/stages/sort.ts";
import { stateGet } from "../../runtime/stages/state-get.ts";
import { stateSet } from "../../runtime/stages/state-set.ts";
import { table } from "../../runtime/stages/table.ts";
import { template } from "../../runtime/stages/template.ts";
import { where } from "../../runtime/stages/where.ts";
import { workflowsList } from "../../runtime/stages/workflows-list.ts";
import { workflowsRun } from "../../runtime/stages/workflows-run.ts";

/**
 * Every built-in stage. Hosts look at commands without waiting, so here they are loaded at once; the command line loads the
 * ones it runs. A test compares the names with the runtime's.
 */
export const BUILT_IN_STAGES: readonly Stage[] = [
  approve,
  ask,
  clawdInvoke,
  commandsList,
  dedupe,
  diffLast,
  emailTriage,
  exec,
  gmailSearch,
  gmailSend,
  groupBy,
  head,
  json,
  llmInvoke,
  llmTaskInvoke,
  map,
  openclawAgent,
  openclawInvoke,
  pick,
  sort,
  stateGet,
  stateSet,
  table,
  template,
  where,
  workflowsList,
  workflowsRun,
];
