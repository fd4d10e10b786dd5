import type { Registered, Venue } from "../venue/venue.ts";

const PEOPLE: Readonly<Record<Registered, { readonly name: string; readonly group: string }>> = {
  "release-manager": { name: "Release manager", group: "release" },
  "dev-lead": { name: "Dev lead", group: "dev" },
  teammate: { name: "Teammate", group: "dev" },
};

/** The configuration of a bot at these venues: everybody with an account at each, and every place. */
export function writeConfig(venues: readonly Venue[], further = ""): string {
  const people = (Object.keys(PEOPLE) as Registered[]).map((id) => {
    const { name, group } = PEOPLE[id];
    return [`id: ${id}`, `name: ${name}`, ...venues.flatMap((venue) => venue.account(id)), `groups: [${group}]`].join(
      ", ",
    );
  });
  const chats = venues.flatMap((venue) => venue.chats);
  return [
    "people:",
    ...people.map((person) => `  - { ${person} }`),
    ...(chats.length === 0 ? [] : ["chats:", ...chats.map((chat) => `  - ${chat}`)]),
    "secrets: [SCENE_SECRET]",
    further,
  ].join("\n");
}
