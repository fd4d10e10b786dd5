/** What a model's tokens cost, in USD per million. */
export interface Price {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

/**
 * List prices of the vendors by model family, in USD per million tokens (input, output), as of autumn 2026; the older rows
 * are stages-and-cli §13.1's. Text at the standard tier: no discounts for caching or batches, no surcharge for very long
 * prompts. What is not here, or has changed since, is set with `LOBSTER_LLM_PRICING_JSON`.
 */
export const LIST_PRICES: ReadonlyMap<string, Price> = new Map(
  Object.entries({
    "gpt-3.5-turbo": [0.5, 1.5],
    "gpt-4": [30, 60],
    "gpt-4-turbo": [10, 30],
    "gpt-4o": [2.5, 10],
    "gpt-4o-mini": [0.15, 0.6],
    "gpt-4.1": [2, 8],
    "gpt-4.1-mini": [0.4, 1.6],
    "gpt-4.1-nano": [0.1, 0.4],
    "gpt-5": [1.25, 10],
    "gpt-5-mini": [0.25, 2],
    "gpt-5-nano": [0.05, 0.4],
    "gpt-5-pro": [15, 120],
    "gpt-5-codex": [1.25, 10],
    "gpt-5.1": [1.25, 10],
    "gpt-5.2": [1.75, 14],
    "gpt-5.2-codex": [1.75, 14],
    "gpt-5.3-codex": [1.75, 14],
    "gpt-5.4": [2.5, 15],
    "gpt-5.4-mini": [0.75, 4.5],
    "gpt-5.4-nano": [0.2, 1.25],
    "gpt-5.5": [5, 30],
    "gpt-5.6-sol": [5, 30],
    "gpt-5.6-terra": [2, 12],
    "gpt-5.6-luna": [0.2, 1.2],
    o1: [15, 60],
    o3: [2, 8],
    "o3-mini": [1.1, 4.4],
    "o4-mini": [1.1, 4.4],
    "claude-3-haiku": [0.25, 1.25],
    "claude-3-opus": [15, 75],
    "claude-3-5-haiku": [0.8, 4],
    "claude-haiku-3-5": [0.8, 4],
    "claude-haiku-4-5": [1, 5],
    "claude-3-5-sonnet": [3, 15],
    "claude-3-7-sonnet": [3, 15],
    "claude-sonnet-4": [3, 15],
    "claude-sonnet-4-5": [3, 15],
    "claude-sonnet-4-6": [3, 15],
    "claude-sonnet-5": [2, 10],
    "claude-sonnet-5-5": [2, 10],
    "claude-opus-4": [15, 75],
    "claude-opus-4-1": [15, 75],
    "claude-opus-4-5": [5, 25],
    "claude-opus-4-6": [5, 25],
    "claude-opus-4-7": [5, 25],
    "claude-opus-4-8": [5, 25],
    "claude-opus-5": [5, 25],
    "claude-opus-5-5": [4, 20],
    "claude-fable-5": [10, 50],
    "gemini-1.5-flash": [0.075, 0.3],
    "gemini-1.5-pro": [1.25, 5],
    "gemini-2.0-flash": [0.1, 0.4],
    "gemini-2.0-flash-lite": [0.075, 0.3],
    "gemini-2.5-flash": [0.3, 2.5],
    "gemini-2.5-flash-lite": [0.1, 0.4],
    "gemini-2.5-pro": [1.25, 10],
    "gemini-3-flash": [0.5, 3],
    "gemini-3.1-flash-lite": [0.25, 1.5],
    "gemini-3.1-pro": [2, 12],
    "gemini-3.5-flash": [1.5, 9],
  } satisfies Record<string, [number, number]>).map(([name, [inputPerMillion, outputPerMillion]]) => [
    name,
    { inputPerMillion, outputPerMillion },
  ]),
);
