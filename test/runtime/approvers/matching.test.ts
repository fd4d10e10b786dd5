import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitsSomewhere, seatVotes } from "../../../src/runtime/approvers/matching.ts";
import { isNamedBy, type Voter } from "../../../src/runtime/approvers/principal.ts";
import type { Places } from "../../../src/runtime/approvers/rule.ts";

function voter(by: string, ...groups: readonly string[]): Voter {
  return { by, groups };
}

describe("seating votes", () => {
  it("moves an early voter on when the last slot needs their place", () => {
    const places: Places = { slots: ["group:security", "group:release"], open: 0 };
    const both = voter("ann", "security", "release");
    const seating = seatVotes(places, [both, voter("bob", "security")]);
    expect(seating).toMatchObject({ missing: 0, slots: [{ by: "bob" }, { by: "ann" }] });
  });

  it("moves a chain of voters on", () => {
    const places: Places = { slots: ["group:a", "group:b", "group:c"], open: 0 };
    const voters = [voter("1", "a", "b"), voter("2", "b", "c"), voter("3", "a")];
    expect(seatVotes(places, voters).missing).toBe(0);
  });

  it("fills what slots leave of a quorum from the approvers alone", () => {
    const places: Places = { slots: ["group:security"], open: 1, approvers: ["bob"] };
    expect(seatVotes(places, [voter("s1", "security"), voter("s2", "security")]).missing).toBe(1);
    expect(seatVotes(places, [voter("s1", "security"), voter("bob")]).missing).toBe(0);
  });

  it("gives one vote one place", () => {
    expect(seatVotes({ slots: ["ann", "group:g"], open: 0 }, [voter("ann", "g")]).missing).toBe(1);
  });

  it("seats as many as trying every order does, for any votes and places", () => {
    fc.assert(
      fc.property(placesArbitrary, votersArbitrary, (places, voters) => {
        const { slots, open, missing } = seatVotes(places, voters);
        const total = places.slots.length + places.open;
        expect(total - missing).toBe(countByBruteForce(places, voters));
        const seated = [...slots, ...open].filter((one) => one !== undefined);
        expect(new Set(seated.map(({ by }) => by)).size).toBe(total - missing);
        for (const [index, one] of slots.entries()) {
          if (one !== undefined) expect(isNamedBy(one, places.slots[index] ?? "")).toBe(true);
        }
        for (const one of open) if (one !== undefined) expect(fitsOpen(places, one)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("fills at least as many places with one vote more", () => {
    fc.assert(
      fc.property(placesArbitrary, votersArbitrary, (places, voters) => {
        expect(seatVotes(places, voters).missing).toBeLessThanOrEqual(seatVotes(places, voters.slice(1)).missing);
      }),
      { numRuns: 300 },
    );
  });

  it("has no place for whom no slot and no approver names", () => {
    const places: Places = { slots: ["ann"], open: 1, approvers: ["group:g"] };
    expect(fitsSomewhere(places, voter("bob", "h"))).toBe(false);
    expect(fitsSomewhere(places, voter("Ann"))).toBe(false);
    expect(fitsSomewhere(places, voter("bob", "g"))).toBe(true);
  });
});

const GROUPS = ["a", "b", "c"];
const named = fc.constantFrom("p0", "p1", "p2", "group:a", "group:b", "group:c");
const placesArbitrary: fc.Arbitrary<Places> = fc
  .record({
    slots: fc.uniqueArray(named, { maxLength: 3 }),
    open: fc.nat({ max: 2 }),
    approvers: fc.option(fc.uniqueArray(named, { minLength: 1, maxLength: 3 }), { nil: undefined }),
  })
  .map(({ approvers, ...rest }) => (approvers === undefined ? rest : { ...rest, approvers }));
const votersArbitrary = fc
  .array(fc.uniqueArray(fc.constantFrom(...GROUPS)), { maxLength: 5 })
  .map((groups) => groups.map((own, index) => voter(`p${index}`, ...own)));

function fitsOpen({ approvers }: Places, one: Voter): boolean {
  return approvers === undefined || approvers.some((principal) => isNamedBy(one, principal));
}

/** Tries every way of giving each place to one of the voters left, or to nobody. */
function countByBruteForce(places: Places, voters: readonly Voter[]): number {
  const fits = [
    ...places.slots.map((slot) => (one: Voter) => isNamedBy(one, slot)),
    ...Array.from({ length: places.open }, () => (one: Voter) => fitsOpen(places, one)),
  ];
  const count = (place: number, left: readonly Voter[]): number => {
    const fit = fits[place];
    if (fit === undefined) return 0;
    const skipped = count(place + 1, left);
    const filled = left.filter(fit).map(
      (one) =>
        1 +
        count(
          place + 1,
          left.filter((other) => other !== one),
        ),
    );
    return Math.max(skipped, ...filled);
  };
  return count(0, voters);
}
