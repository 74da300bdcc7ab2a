import type { JsonObject } from '#model/data/json.js';
import type { Leaf } from '../reading/read-leaf.js';

/** How a threshold counts checks: all or so many of them must hold; or the reason why it cannot be carried over. */
export type Counted =
  | 'all'
  | { readonly count: number; readonly of: readonly JsonObject[] }
  | { readonly reason: string };

/** Counts the checks that must hold for a mean score of at least a threshold. Each must be one check that holds or not, with equal weight. */
export function countChecks(leaves: readonly Leaf[], threshold: number): Counted {
  const counted = leaves.filter(({ weight }) => weight !== 0);
  if (counted.some(({ mapped }) => mapped.kind === 'left_out'))
    return { reason: 'some of its assertions are left out' };
  const areDecisions = counted.every(({ mapped }) => mapped.kind === 'checks' && mapped.isDecision);
  if (threshold === 1 && areDecisions) return 'all';
  if (new Set(counted.map(({ weight }) => weight)).size > 1) return { reason: 'eva has no weights' };
  const of = counted.flatMap(countable);
  if (of.length < counted.length)
    return { reason: 'some of its assertions have scores between 0 and 1, or are more than one check' };
  const count = Math.ceil(counted.length * threshold - 1e-9);
  if (count > counted.length) return { reason: 'no score can reach it' };
  return { count, of };
}

/** Returns the only check of an assertion, if a threshold can count it. */
function countable({ mapped, about }: Leaf): readonly JsonObject[] {
  if (mapped.kind !== 'checks' || !mapped.isDecision || mapped.checks.length !== 1) return [];
  return mapped.checks
    .filter((check) => !('at_least' in check) && !('extract' in check))
    .map((check) => (about === undefined ? check : { about, ...check }));
}
