/** The variable an argument is given to steps as: `user-id` → `LOBSTER_ARG_USER_ID`. Undefined for a name without letters and digits. */
export function argumentVariable(name: string): string | undefined {
  const suffix = name
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  return suffix === "" ? undefined : `LOBSTER_ARG_${suffix}`;
}
