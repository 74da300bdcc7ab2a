import type { Boundaries, Operating } from '#stats/boundaries.js';

/** Returns the operating characteristics of a small test at rate p, by enumerating every sequence of passes and failures. */
export function operatingByEnumeration({ pass_at, stop_low }: Boundaries, p: number): Operating {
  const n = pass_at.length;
  const totals = { pass: 0, stop_low: 0, mean_n: 0 };
  for (let sequence = 0; sequence < 2 ** n; sequence++) {
    const outcomes = Array.from({ length: n }, (_, i) => (sequence >> i) & 1);
    const probability = outcomes.reduce((product, outcome) => product * (outcome ? p : 1 - p), 1);
    const { end, at } = walk(outcomes, { pass_at, stop_low });
    if (end !== null) totals[end] += probability;
    totals.mean_n += probability * at;
  }
  return totals;
}

function walk(outcomes: readonly number[], bounds: Boundaries): { end: 'pass' | 'stop_low' | null; at: number } {
  let successes = 0;
  for (const [look, outcome] of outcomes.entries()) {
    successes += outcome;
    if (successes >= (bounds.pass_at[look] ?? Number.POSITIVE_INFINITY)) return { end: 'pass', at: look + 1 };
    if (successes <= (bounds.stop_low[look] ?? -1)) return { end: 'stop_low', at: look + 1 };
  }
  return { end: null, at: outcomes.length };
}
