import type { PersonConfig } from "./config.ts";

/** Who is there when nothing is configured, so that a newcomer sees a gate within a minute of cloning. Terminal only. */
export const DEMO_PEOPLE: readonly PersonConfig[] = [
  demoPerson("dev-lead", "Dev lead", "dev"),
  demoPerson("release-manager", "Release manager", "release"),
  demoPerson("teammate", "Teammate", "dev"),
];

function demoPerson(id: string, name: string, group: string): PersonConfig {
  return { id, name, groups: [group], accounts: [{ platform: "terminal", id }] };
}
