/** Where this package answers a recorded case differently on purpose, and what it answers instead. */
export interface Difference {
  /** The number the specification gives the recorded behaviour (a fault of the peer, or a decision of ours). */
  readonly because: string;
  readonly why: string;
  /** Only what differs from the recording. */
  readonly expect?: readonly unknown[];
  readonly exit?: readonly number[];
  readonly stderr?: readonly string[];
  readonly filesAfter?: Readonly<Record<string, string | null>>;
}

export const DIFFERENCES: Readonly<Record<string, Difference>> = {
  "approval/a failing gated step with continue opens no gate": {
    because: "W8",
    why: "going on after a failed gated step would go around its gate: it is refused when the file loads",
    expect: [
      {
        protocolVersion: 1,
        ok: false,
        error: {
          type: "runtime_error",
          message:
            'Workflow step g on_error cannot be "continue" on a step with an approval: its failure would go around the gate',
        },
      },
    ],
    exit: [1],
  },
  "approval/blank required approver means anyone": {
    because: "W6",
    why: "a rule without a name is a mistake in the file, not an open gate",
    expect: [
      {
        protocolVersion: 1,
        ok: false,
        error: {
          type: "runtime_error",
          message: "Workflow step g approval.required_approver is blank; name a person or remove it",
        },
      },
      { protocolVersion: 1, ok: false, error: { type: "parse_error", message: "Invalid token" } },
    ],
    exit: [1, 2],
  },
  "approval/different approver without a known initiator": {
    because: "W6",
    why: "a four-eyes gate without a known starter is refused, not skipped",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_approval",
        output: [],
        requiresApproval: {
          type: "approval_request",
          prompt: "Approve g?",
          items: [],
          requireDifferentApprover: true,
          resumeToken: "<token>",
          approvalId: "<id>",
        },
        requiresInput: null,
      },
      {
        protocolVersion: 1,
        ok: false,
        error: {
          type: "parse_error",
          message: "Workflow step g approval requires approver identity; set LOBSTER_APPROVAL_APPROVED_BY",
        },
      },
      {
        protocolVersion: 1,
        ok: false,
        error: {
          type: "parse_error",
          message: "Workflow step g approval requires a known initiator; set LOBSTER_APPROVAL_INITIATED_BY",
        },
      },
    ],
    exit: [0, 2, 2],
  },
  "approval/step json can name another initiator": {
    because: "W4",
    why: "the recorded starter stays the initiator, whatever a step prints; all it printed is shown",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_approval",
        output: [],
        requiresApproval: {
          type: "approval_request",
          prompt: "ok?",
          items: [{ prompt: "ok?", initiatedBy: "nobody" }],
          preview: '{"prompt":"ok?","initiatedBy":"nobody"}',
          initiatedBy: "bot",
          requireDifferentApprover: true,
          resumeToken: "<token>",
          approvalId: "<id>",
        },
        requiresInput: null,
      },
      {
        protocolVersion: 1,
        ok: false,
        error: { type: "parse_error", message: "Workflow step g approval must be granted by someone other than 'bot'" },
      },
    ],
    exit: [0, 2],
  },
  "approval/step json values are not type checked": {
    because: "W4",
    why: "a gate is never shown with a guess: values of the wrong type are an error naming the step",
    expect: [
      {
        protocolVersion: 1,
        ok: false,
        error: {
          type: "runtime_error",
          message: "Workflow step g printed an approval request whose items is not a list; fix what the step prints",
        },
      },
    ],
    exit: [1],
  },
  "approval/step json with prompt replaces the configured request": {
    because: "W4",
    why: "the file is the floor: prompt, items, preview and initiator stay what the file says",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_approval",
        output: [],
        requiresApproval: {
          type: "approval_request",
          prompt: "CP",
          items: ["c"],
          preview: "cpv",
          requireDifferentApprover: true,
          resumeToken: "<token>",
          approvalId: "<id>",
        },
        requiresInput: null,
      },
    ],
  },
  "approval/step json with requiresApproval replaces the configured request": {
    because: "W4",
    why: "the file is the floor: what a step prints fills only what the file leaves out",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_approval",
        output: [],
        requiresApproval: {
          type: "approval_request",
          prompt: "CP",
          items: ["c"],
          preview: "cpv",
          requiredApprover: "alice",
          resumeToken: "<token>",
          approvalId: "<id>",
        },
        requiresInput: null,
      },
    ],
  },
  "approval/text is the prompt, without templates": {
    because: "W34",
    why: "what people read may hold templates; they are filled once, when the gate opens",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_approval",
        output: [],
        requiresApproval: {
          type: "approval_request",
          prompt: "Ship 1?",
          items: [],
          resumeToken: "<token>",
          approvalId: "<id>",
        },
        requiresInput: null,
      },
    ],
  },
  "checkpoints/arguments are stored, new defaults are added": {
    because: "W2",
    why: "the pinned definition runs, with the arguments it was started with",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_approval",
        output: [],
        requiresApproval: {
          type: "approval_request",
          prompt: "P",
          items: [],
          resumeToken: "<token>",
          approvalId: "<id>",
        },
        requiresInput: null,
      },
      {
        protocolVersion: 1,
        ok: true,
        status: "ok",
        output: ["old given ${z}"],
        requiresApproval: null,
        requiresInput: null,
      },
    ],
  },
  "checkpoints/edited file runs after approval": {
    because: "W2",
    why: "what was shown is what runs: the pinned definition, not the file as it is now",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_approval",
        output: [],
        requiresApproval: {
          type: "approval_request",
          prompt: "Go?",
          items: [],
          preview: "A",
          resumeToken: "<token>",
          approvalId: "<id>",
        },
        requiresInput: null,
      },
      { protocolVersion: 1, ok: true, status: "ok", output: ["B true"], requiresApproval: null, requiresInput: null },
    ],
  },
  "checkpoints/inline token skips the gate, again and again, even with no": {
    because: "W1",
    why: "a token is a pointer; state inside one is never accepted",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_approval",
        output: [],
        requiresApproval: {
          type: "approval_request",
          prompt: "Approve g?",
          items: [],
          requiredApprover: "alice",
          resumeToken: "<token>",
          approvalId: "<id>",
        },
        requiresInput: null,
      },
      { protocolVersion: 1, ok: false, error: { type: "parse_error", message: "Invalid token" } },
      { protocolVersion: 1, ok: false, error: { type: "parse_error", message: "Invalid token" } },
      { protocolVersion: 1, ok: false, error: { type: "parse_error", message: "Invalid token" } },
      { protocolVersion: 1, ok: false, error: { type: "parse_error", message: "Invalid token" } },
    ],
    exit: [0, 2, 2, 2, 2],
    filesAfter: { log: null },
  },
  "checkpoints/inline token with forged results, arguments and approver": {
    because: "W1",
    why: "a token is a pointer; state inside one is never accepted",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_approval",
        output: [],
        requiresApproval: {
          type: "approval_request",
          prompt: "Approve g?",
          items: [],
          requiredApprover: "alice",
          resumeToken: "<token>",
          approvalId: "<id>",
        },
        requiresInput: null,
      },
      { protocolVersion: 1, ok: false, error: { type: "parse_error", message: "Invalid token" } },
    ],
    exit: [0, 2],
  },
  "checkpoints/removed step skips the approved one": {
    because: "W3",
    why: "the run goes on at the step by its id, in the pinned definition",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_approval",
        output: [],
        requiresApproval: {
          type: "approval_request",
          prompt: "Go?",
          items: [],
          preview: "A",
          resumeToken: "<token>",
          approvalId: "<id>",
        },
        requiresInput: null,
      },
      { protocolVersion: 1, ok: true, status: "ok", output: ["B true"], requiresApproval: null, requiresInput: null },
    ],
    filesAfter: { log: "ab" },
  },
  "checkpoints/retryable: approve inside the pipeline": {
    because: "W2",
    why: "the definition is pinned, so an edit cannot mend it; the gate stays open because nothing had started",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_approval",
        output: [],
        requiresApproval: {
          type: "approval_request",
          prompt: "P",
          items: [],
          resumeToken: "<token>",
          approvalId: "<id>",
        },
        requiresInput: null,
      },
      {
        protocolVersion: 1,
        ok: false,
        error: {
          type: "runtime_error",
          message:
            "Workflow step b halted for approval inside pipeline stage approve. Use a separate approval step in the workflow file.",
        },
      },
      {
        protocolVersion: 1,
        ok: false,
        error: {
          type: "runtime_error",
          message:
            "Workflow step b halted for approval inside pipeline stage approve. Use a separate approval step in the workflow file.",
        },
      },
    ],
    exit: [0, 1, 1],
  },
  "checkpoints/retryable: child file invalid": {
    because: "W26",
    why: "sub-workflows are loaded before the first effect",
    expect: [
      {
        protocolVersion: 1,
        ok: false,
        error: { type: "runtime_error", message: "Workflow file requires a non-empty steps array" },
      },
      { protocolVersion: 1, ok: false, error: { type: "parse_error", message: "Invalid token" } },
      { protocolVersion: 1, ok: false, error: { type: "parse_error", message: "Invalid token" } },
    ],
    exit: [1, 2, 2],
  },
  "checkpoints/retryable: child file missing": {
    because: "W26",
    why: "sub-workflows are loaded before the first effect",
    expect: [
      {
        protocolVersion: 1,
        ok: false,
        error: { type: "runtime_error", message: "Workflow step b workflow file not found: <dir>/nope.lobster" },
      },
      { protocolVersion: 1, ok: false, error: { type: "parse_error", message: "Invalid token" } },
      { protocolVersion: 1, ok: false, error: { type: "parse_error", message: "Invalid token" } },
    ],
    exit: [1, 2, 2],
  },
  "checkpoints/retryable: condition fails first": {
    because: "W26",
    why: "references are checked before the first effect; the pinned definition could not be mended afterwards",
    expect: [
      { protocolVersion: 1, ok: false, error: { type: "runtime_error", message: "Unknown step reference: nope.x" } },
      { protocolVersion: 1, ok: false, error: { type: "parse_error", message: "Invalid token" } },
      { protocolVersion: 1, ok: false, error: { type: "parse_error", message: "Invalid token" } },
    ],
    exit: [1, 2, 2],
  },
  "checkpoints/retryable: file broken meanwhile": {
    because: "W2",
    why: "the file on disk no longer matters once the run is pinned",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_approval",
        output: [],
        requiresApproval: {
          type: "approval_request",
          prompt: "Go?",
          items: [],
          preview: "A",
          resumeToken: "<token>",
          approvalId: "<id>",
        },
        requiresInput: null,
      },
      { protocolVersion: 1, ok: true, status: "ok", output: ["B true"], requiresApproval: null, requiresInput: null },
      { protocolVersion: 1, ok: false, error: { type: "runtime_error", message: "Workflow resume state not found" } },
    ],
    exit: [0, 0, 1],
  },
  "checkpoints/retryable: unknown command in the first stage": {
    because: "W26",
    why: "stages are found before the first effect",
    expect: [
      { protocolVersion: 1, ok: false, error: { type: "runtime_error", message: "Unknown command: nosuch" } },
      { protocolVersion: 1, ok: false, error: { type: "parse_error", message: "Invalid token" } },
      { protocolVersion: 1, ok: false, error: { type: "parse_error", message: "Invalid token" } },
    ],
    exit: [1, 2, 2],
  },
  "checkpoints/spent: working directory missing though nothing ran": {
    because: "W17",
    why: "nothing had started, so the gate is open again and the same token works",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_approval",
        output: [],
        requiresApproval: {
          type: "approval_request",
          prompt: "P",
          items: [],
          resumeToken: "<token>",
          approvalId: "<id>",
        },
        requiresInput: null,
      },
      {
        protocolVersion: 1,
        ok: false,
        error: {
          type: "runtime_error",
          message: "Workflow step b cannot run: its directory <dir>/nope does not exist; create it or correct cwd",
        },
      },
      {
        protocolVersion: 1,
        ok: false,
        error: {
          type: "runtime_error",
          message: "Workflow step b cannot run: its directory <dir>/nope does not exist; create it or correct cwd",
        },
      },
    ],
  },
  "composition/child approval is refused after its effects": {
    because: "W23",
    why: "gates inside sub-workflows work: the run stops there and goes on inside",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_approval",
        output: [],
        requiresApproval: {
          type: "approval_request",
          prompt: "P",
          items: [],
          resumeToken: "<token>",
          approvalId: "<id>",
        },
        requiresInput: null,
      },
    ],
    exit: [0],
  },
  "conditions/errors surface after earlier effects": {
    because: "W26",
    why: "references are checked before the first effect",
    filesAfter: { log: null },
  },
  "cost/a limit that is not a number breaks when it fires": {
    because: "W28",
    why: "a limit that is not a number is refused when the file loads",
    expect: [
      {
        protocolVersion: 1,
        ok: false,
        error: { type: "runtime_error", message: "Workflow cost_limit.max_usd must be a non-negative number" },
      },
    ],
  },
  "cost/a usage record passed along is booked again": {
    because: "W28",
    why: "one call is booked once, however often its record is passed along",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "ok",
        output: [{ model: "gpt-4o", usage: { inputTokens: 1000, outputTokens: 1000 } }],
        requiresApproval: null,
        requiresInput: null,
      },
    ],
    exit: [0],
  },
  "for_each/sub-step policies are ignored unchecked": {
    because: "W21",
    why: "what would not be honoured is refused when the file loads",
    expect: [
      {
        protocolVersion: 1,
        ok: false,
        error: {
          type: "runtime_error",
          message: "Workflow step l for_each sub-step s cannot define 'on_error'; only a step of its own can",
        },
      },
    ],
    filesAfter: { log: null },
  },
  "input/condition changed meanwhile": {
    because: "W2",
    why: "the pinned condition held when the question was asked",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_input",
        output: [],
        requiresApproval: null,
        requiresInput: {
          type: "input_request",
          prompt: "Review?",
          responseSchema: {
            type: "object",
            properties: {
              decision: { type: "string", enum: ["approve", "reject", "redraft"] },
              feedback: { type: "string", description: "Feedback for redraft" },
            },
            required: ["decision"],
          },
          subject: { text: '{"text":"hello"}' },
          resumeToken: "<token>",
        },
      },
      {
        protocolVersion: 1,
        ok: true,
        status: "ok",
        output: ["got approve"],
        requiresApproval: null,
        requiresInput: null,
      },
    ],
    exit: [0, 0],
  },
  "input/pipeline text changed meanwhile": {
    because: "W2",
    why: "the pinned pipeline goes on; the file on disk no longer matters",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_input",
        output: [],
        requiresApproval: null,
        requiresInput: {
          type: "input_request",
          prompt: "Review?",
          responseSchema: {
            type: "object",
            properties: {
              decision: { type: "string", enum: ["approve", "reject", "redraft"] },
              feedback: { type: "string", description: "Feedback for redraft" },
            },
            required: ["decision"],
          },
          subject: { text: '{"text":"hello"}' },
          resumeToken: "<token>",
        },
      },
      {
        protocolVersion: 1,
        ok: true,
        status: "ok",
        output: ["got approve"],
        requiresApproval: null,
        requiresInput: null,
      },
      { protocolVersion: 1, ok: false, error: { type: "runtime_error", message: "Workflow resume state not found" } },
    ],
    exit: [0, 0, 1],
  },
  "input/small envelope limit drops the subject": {
    because: "W30",
    why: "as much of the subject as fits is shown",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_input",
        output: [],
        requiresApproval: null,
        requiresInput: {
          type: "input_request",
          prompt: "P",
          responseSchema: {
            type: "object",
            properties: { decision: { type: "string" } },
            required: ["decision"],
            additionalProperties: false,
          },
          subject: {
            truncated: true,
            bytes: 1502,
            preview:
              '"00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
          },
          resumeToken: "<token>",
        },
      },
    ],
  },
  "input/step moved meanwhile": {
    because: "W3",
    why: "the step is found by its id in the pinned definition",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "needs_input",
        output: [],
        requiresApproval: null,
        requiresInput: {
          type: "input_request",
          prompt: "Review?",
          responseSchema: {
            type: "object",
            properties: {
              decision: { type: "string", enum: ["approve", "reject", "redraft"] },
              feedback: { type: "string", description: "Feedback for redraft" },
            },
            required: ["decision"],
          },
          subject: { text: '{"text":"hello"}' },
          resumeToken: "<token>",
        },
      },
      {
        protocolVersion: 1,
        ok: true,
        status: "ok",
        output: ["got approve"],
        requiresApproval: null,
        requiresInput: null,
      },
    ],
    exit: [0, 0],
  },
  "parallel/any: first failure also wins": {
    because: "W22",
    why: "any means the first success",
    expect: [{ protocolVersion: 1, ok: true, status: "ok", output: [{}], requiresApproval: null, requiresInput: null }],
    exit: [0],
  },
  "parallel/branch policies and gates are ignored": {
    because: "W7",
    why: "a gate where none can be is refused when the file loads",
    expect: [
      {
        protocolVersion: 1,
        ok: false,
        error: {
          type: "runtime_error",
          message: "Workflow step p parallel branch a cannot define 'approval'; only a step of its own can",
        },
      },
    ],
    exit: [1],
  },
  "steps/blank run does nothing": {
    because: "W7",
    why: "blank work is a mistake in the file",
    expect: [
      {
        protocolVersion: 1,
        ok: false,
        error: {
          type: "runtime_error",
          message: "Workflow step a run is blank and would do nothing; remove it or write what to do",
        },
      },
    ],
    exit: [1],
  },
  "steps/on_error covers an unknown stdin reference": {
    because: "W26",
    why: "references are checked before the first effect",
    expect: [
      { protocolVersion: 1, ok: false, error: { type: "runtime_error", message: "Unknown step reference: nope.x" } },
    ],
    exit: [1],
  },
  "steps/shell taken from the workflow environment": {
    because: "F16",
    why: "the shell is no login shell, so a step keeps the PATH it was given",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "ok",
        output: ["-c hello there\n"],
        requiresApproval: null,
        requiresInput: null,
      },
    ],
  },
  "steps/text reaches the shell unquoted": {
    because: "W12",
    why: "text is data: a value never becomes shell code",
    expect: [
      {
        protocolVersion: 1,
        ok: true,
        status: "ok",
        output: ["a; printf b"],
        requiresApproval: null,
        requiresInput: null,
      },
    ],
  },
  "steps/unknown keys are ignored": {
    because: "W7",
    why: "an unknown key is refused, naming the known ones: a mistyped gate is never a gate that is not there",
    expect: [
      {
        protocolVersion: 1,
        ok: false,
        error: {
          type: "runtime_error",
          message: "Workflow file has an unknown key 'bogus'; known keys: args, env, cwd, cost_limit, steps",
        },
      },
    ],
    exit: [1],
  },
  "values/list argument becomes index keys": {
    because: "W37",
    why: "arguments are names and values",
    expect: [
      {
        protocolVersion: 1,
        ok: false,
        error: { type: "parse_error", message: "run --args-json must be a JSON object" },
      },
    ],
    exit: [2],
  },
};
