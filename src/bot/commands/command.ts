import type { CommandDescription } from "../adapter.ts";
import type { Core } from "../core.ts";
import type { Person } from "../people/people.ts";
import type { Answering, Request } from "../request.ts";
import type { InboundEvent } from "../adapter.ts";
import type { Wording } from "../wording/wording.ts";

/** A command for registered people in conversations where the bot works. */
export interface Command {
  readonly kind: "command";
  describe(words: Wording): CommandDescription;
  handle(core: Core, request: Request<"command">): Promise<void>;
}

/** A command that answers anybody, anywhere. `person` is absent for strangers and for those who are nobody. */
export interface OpenCommand {
  readonly kind: "open_command";
  describe(words: Wording): CommandDescription;
  handle(core: Core, request: OpenRequest): Promise<void>;
}

/** What anybody may ask. */
export interface OpenRequest extends Answering {
  readonly event: Extract<InboundEvent, { readonly kind: "command" }>;
  readonly person: Person | undefined;
}
