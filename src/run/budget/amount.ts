/** The cost of calls, or an upper bound of it. `usd` is in dollars. */
export interface Amount {
  readonly calls: number;
  readonly tokens: number;
  readonly usd: number;
}

export const nothing: Amount = { calls: 0, tokens: 0, usd: 0 };

/** Adds two amounts. */
export function plus(a: Amount, b: Amount): Amount {
  return { calls: a.calls + b.calls, tokens: a.tokens + b.tokens, usd: a.usd + b.usd };
}

/** Subtracts the second amount. */
export function minus(a: Amount, b: Amount): Amount {
  return { calls: a.calls - b.calls, tokens: a.tokens - b.tokens, usd: a.usd - b.usd };
}
