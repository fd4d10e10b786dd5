import type { PeopleDirectory } from "../../runtime/host.ts";
import { createPeople, type Person } from "./people.ts";

/**
 * Who may act now, for the runtime: it asks when votes are complete, so that a vote of somebody who was taken out of the
 * configuration, or out of a group, does not open a gate. The configuration is read when the bot starts; a change counts from the
 * next start on.
 */
export function createPeopleDirectory(config: { readonly people: readonly Person[] }): PeopleDirectory {
  const people = createPeople(config);
  return {
    lookUp: (id, account) => {
      const person = people.findWith(id, account);
      return Promise.resolve(person === undefined ? undefined : { groups: person.groups });
    },
  };
}
