import { differs, ended, failed, markDifferences, type CorpusCase } from "../corpus-case.ts";

/** `commands.list`, `workflows.list` and `workflows.run` (stages-and-cli §3.3, §18). */
export const LISTING: readonly CorpusCase[] = markDifferences(
  [
    { name: "the names of all commands", pipeline: "commands.list | pick name" },
    { name: "commands.list drops its input", items: [1, 2], pipeline: "commands.list | head --n 1 | pick name" },
    { name: "a listed command with all it says", pipeline: "commands.list | where name=head" },
    { name: "side effects of most commands", pipeline: "commands.list | pick name,sideEffects | where name<e" },
    {
      name: "side effects of further commands",
      pipeline: "commands.list | pick name,sideEffects | where name>=tb | where name!=template",
    },
    { name: "the workflows", pipeline: "workflows.list | pick name" },
    { name: "workflows.run without a name", pipeline: "workflows.run" },
    { name: "workflows.run of an unknown name", pipeline: "workflows.run --name nosuch" },
    {
      name: "workflows.run of an inherited name",
      env: { CANARY: "secret" },
      pipeline: "workflows.run --name toString",
    },
    {
      name: "workflows.run with arguments that are no JSON",
      pipeline: "workflows.run github.pr.monitor --args-json nope",
    },
    { name: "workflows.run with null as arguments", pipeline: "workflows.run github.pr.monitor --args-json null" },
    { name: "the monitor without arguments", pipeline: "workflows.run github.pr.monitor" },
  ],
  {
    "a listed command with all it says": differs(
      "F42",
      "schemas are complete and closed, and every command has an example",
      ended({
        name: "head",
        description: "Pass on the first items only",
        argsSchema: {
          type: "object",
          properties: {
            n: { type: "number", minimum: 0, description: "How many items (default 10)" },
            _: { type: "array", items: { type: "string" }, description: "how many items, instead of --n", maxItems: 1 },
          },
          additionalProperties: false,
        },
        examples: ["exec git log --oneline | head --n 3"],
        sideEffects: [],
      }),
    ),
    "side effects of further commands": differs(
      "F42",
      "what a command does to the world is said",
      ended(
        { name: "where", sideEffects: [] },
        { name: "workflows.list", sideEffects: [] },
        { name: "workflows.run", sideEffects: ["local_exec", "calls_github", "writes_state"] },
      ),
    ),
    "workflows.run of an inherited name": differs(
      "F1",
      "only own names are workflows",
      failed("Unknown workflow: toString"),
    ),
    "workflows.run with null as arguments": differs(
      "F20",
      "the message names the command and its option",
      failed("workflows.run --args-json must be a JSON object"),
    ),
  },
);
