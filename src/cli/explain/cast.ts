import { basename, extname } from "node:path";
import type { Config, PersonConfig, Principal } from "../../config/config.ts";
import { readConfig } from "../read-config.ts";
import type { CliWorld } from "../world.ts";

/** Who is known here, and who may start a workflow. */
export interface Cast {
  readonly people: readonly PersonConfig[];
  readonly starters: readonly PersonConfig[];
}

/** Who is known; `unusable` is a configuration with problems, which is not guessed from. */
export type CastOutcome =
  | { readonly kind: "known"; readonly cast: Cast }
  | { readonly kind: "absent" }
  | { readonly kind: "unusable"; readonly count: number };

/** Finds the people of `lobster.config.yaml`, where there is one. A workflow is called by its file's name. */
export async function findCast(filePath: string, world: CliWorld): Promise<CastOutcome> {
  const outcome = await readConfig(world);
  if (outcome.kind === "absent") return outcome;
  if (outcome.kind === "problems") return { kind: "unusable", count: outcome.problems.length };
  const { config } = outcome;
  return { kind: "known", cast: { people: config.people, starters: listStarters(config, filePath) } };
}

function listStarters({ people, workflows }: Config, filePath: string): readonly PersonConfig[] {
  const rule = workflows.get(basename(filePath, extname(filePath)))?.start;
  if (rule === undefined) return people;
  return people.filter((person) => rule.some((principal) => isNamed(person, principal)));
}

function isNamed(person: PersonConfig, principal: Principal): boolean {
  return principal.kind === "person" ? principal.id === person.id : person.groups.includes(principal.group);
}
