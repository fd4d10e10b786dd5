import { isWorkingConversation } from "../people/access.ts";
import type { Core } from "../core.ts";
import { line, type RichText } from "../text/rich-text.ts";
import type { OpenCommand, OpenRequest } from "./command.ts";

/** `/whoami`: the account as it must stand in the configuration, who that is to the bot, and this conversation's id. */
export const whoamiCommand: OpenCommand = {
  kind: "open_command",
  describe: ({ commands }) => ({ name: "whoami", description: commands.describe.whoami, parameters: [] }),
  handle: async (core, request) => request.respond([...sayWho(core, request), ...sayWhere(core, request)]),
};

function sayWho(core: Core, { event, person }: OpenRequest): RichText {
  const { whoAmI, nobodies } = core.voice.words.access;
  const { sender, conversation } = event;
  if (sender.account === undefined) return [line(...whoAmI.nobody(nobodies[sender.nobody ?? "unknown"]))];
  return [
    line(...whoAmI.account(conversation.platform, sender.account)),
    line(...(person === undefined ? whoAmI.stranger() : whoAmI.person(person.name, person.id, person.groups))),
  ];
}

/** The id is the one the platform uses now, which is what belongs into the configuration. */
function sayWhere(core: Core, { event }: OpenRequest): RichText {
  const { whoAmI } = core.voice.words.access;
  const { platform, id, topic } = event.conversation;
  const works = isWorkingConversation(core.config, event.conversation);
  return [line(...whoAmI.conversation(platform, id, topic)), line(works ? whoAmI.listed() : whoAmI.notListed())];
}
