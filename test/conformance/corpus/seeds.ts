import type { CorpusCase } from "../corpus-case.ts";

/** The small command line of the documentation's examples. */
const INBOX = `#!/bin/sh
case "$1 $2" in
  "list --json") echo '[{"id":1,"subject":"Lunch"},{"id":2,"subject":"Invoice"}]' ;;
  "categorize --json") sed 's/}/,"category":"work"}/g' ;;
  "apply --json") sed 's/}/,"change":"archive"}/g' ;;
  "apply --approve") cat ;;
  "apply --execute") cat > applied; echo '{"applied":2}' ;;
esac
`;

const WITH_INBOX = {
  files: { "bin/inbox": INBOX },
  env: { PATH: "<dir>/bin:/usr/local/bin:/usr/bin:/bin", LOBSTER_SHELL: "<dir>/bin/sh" },
} as const;

/** A shell that keeps the PATH it was given, as this package's does. */
const SHELL = '#!/bin/sh\nshift\nexec /bin/sh -c "$1"\n';

const TRIAGE = `name: inbox-triage
args:
  tag:
    default: "family"
steps:
  - id: collect
    command: inbox list --json
  - id: categorize
    command: inbox categorize --json
    stdin: $collect.stdout
  - id: approve
    command: inbox apply --approve
    stdin: $categorize.stdout
    approval: required
  - id: execute
    command: inbox apply --execute
    stdin: $categorize.stdout
    condition: $approve.approved
`;

const DEPLOY = `name: deploy-guard
steps:
  - id: collect
    run: echo '{"targets":["api","web","worker"],"risk":"high"}'
  - id: gate
    approval:
      prompt: "3개 서비스를 배포합니다. 진행할까요?"
      required_approver: "release-manager"
      initiated_by: "dev-lead"
      require_different_approver: true
    stdin: $collect.json
  - id: deploy
    run: echo '{"deployed":true}'
    condition: $gate.approved
`;

const by = (person: string): Readonly<Record<string, string>> => ({ LOBSTER_APPROVAL_APPROVED_BY: person });

/** The documented examples that need nothing outside, or whose outside is a server or program of the test. */
export const SEEDS: readonly CorpusCase[] = [
  {
    name: "small commands, JSON and an approval",
    pipeline:
      "exec --json --shell 'inbox list --json' | exec --stdin json --shell 'inbox categorize --json' | exec --stdin json --shell 'inbox apply --json' | approve --preview-from-stdin --limit 5 --prompt 'Apply changes?'",
    ...WITH_INBOX,
    files: { ...WITH_INBOX.files, "bin/sh": SHELL },
    decisions: [{ approve: true }],
  },
  {
    name: "items of a search become tool calls",
    pipeline: `gog.gmail.search --query 'newer_than:1d' \\
  | openclaw.invoke --tool message --action send --each --item-key message --args-json '{"provider":"telegram","to":"..."}'`,
    files: { "bin/gog": '#!/bin/sh\necho \'[{"id":"a"},{"id":"b"}]\'\n' },
    server: [{ json: { ok: true, result: { sent: true } } }],
    env: { GOG_BIN: "<dir>/bin/gog", OPENCLAW_URL: "<server>", OPENCLAW_TOKEN: "t" },
  },
  {
    name: "items of a search become tool calls, on one line",
    pipeline: `gog.gmail.search --query 'newer_than:1d' | openclaw.invoke --tool message --action send --each --item-key message --args-json '{"provider":"telegram","to":"..."}'`,
    files: { "bin/gog": '#!/bin/sh\necho \'[{"id":"a"},{"id":"b"}]\'\n' },
    server: [{ json: { ok: true, result: { sent: true } } }],
    env: { GOG_BIN: "<dir>/bin/gog", OPENCLAW_URL: "<server>", OPENCLAW_TOKEN: "t" },
  },
  {
    name: "a structured question to a model",
    pipeline: `openclaw.invoke --tool llm-task --action json --args-json '{
  "prompt": "Given the input email, return intent and draft.",
  "thinking": "low",
  "input": { "subject": "Hello", "body": "Can you help?" },
  "schema": {
    "type": "object",
    "properties": {
      "intent": { "type": "string" },
      "draft": { "type": "string" }
    },
    "required": ["intent", "draft"],
    "additionalProperties": false
  }
}'`,
    server: [{ json: { ok: true, result: { intent: "help", draft: "Yes" } } }],
    env: { OPENCLAW_URL: "<server>" },
  },
  {
    name: "the inbox workflow",
    workflow: TRIAGE,
    args: { tag: "family" },
    ...WITH_INBOX,
    files: { ...WITH_INBOX.files, "bin/sh": SHELL },
    decisions: [{ approve: true }],
    watch: ["applied"],
  },
  {
    name: "the inbox workflow, denied",
    workflow: TRIAGE,
    ...WITH_INBOX,
    files: { ...WITH_INBOX.files, "bin/sh": SHELL },
    decisions: [{ approve: false }],
    watch: ["applied"],
  },
  {
    name: "the guarded deployment",
    workflow: DEPLOY,
    decisions: [
      { approve: true },
      { approve: true, env: by("dev-lead") },
      { approve: true, env: by("stranger") },
      { approve: true, env: by("release-manager") },
    ],
  },
  {
    name: "the guarded deployment, denied by nobody in particular",
    workflow: DEPLOY,
    decisions: [{ approve: false }, { approve: true, env: by("release-manager") }],
  },
  {
    name: "arguments as variables",
    workflow:
      "args: {user-id: {default: u1}}\nsteps:\n  - {id: a, run: 'echo $LOBSTER_ARG_USER_ID $LOBSTER_ARGS_JSON \"${LOBSTER_STEP_A_STDOUT:-unset}\"'}\n",
  },
  {
    name: "a question answered in chat",
    pipeline: `ask --prompt 'What feedback should be included?' --schema '{"type":"string"}'`,
    decisions: [{ answer: 5 }, { answer: "Please shorten the introduction." }],
  },
  {
    name: "triage by rules",
    pipeline: "gog.gmail.search --query 'newer_than:1d' | email.triage",
    files: { "bin/gog": '#!/bin/sh\necho \'[{"id":"1","from":"a@x","subject":"Hi","labels":["UNREAD"]}]\'\n' },
    env: { GOG_BIN: "<dir>/bin/gog" },
  },
  { name: "the triage example without mails", pipeline: "email.triage --limit 20" },
];
