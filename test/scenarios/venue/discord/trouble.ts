import type { DiscordPeer, Fault as PeerFault, LoggedRequest, RouteName } from "../../../peers/discord/index.ts";
import type { Asked, Fault, Trouble, TroubleScope } from "../trouble.ts";

const ROUTES: Readonly<Record<Asked, RouteName>> = {
  send: "POST /channels/{channel_id}/messages",
  edit: "PATCH /channels/{channel_id}/messages/{message_id}",
  answer: "POST /interactions/{interaction_id}/{interaction_token}/callback",
};

/** Trouble with Discord. Places go by the ids of their channels. */
export function createDiscordTrouble(peer: DiscordPeer): Trouble {
  const { faults, gateway } = peer;
  return {
    loseReply: (asked, scope) => see(faults.cutAfter(ROUTES[asked], scopeOf(scope))),
    loseRequest: (asked, scope) => see(faults.cutBefore(ROUTES[asked], scopeOf(scope))),
    hold: (asked, scope) => see(faults.hold(ROUTES[asked], scopeOf(scope))),
    refuseFor: (asked, seconds, scope) => see(faults.tooMany(ROUTES[asked], seconds, scopeOf(scope))),
    breakDelivery: (act) => {
      const resumed = countResumes(peer);
      const letGo = gateway.holdEvents();
      const deed = act();
      gateway.drop();
      letGo();
      return Promise.resolve({ deed, hasStruck: () => countResumes(peer) === resumed + 1 });
    },
    goDown: () => peer.goDown(),
    comeUp: () => peer.comeUp(),
  };
}

function scopeOf({ times = 1, place, saying }: TroubleScope = {}) {
  return {
    times,
    when: ({ params, body }: LoggedRequest): boolean =>
      (place === undefined || params["channel_id"] === place.id) &&
      (saying === undefined || JSON.stringify(body).includes(saying)),
  };
}

function countResumes(peer: DiscordPeer): number {
  return peer.gateway.sessions().reduce((sum, { resumes }) => sum + resumes, 0);
}

function see(fault: PeerFault): Fault {
  return { struck: () => fault.struck.map(({ at }) => at), remove: () => fault.remove() };
}
