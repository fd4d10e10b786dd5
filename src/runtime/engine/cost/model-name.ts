/**
 * The name of a model as its vendor writes it, without what providers, clouds and routers put before it, in lower case with
 * dashes for dots: `openrouter/anthropic/claude-sonnet-4.5`, `us.anthropic.claude-sonnet-4-5` and `anthropic:claude-sonnet-4-5`
 * are one model.
 */
export function bareModelName(model: string): string {
  return model
    .trim()
    .toLowerCase()
    .replace(/^.*\//s, "")
    .replace(/^[a-z_-]+:/, "")
    .replace(/^(?:[a-z][a-z-]*\.)+(?=[a-z])/, "")
    .replaceAll(".", "-");
}

/** A date, a build number, a revision of the cloud, or the state of a release. */
const EDITION =
  /^(?:[-@:](?:\d{4}-\d{2}-\d{2}|\d{2}-\d{4}|\d{2}-\d{2}|\d{3,8}|v\d{1,2}(?::\d)?|latest|preview|exp|beta))+$/;

/**
 * The family a bare model name belongs to: the longest of `families` that it is an edition of. Only dates, revisions and the
 * like make editions (`gpt-4o-2024-08-06`); another word or version makes another model with its own price
 * (`gpt-4o-audio`, `claude-opus-4-9`), and that is unknown rather than guessed.
 */
export function findFamily(bareName: string, families: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  for (const family of families) {
    if (!bareName.startsWith(family) || family.length <= (nearest?.length ?? 0)) continue;
    const rest = bareName.slice(family.length);
    if (rest === "" || EDITION.test(rest)) nearest = family;
  }
  return nearest;
}
