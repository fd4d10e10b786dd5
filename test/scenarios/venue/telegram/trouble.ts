import type { Fault as PeerFault, LoggedRequest, TelegramPeer } from "../../../peers/telegram/index.ts";
import type { Asked, Fault, Trouble, TroubleScope } from "../trouble.ts";
import { LIMIT_MS, type Place } from "../venue.ts";

/** The methods behind what a bot asks for. */
const METHODS: Readonly<Record<Asked, readonly string[]>> = {
  send: ["sendMessage", "sendDocument"],
  edit: ["editMessageText"],
  answer: ["answerCallbackQuery"],
};

/** Trouble with a Bot API server. `chatIdOf` names the chat of a place. */
export function createTelegramTrouble(peer: TelegramPeer, chatIdOf: (place: Place) => number): Trouble {
  const scopeOf = (asked: Asked, { times = 1, place, saying }: TroubleScope = {}) => ({
    times,
    when: ({ method, params }: LoggedRequest): boolean =>
      METHODS[asked].includes(method) &&
      (place === undefined || String(params["chat_id"]) === String(chatIdOf(place))) &&
      (saying === undefined || JSON.stringify(params).includes(saying)),
  });
  return {
    loseReply: (asked, scope) => see(peer.faults.cutAfter("*", scopeOf(asked, scope))),
    loseRequest: (asked, scope) => see(peer.faults.cutBefore("*", scopeOf(asked, scope))),
    hold: (asked, scope) => see(peer.faults.hold("*", scopeOf(asked, scope))),
    refuseFor: (asked, seconds, scope) => see(peer.faults.tooMany("*", seconds, scopeOf(asked, scope))),
    breakDelivery: async (act) => {
      await peer.waitForPoll({ timeoutMs: LIMIT_MS });
      const cut = peer.faults.cutMidAnswer("getUpdates");
      // The poll that waits was begun before the fault.
      peer.cutPolls();
      return { deed: act(), hasStruck: () => cut.struck.length === 1 };
    },
    goDown: () => peer.goDown(),
    comeUp: () => peer.comeUp(),
  };
}

function see(fault: PeerFault): Fault {
  return { struck: () => fault.struck.map(({ at }) => at), remove: () => fault.remove() };
}
