import type { CannedAnswer } from "../canned-server.ts";
import { differs, ended, failed, markDifferences, type CorpusCase } from "../corpus-case.ts";

/** A fake `gog`: answers a search with a file, and writes down what it is asked to send. */
const GOG = `#!/bin/sh
if [ "$2" = search ]; then
  printf '%s\\n' "$*" >> <dir>/searches
  cat <dir>/mails.json
  exit 0
fi
printf '%s\\n' "$*" >> <dir>/sent
case "$4" in
  bad@*) echo bounced >&2; exit 7 ;;
  silent@*) exit 0 ;;
  odd@*) echo "not json"; exit 0 ;;
esac
echo '{"id":"m1"}'
`;
const ENV = { GOG_BIN: "<dir>/bin/gog" };

function gog(name: string, pipeline: string, mails: unknown = [], more: Partial<CorpusCase> = {}): CorpusCase {
  return {
    name,
    pipeline,
    env: ENV,
    files: { "bin/gog": GOG, "mails.json": typeof mails === "string" ? mails : JSON.stringify(mails) },
    watch: ["searches", "sent"],
    ...more,
  };
}

const MAILS = [
  { id: "1", threadId: "t1", from: "Ann <ann@x.test>", subject: "Lunch?", labels: ["UNREAD"], snippet: "hi" },
  { messageId: "2", sender: "no-reply@shop.test", subject: "Receipt", labels: ["UNREAD"], internalDate: "2024-01-01" },
  { id: "3", from: "bob@x.test", subject: "URGENT: fix", labels: [] },
  { id: "4", from: "eve@x.test", subject: "fyi", bodyPreview: "b" },
  { id: "5", from: "dee@x.test", subject: "Action required today", labels: "UNREAD" },
];

const LLM_ENV = { LOBSTER_LLM_ADAPTER_URL: "<server>" };

function decided(...decisions: readonly object[]): readonly CannedAnswer[] {
  return [{ json: { ok: true, result: { output: { data: { decisions } } } } }];
}

/** `gog.gmail.search`, `gog.gmail.send` and `email.triage` (stages-and-cli §16, §17). */
export const GMAIL: readonly CorpusCase[] = markDifferences(
  [
    gog("a search by default", "gog.gmail.search", MAILS.slice(0, 1)),
    gog("a search with everything", "gog.gmail.search --query 'from:ann x' --max 3", MAILS.slice(0, 1)),
    gog("--limit is another name of --max", "gog.gmail.search --limit 4"),
    gog("a search of threads", "gog.gmail.search", { threads: [{ id: "a" }, { id: "b" }] }),
    gog("a search with threads inside a list", "gog.gmail.search", [{ threads: [{ id: "a" }] }, { id: "b" }]),
    gog("a search of one object", "gog.gmail.search", { id: "a" }),
    gog("a search that fails", "gog.gmail.search", [], {
      files: { "bin/gog": "#!/bin/sh\necho no account >&2\nexit 3\n" },
    }),
    gog("a search that prints no JSON", "gog.gmail.search", "nope"),
    gog("a search without gog", "gog.gmail.search", [], { files: {} }),
    gog("a number that is none", "gog.gmail.search --max many"),
    gog("a positional query", "gog.gmail.search from:ann"),
    gog("a draft is sent", "gog.gmail.send", [], { items: [{ to: " ann@x.test ", subject: "S", body: "B" }] }),
    gog("empty fields are left out", "gog.gmail.send", [], { items: [{ to: "ann@x.test", subject: "", body: null }] }),
    gog("answers of every kind", "gog.gmail.send", [], {
      items: [{ to: "silent@x" }, { to: "odd@x" }, { to: "ann@x" }],
    }),
    gog("a dry run sends nothing", "gog.gmail.send --dry-run", [], {
      items: [{ to: "ann@x.test", subject: "S", body: "B" }],
    }),
    gog("what is no draft", "gog.gmail.send", [], { items: ["ann@x.test"] }),
    gog("a draft to nobody", "gog.gmail.send", [], { items: [{ subject: "S" }] }),
    gog("nothing to send", "gog.gmail.send", [], { items: [] }),
    gog("one draft that bounces", "gog.gmail.send", [], { items: [{ to: "bad@x" }] }),
    gog("the second of three drafts bounces", "gog.gmail.send", [], {
      items: [{ to: "ann@x" }, { to: "bad@x" }, { to: "eve@x" }],
    }),
    gog("a bad draft behind a good one", "gog.gmail.send", [], { items: [{ to: "ann@x" }, { subject: "S" }] }),
    gog("--dry-run=false sends", "gog.gmail.send --dry-run=false", [], { items: [{ to: "ann@x" }] }),
    gog("a mail in a step is not sent again", "", [], {
      workflow: "steps:\n  - {id: a, stdin: [{to: bad@x}], pipeline: gog.gmail.send, retry: {max: 3, delay_ms: 1}}\n",
    }),
    gog("a mail in a loop is not sent again", "", [], {
      workflow:
        "steps:\n  - {id: l, run: 'echo [1]'}\n  - {id: a, for_each: $l.json, retry: {max: 2, delay_ms: 1}, steps: [{id: s, stdin: [{to: ann@x}], pipeline: gog.gmail.send}, {id: t, run: 'exit 1'}]}\n",
    }),
    gog("mails are triaged by rules", "gog.gmail.search | email.triage", MAILS),
    gog("triage stops at its limit", "gog.gmail.search | email.triage --limit 2", MAILS),
    gog("triage with drafts and no model", "gog.gmail.search | email.triage --emit drafts", MAILS),
    { name: "triage of nothing", items: [], pipeline: "email.triage" },
    { name: "triage with a limit of zero", items: MAILS, pipeline: "email.triage --limit 0" },
    {
      name: "triage with a model, without a provider",
      items: MAILS.slice(0, 1),
      pipeline: "email.triage --llm",
      ownPrompt: true,
    },
    {
      name: "triage with a model",
      items: MAILS,
      server: decided(
        { id: "1", category: "needs_reply", reply: { body: "Sure" } },
        { id: "3", category: "needs_action", rationale: "r" },
        { id: "4", category: "fyi" },
      ),
      env: LLM_ENV,
      pipeline: "email.triage --llm",
      ownPrompt: true,
    },
    {
      name: "drafts of a model",
      items: MAILS,
      server: decided(
        { id: "1", category: "needs_reply", reply: { subject: "Own", body: "Sure" } },
        { id: "2", category: "needs_reply", reply: { body: "no" } },
        { id: "4", category: "needs_reply", reply: { body: "ok" } },
      ),
      env: LLM_ENV,
      pipeline: "email.triage --llm --emit drafts",
      ownPrompt: true,
    },
    {
      name: "a reply to a reply",
      items: [{ id: "1", from: "a@x.test", subject: "RE: old" }],
      server: decided({ id: "1", category: "needs_reply", reply: { body: "ok" } }),
      env: LLM_ENV,
      pipeline: "email.triage --llm --emit drafts",
      ownPrompt: true,
    },
    {
      name: "decisions for mails that are not there",
      items: MAILS.slice(0, 1),
      server: decided({ id: "1", category: "fyi" }, { id: "99", category: "needs_reply", reply: { body: "x" } }),
      env: LLM_ENV,
      pipeline: "email.triage --llm | pick buckets",
      ownPrompt: true,
    },
    {
      name: "--llm=0",
      items: MAILS.slice(0, 1),
      server: decided({ id: "1", category: "fyi" }),
      env: LLM_ENV,
      pipeline: "email.triage --llm=0 | pick mode",
      ownPrompt: true,
    },
    {
      name: "drafts, a gate, and what is sent",
      items: MAILS.slice(0, 1),
      server: decided({ id: "1", category: "needs_reply", reply: { body: "Sure" } }),
      env: { ...LLM_ENV, ...ENV },
      files: { "bin/gog": GOG },
      pipeline:
        "email.triage --llm --emit drafts | approve --prompt 'Send these?' --preview-from-stdin | gog.gmail.send",
      decisions: [{ approve: true }],
      watch: ["sent"],
      ownPrompt: true,
    },
  ],
  {
    "a number that is none": {
      because: "F39",
      why: "a number that is none is refused",
      ours: {
        replies: [failed("gog.gmail.search --max must be a whole number from 1 to 500 (got 'many')")],
        files: { searches: null, sent: null },
      },
    },
    "a positional query": {
      because: "F39",
      why: "positional words are the query",
      ours: { files: { searches: "gmail search from:ann --json --max 20\n", sent: null } },
    },
    "the second of three drafts bounces": differs(
      "F10",
      "the error says which drafts were sent before it",
      failed("gog.gmail.send failed (7): bounced\n (draft 2 of 3; the 1 before it were sent)"),
    ),
    "a bad draft behind a good one": {
      because: "F10",
      why: "all drafts are checked before the first one is sent",
      ours: { files: { searches: null, sent: null } },
    },
    "--dry-run=false sends": {
      because: "F8",
      why: "false is false",
      ours: { replies: [ended({ id: "m1" })], files: { searches: null, sent: "gmail send --to ann@x --json\n" } },
    },
    "triage with a limit of zero": differs(
      "F39",
      "zero is zero",
      ended({
        summary: "0 need replies, 0 need action, 0 FYI",
        buckets: { needsReply: [], needsAction: [], fyi: [] },
        emails: [],
        mode: "deterministic",
      }),
    ),
    "triage with a model, without a provider": {
      because: "F39",
      why: "it is said that no model decided",
      ours: { stderr: "[WARN] email.triage --llm has no language model, so rules decided; set LOBSTER_LLM_PROVIDER\n" },
    },
    "decisions for mails that are not there": differs(
      "F39",
      "a mail that a model invents is in no bucket",
      ended({ buckets: { needsReply: [], needsAction: [], fyi: ["1"] } }),
    ),
    "--llm=0": {
      because: "F8",
      why: "0 is false",
      ours: { replies: [ended({ mode: "deterministic" })], received: [] },
    },
  },
);
