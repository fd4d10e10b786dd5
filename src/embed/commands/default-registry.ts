import { LobsterError } from "../../runtime/errors.ts";
import { BUILT_IN_STAGES } from "./built-in-stages.ts";
import type { Command, CommandRegistry } from "./command.ts";
import { isCommand } from "./host-stages.ts";
import { createStageCommand } from "./stage-command.ts";

/** The built-in commands, and those a host adds. */
export interface DefaultRegistry extends CommandRegistry {
  /** Adds a command; one with the name of a built-in replaces it. Throws `invalid_request` for what is no command. */
  register(command: Command): DefaultRegistry;
}

/**
 * The commands a pipeline can name (stages-and-cli §3.1), as the host's own: each call gives a new registry. `commands` are
 * added to the built-in ones.
 */
export function createDefaultRegistry(options: { readonly commands?: readonly Command[] } = {}): DefaultRegistry {
  const commands = new Map(BUILT_IN_STAGES.map((stage) => [stage.name, createStageCommand(stage)]));
  const registry: DefaultRegistry = {
    get: (name) => commands.get(name),
    list: () => [...commands.keys()].toSorted(),
    register: (command) => {
      assertCommand(command);
      commands.set(command.name, command);
      return registry;
    },
  };
  for (const command of options.commands ?? []) registry.register(command);
  return registry;
}

function assertCommand(command: unknown): asserts command is Command {
  if (!isCommand(command)) {
    throw new LobsterError("invalid_request", "A command needs a name and a run({ input, args, ctx }) function");
  }
  if (/^[^\s|'"]+$/.test(command.name)) return;
  throw new LobsterError(
    "invalid_request",
    `'${command.name.slice(0, 60)}' cannot be named in a pipeline: no spaces, quotes or |`,
  );
}
