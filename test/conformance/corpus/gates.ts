import {
  asking,
  differs,
  ended,
  failed,
  markDifferences,
  refused,
  stopped,
  type CorpusCase,
  type CorpusDecision,
} from "../corpus-case.ts";

const YES: CorpusDecision = { approve: true };
const NO: CorpusDecision = { approve: false };
const TOUCH = "exec --stdin jsonl --shell 'cat >> log'";
const SHAPE = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
const SCHEMA = `'${JSON.stringify(SHAPE)}'`;

const DECISION = {
  type: "object",
  properties: {
    decision: { type: "string", enum: ["approve", "reject", "redraft"] },
    feedback: { type: "string", description: "Feedback for redraft" },
  },
  required: ["decision"],
};

/** `approve` and `ask` in pipelines, and how they resume (stages-and-cli §10, §11). */
export const GATES: readonly CorpusCase[] = markDifferences(
  [
    { name: "approve shows its items", items: [1, { a: 2 }], pipeline: "approve" },
    { name: "approve with nothing to show", items: [], pipeline: "approve --prompt 'Go on?'" },
    { name: "approve with --emit", items: [1], pipeline: "approve --emit --prompt P" },
    { name: "a preview of texts", items: ["a", "b", "c"], pipeline: "approve --preview-from-stdin --limit 2" },
    { name: "a preview of values", items: [1, { a: 2 }, 3], pipeline: "approve --preview-from-stdin --limit 2" },
    { name: "a preview of five by default", pipeline: "exec seq 1 9 | approve --previewFromStdin" },
    { name: "a preview of nothing", items: [], pipeline: "approve --preview-from-stdin" },
    {
      name: "other spellings of the limit",
      items: ["a", "b"],
      pipeline: "approve --preview-from-stdin --preview-limit 1",
    },
    { name: "a limit that is no number", items: ["a", "b"], pipeline: "approve --preview-from-stdin --limit many" },
    { name: "a prompt without a value", items: [], pipeline: "approve --prompt" },
    { name: "approve with a word behind a switch", items: ["a"], pipeline: "approve --emit now" },
    {
      name: "a yes by token runs the rest with the items",
      items: [1, 2],
      pipeline: `approve | ${TOUCH}`,
      decisions: [YES],
      watch: ["log"],
    },
    {
      name: "a yes by id runs the rest",
      items: [{ a: 1 }],
      pipeline: "approve | map b=2",
      decisions: [{ ...YES, by: "id" }],
    },
    {
      name: "an id with marks and spaces around",
      items: ["x"],
      pipeline: "approve",
      decisions: [{ ...YES, by: "id", literal: " #00000000 " }],
    },
    { name: "a yes at a gate in last place", items: [1, 2], pipeline: "approve", decisions: [YES] },
    { name: "a no runs nothing", items: [1], pipeline: `approve | ${TOUCH}`, decisions: [NO], watch: ["log"] },
    { name: "a no by id", items: [1], pipeline: "approve", decisions: [{ ...NO, by: "id" }] },
    {
      name: "cancelling an approval",
      items: [1],
      pipeline: `approve | ${TOUCH}`,
      decisions: [{ cancel: true }],
      watch: ["log"],
    },
    { name: "cancelling by id", items: [1], pipeline: "approve", decisions: [{ cancel: true, by: "id" }] },
    {
      name: "a used token",
      items: [1],
      pipeline: `approve | ${TOUCH}`,
      decisions: [YES, YES, NO, { cancel: true }],
      watch: ["log"],
    },
    {
      name: "a used id",
      items: [1],
      pipeline: "approve | head",
      decisions: [
        { ...YES, by: "id" },
        { ...YES, by: "id", of: 0 },
      ],
    },
    { name: "a denied token", items: [1], pipeline: "approve", decisions: [NO, YES, { cancel: true }] },
    { name: "a cancelled token", items: [1], pipeline: "approve", decisions: [{ cancel: true }, YES] },
    { name: "an answer at an approval", items: [1], pipeline: "approve", decisions: [{ answer: 1 }, YES] },
    { name: "no decision at an approval", items: [1], pipeline: "approve", decisions: [{}, YES] },
    {
      name: "a failure after the gate spends the token",
      items: [1],
      pipeline: "approve | exec false",
      decisions: [YES, YES],
    },
    {
      name: "two gates, one after the other",
      items: [1],
      pipeline: "approve --prompt A | map --wrap v | approve --prompt B | map w=1",
      decisions: [YES, YES],
    },
    {
      name: "the token of the first gate at the second",
      items: [1],
      pipeline: "approve --prompt A | approve --prompt B",
      decisions: [YES, { ...YES, of: 0 }, { ...YES, of: 1 }],
    },
    { name: "a stage that nobody knows behind a gate", items: [1], pipeline: "approve | nosuch" },
    {
      name: "a gate without a decision runs nothing before it again",
      pipeline: "exec --shell 'echo x >> log; echo y' | approve | exec --shell 'cat log'",
      decisions: [YES],
      watch: ["log"],
    },
    { name: "a renderer behind a gate", items: [{ a: 1 }], pipeline: "approve | table", decisions: [YES] },
    { name: "a renderer before a gate", items: [{ a: 1 }], pipeline: "json | approve", decisions: [YES] },
    {
      name: "a resume from another directory",
      pipeline: "approve | exec pwd",
      decisions: [{ ...YES, cwd: "<dir>/home" }],
    },
    { name: "an invented token", pipeline: "exec echo a", decisions: [{ ...YES, literal: "bm9wZQ" }] },
    {
      name: "a token of another version",
      pipeline: "exec echo a",
      decisions: [{ ...YES, literal: encode({ protocolVersion: 2, v: 1 }) }],
    },
    {
      name: "a token of another token version",
      pipeline: "exec echo a",
      decisions: [{ ...YES, literal: encode({ protocolVersion: 1, v: 2 }) }],
    },
    {
      name: "a token for a checkpoint that is not there",
      pipeline: "exec echo a",
      decisions: [
        {
          ...YES,
          literal: encode({ protocolVersion: 1, v: 1, kind: "pipeline-resume", stateKey: "pipeline_resume_x" }),
        },
      ],
    },
    {
      name: "a token that carries a pipeline",
      pipeline: "exec echo a",
      decisions: [
        {
          ...YES,
          literal: encode({
            protocolVersion: 1,
            v: 1,
            kind: "pipeline-resume",
            pipeline: [{ name: "exec", args: { _: ["true"] }, raw: "" }],
          }),
        },
      ],
    },
    {
      name: "an id that is not there",
      pipeline: "exec echo a",
      decisions: [{ ...YES, by: "id", literal: "0123abcd" }],
    },
    {
      name: "a checkpoint file that is not JSON",
      files: { "state/pipeline_resume_x.json": "{ nope" },
      pipeline: "exec echo a",
      decisions: [
        {
          ...YES,
          literal: encode({ protocolVersion: 1, v: 1, kind: "pipeline-resume", stateKey: "pipeline_resume_x" }),
        },
      ],
    },
    {
      name: "a checkpoint without its fields",
      files: { "state/pipeline_resume_x.json": "{}" },
      pipeline: "exec echo a",
      decisions: [
        {
          ...YES,
          literal: encode({ protocolVersion: 1, v: 1, kind: "pipeline-resume", stateKey: "pipeline_resume_x" }),
        },
      ],
    },
    {
      name: "a required approver of the environment",
      items: [1],
      env: { LOBSTER_APPROVAL_REQUIRED_APPROVER: "ann" },
      pipeline: "approve",
      decisions: [YES, { ...YES, env: { LOBSTER_APPROVAL_APPROVED_BY: "ann" } }],
    },

    { name: "ask with everything left out", items: ["x"], pipeline: "ask" },
    {
      name: "ask with a prompt, a schema and a subject",
      items: ["a", { b: 1 }],
      pipeline: `ask --prompt Count? --schema ${SCHEMA} --subject-from-stdin`,
    },
    { name: "ask with an empty subject", items: [], pipeline: "ask --subjectFromStdin" },
    {
      name: "ask with a subject of exactly 2000 characters",
      items: ["x".repeat(2000)],
      pipeline: "ask --subject-from-stdin",
    },
    { name: "ask with a longer subject", items: ["x".repeat(2001)], pipeline: "ask --subject-from-stdin" },
    { name: "ask with a schema that is no JSON", pipeline: "ask --schema nope" },
    { name: "ask with a schema that is no object", pipeline: "ask --schema 1" },
    { name: "ask with a schema that does not compile", pipeline: `ask --schema '{"type":"nosuch"}'` },
    {
      name: "an answer is the only item behind ask",
      items: [1, 2],
      pipeline: "ask | map seen=yes",
      decisions: [{ answer: { decision: "approve", extra: 1 } }],
    },
    {
      name: "an answer at a question in last place",
      pipeline: `ask --schema ${SCHEMA}`,
      decisions: [{ answer: { n: 3 } }],
    },
    {
      name: "a wrong answer leaves the question open",
      pipeline: `ask --schema ${SCHEMA}`,
      decisions: [{ answer: { n: "three" } }, { answer: {} }, { answer: { n: 3 } }],
    },
    {
      name: "an answer that is null",
      pipeline: `ask --schema '{"type":"null"}' | map --wrap got`,
      decisions: [{ answer: null }],
    },
    { name: "a yes at a question", pipeline: "ask", decisions: [YES, { answer: { decision: "approve" } }] },
    { name: "no decision at a question", pipeline: "ask", decisions: [{}, { answer: { decision: "approve" } }] },
    {
      name: "cancelling a question",
      pipeline: `ask | ${TOUCH}`,
      decisions: [{ cancel: true }, { answer: { decision: "approve" } }],
      watch: ["log"],
    },
    {
      name: "a used question",
      pipeline: "ask",
      decisions: [{ answer: { decision: "approve" } }, { answer: { decision: "reject" } }],
    },
    {
      name: "stages before a question run once",
      pipeline: "exec --shell 'echo x >> log; echo y' | ask --subject-from-stdin | exec --shell 'wc -l < log'",
      decisions: [{ answer: { decision: "redraft" } }],
      watch: ["log"],
    },
    {
      name: "two questions",
      pipeline: "ask --prompt A | ask --prompt B --subject-from-stdin",
      decisions: [{ answer: { decision: "approve" } }, { answer: { decision: "reject" } }],
    },
    {
      name: "a question and an approval of its answer",
      pipeline: "ask | approve --preview-from-stdin | map ok=1",
      decisions: [{ answer: { decision: "approve" } }, YES],
    },
    {
      name: "ask with --emit",
      items: ["a"],
      pipeline: "ask --emit --prompt P --subject-from-stdin | map seen=1",
      decisions: [{ answer: { decision: "approve" } }],
    },
    {
      name: "a failure behind a question",
      pipeline: "ask | exec false",
      decisions: [{ answer: { decision: "approve" } }, { answer: { decision: "approve" } }],
    },
  ],
  {
    "a limit that is no number": differs(
      "F8",
      "a number that is none is refused",
      failed("approve --limit must be a whole number of at least 0 (got 'many')"),
    ),
    "a prompt without a value": differs(
      "F36",
      "an option without its value is refused",
      failed("approve --prompt needs a value; write --prompt=VALUE"),
    ),
    "approve with a word behind a switch": differs(
      "F8",
      "no word is dropped silently",
      failed("approve takes no positional words (got 'now'); quote text that has spaces"),
    ),
    "no decision at an approval": differs(
      "W15",
      "silence is no decision: nothing changes",
      stopped({ prompt: "Approve?", items: [1] }),
      refused("approval resumes require approved=true|false"),
      ended(1),
    ),
    "a resume from another directory": differs(
      "F11",
      "a run goes on where it began",
      stopped({ prompt: "Approve?" }),
      ended("<dir>"),
    ),
    "a stage that nobody knows behind a gate": differs(
      "F3",
      "every stage is found before the first one runs",
      failed("Unknown command: nosuch"),
    ),
    "a renderer behind a gate": differs(
      "F2",
      "the envelope carries the items that a renderer showed",
      stopped({ prompt: "Approve?", items: [{ a: 1 }] }),
      ended({ a: 1 }),
    ),
    "a renderer before a gate": differs(
      "F2",
      "items go on behind a renderer",
      stopped({ prompt: "Approve?", items: [{ a: 1 }] }),
      ended({ a: 1 }),
    ),
    "a checkpoint file that is not JSON": differs(
      "F20",
      "the message says what is invalid, in our words",
      ended("a"),
      failed("Invalid pipeline resume state"),
    ),
    "a required approver of the environment": differs(
      "W14",
      "pipeline gates follow the same policy as workflow gates",
      stopped({ prompt: "Approve?", items: [1], requiredApprover: "ann" }),
      refused("Pipeline stage approve approval requires approver identity; set LOBSTER_APPROVAL_APPROVED_BY"),
      ended(1),
    ),
    "ask with a longer subject": differs(
      "W30",
      "what is cut says so",
      asking({
        prompt: "Input required",
        responseSchema: DECISION,
        subject: { text: "x".repeat(2000), truncated: true, characters: 2001 },
      }),
    ),
  },
);

function encode(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload), "utf8").toString("base64url");
}
