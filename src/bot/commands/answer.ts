import type { Command } from "./command.ts";

/** `/answer <question> <answer>`: answers an open question in words, as JSON, or with a file. */
export const answerCommand: Command = {
  kind: "command",
  describe: ({ commands }) => ({
    name: "answer",
    description: commands.describe.answer,
    parameters: [
      { name: "question", description: commands.parameter.question, kind: "question", required: true },
      { name: "answer", description: commands.parameter.answer, kind: "text", required: false },
      { name: "file", description: commands.parameter.file, kind: "file", required: false },
    ],
  }),
  handle: (core, request) => core.questions.answerTyped(request),
};
