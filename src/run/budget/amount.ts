/** The cost of calls, or its upper bound. Dollars. */
export interface Amount {
  readonly calls: number;
  readonly tokens: number;
  readonly usd: number;
}

export const nothing: Amount = { calls: 0, tokens: 0, usd: 0 };

/** Adds two amounts. */
export function plus(one: Amount, other: Amount): Amount {
  return { calls: one.calls + other.calls, tokens: one.tokens + other.tokens, usd: one.usd + other.usd };
}

/** Subtracts the second amount. */
export function minus(one: Amount, other: Amount): Amount {
  return { calls: one.calls - other.calls, tokens: one.tokens - other.tokens, usd: one.usd - other.usd };
}
