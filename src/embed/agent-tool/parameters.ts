/**
 * The tool's parameters as JSON Schema: one object, plain enums and no alternatives, as language models read it best. What
 * an action needs of it is checked when it is called.
 */
export const PARAMETERS = {
  type: "object",
  properties: {
    action: {
      type: "string",
      enum: ["run", "resume", "status"],
      description: "run starts something; resume decides where it stopped; status tells how it stands.",
    },
    pipeline: {
      type: "string",
      description:
        "For run: a pipeline such as `exec git status | approve`, or the path of a .lobster/.yaml/.yml/.json file.",
    },
    argsJson: { type: "string", description: "For run of a file: its arguments, as the text of a JSON object." },
    cwd: { type: "string", description: "For run: where it runs, relative to the working directory and inside of it." },
    timeoutMs: { type: "integer", description: "Longest running time of this call in ms; default 20000." },
    maxStdoutBytes: { type: "integer", description: "Cap of outputs and of the reply in bytes; default 512000." },
    token: { type: "string", description: "For resume and status: the resumeToken of the reply that stopped." },
    approvalId: { type: "string", description: "Instead of token: the approvalId of an approval." },
    approve: { type: "boolean", description: "For resume of an approval: true goes on, false ends the run." },
    responseJson: {
      type: "string",
      description: "For resume of a question: the answer, as JSON that fits responseSchema.",
    },
    withdraw: {
      type: "boolean",
      description: "For resume: true takes back your own approve while others are waited for.",
    },
    reason: { type: "string", description: "For resume: why; some approvals want one." },
    confirm: { type: "string", description: "For resume of an approval: what it wants typed, exactly." },
    digest: { type: "string", description: "For resume: refuse unless the content is still the one of this digest." },
    cancel: { type: "boolean", description: "For resume: true ends the run, whatever it waits for." },
    flowControllerId: { type: "string", description: "For run as a managed flow: who controls it." },
    flowGoal: { type: "string", description: "For run as a managed flow: what it is for." },
    flowStateJson: { type: "string", description: "For run as a managed flow: JSON that is kept with it." },
    flowCurrentStep: { type: "string", description: "What the flow's step is called while it runs." },
    flowWaitingStep: { type: "string", description: "What the flow's step is called while it waits." },
    flowId: { type: "string", description: "For resume and status: the managed flow." },
    flowExpectedRevision: { type: "integer", description: "For resume of a managed flow: the revision you have seen." },
    flowAfter: { type: "string", description: "For status without flowId: the `next` of the page before." },
  },
  required: ["action"],
  additionalProperties: false,
} as const;

/** What the tool does, for whoever chooses among tools. */
export const DESCRIPTION =
  "Runs Lobster workflows and pipelines: several steps in one call, with approvals and questions where a person decides. " +
  "A run that stops replies needs_approval or needs_input with a token; resume goes on from there without repeating steps.";
