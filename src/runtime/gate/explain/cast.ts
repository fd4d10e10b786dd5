/** Somebody the host knows, as far as a gate's policy is concerned. */
export interface KnownPerson {
  readonly id: string;
  /** Bare group names. */
  readonly groups: readonly string[];
}

/** Who there is. */
export interface Cast {
  readonly people: readonly KnownPerson[];
  /** Ids of possible starters. */
  readonly starters: readonly string[];
}
