import { isNamedBy, type Voter } from "./principal.ts";
import type { Places } from "./rule.ts";

/** Which vote stands in which place; undefined for a place that nobody fills yet. */
export interface Seating {
  readonly slots: readonly (Voter | undefined)[];
  readonly open: readonly (Voter | undefined)[];
  /** Places that nobody fills yet. */
  readonly missing: number;
}

/**
 * Puts votes into places so that as many places as possible are filled, one vote a place (maximum bipartite matching by
 * augmenting paths): whoever came early moves on when somebody else fits only where they are, so that an early voter
 * never blocks the last slot (policy rule 5). Earlier votes are seated first.
 */
export function seatVotes(places: Places, voters: readonly Voter[]): Seating {
  const seats = listSeats(places);
  const taken: (number | undefined)[] = seats.map(() => undefined);
  for (const index of voters.keys()) findSeat(index, { seats, taken, voters }, new Set());
  const seated = taken.map((voter) => (voter === undefined ? undefined : voters[voter]));
  return {
    slots: seated.slice(0, places.slots.length),
    open: seated.slice(places.slots.length),
    missing: seated.filter((voter) => voter === undefined).length,
  };
}

/** May this voter take any place at all? */
export function fitsSomewhere(places: Places, voter: Voter): boolean {
  return listSeats(places).some((seat) => seat(voter));
}

type Seat = (voter: Voter) => boolean;

function listSeats({ slots, open, approvers }: Places): readonly Seat[] {
  const openSeat: Seat = (voter) => approvers === undefined || approvers.some((named) => isNamedBy(voter, named));
  return [
    ...slots.map(
      (slot): Seat =>
        (voter) =>
          isNamedBy(voter, slot),
    ),
    ...Array.from({ length: open }, () => openSeat),
  ];
}

interface Room {
  readonly seats: readonly Seat[];
  /** Per seat, the index of the voter on it. */
  readonly taken: (number | undefined)[];
  readonly voters: readonly Voter[];
}

/** Seats a voter, moving others on where they can; `tried` keeps it from going round in circles. */
function findSeat(index: number, room: Room, tried: Set<number>): boolean {
  const voter = room.voters[index];
  if (voter === undefined) return false;
  for (const [at, seat] of room.seats.entries()) {
    if (tried.has(at) || !seat(voter)) continue;
    tried.add(at);
    const other = room.taken[at];
    if (other === undefined || findSeat(other, room, tried)) {
      room.taken[at] = index;
      return true;
    }
  }
  return false;
}
