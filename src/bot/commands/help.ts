import { line } from "../text/rich-text.ts";
import type { OpenCommand } from "./command.ts";

/** `/help`: every command in one line, for anybody anywhere. */
export const helpCommand: OpenCommand = {
  kind: "open_command",
  describe: ({ commands }) => ({ name: "help", description: commands.describe.help, parameters: [] }),
  handle: async (core, request) => {
    const { commands } = core.voice.words;
    const items = Object.entries(commands.usage).map(
      ([name, usage]) =>
        [{ kind: "code", text: usage }, `: ${commands.describe[name as keyof typeof commands.usage]}`] as const,
    );
    await request.respond([line(commands.helpTitle()), { kind: "list", items }, line(commands.helpButtons())]);
  },
};
