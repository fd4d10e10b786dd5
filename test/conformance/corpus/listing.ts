import type { CorpusCase } from "../corpus-case.ts";

/** `commands.list`, `workflows.list` and `workflows.run` (stages-and-cli §3.3, §18). */
export const LISTING: readonly CorpusCase[] = [
  { name: "the names of all commands", pipeline: "commands.list | pick name" },
  { name: "commands.list drops its input", items: [1, 2], pipeline: "commands.list | head --n 1 | pick name" },
  { name: "a listed command with all it says", pipeline: "commands.list | where name=head" },
  { name: "side effects of commands", pipeline: "commands.list | pick name,sideEffects | where name!=x" },
  { name: "the workflows", pipeline: "workflows.list | pick name" },
  { name: "workflows.run without a name", pipeline: "workflows.run" },
  { name: "workflows.run of an unknown name", pipeline: "workflows.run --name nosuch" },
  { name: "workflows.run of an inherited name", env: { CANARY: "secret" }, pipeline: "workflows.run --name toString" },
  { name: "workflows.run with arguments that are no JSON", pipeline: "workflows.run github.pr.monitor --args-json nope" },
  { name: "workflows.run with null as arguments", pipeline: "workflows.run github.pr.monitor --args-json null" },
  { name: "the monitor without arguments", pipeline: "workflows.run github.pr.monitor" },
];
