import { valueAt } from './polynomial.js';
import { type PatternCost, readCost } from './read-cost.js';

/** The most character comparisons that a search may make without a time limit. Decision 027 gives the measured times. */
const mostCompared = 10_000_000;

/** The most character comparisons on an empty text with which a new pattern may be compiled without a time limit. */
const mostOnNothing = 10_000;

const costs = new WeakMap<RegExp, PatternCost | null>();

function costOf(pattern: RegExp): PatternCost | null {
  const known = costs.get(pattern);
  if (known !== undefined) return known;
  const cost = readCost(pattern.source, pattern.ignoreCase);
  costs.set(pattern, cost);
  return cost;
}

/** Returns true if analysis proves that a search for the pattern in this text is fast. */
export function isQuick(pattern: RegExp, text: string): boolean {
  const cost = costOf(pattern);
  if (cost === null) return false;
  const perStart = valueAt(cost.whole.work, text.length + 1);
  // A place that differs from the prefix only in its last character costs as many comparisons as the prefix has characters.
  const elsewhere = text.length * Math.max(1, cost.prefix.length);
  const mostStarts = Math.floor((mostCompared - elsewhere) / perStart);
  return mostStarts >= 1 && (cost.isAnchored || hasAtMost(mostStarts, text, cost.prefix));
}

/** Returns true if analysis proves that a search for the pattern in an empty text is fast. */
export function isQuickOnNothing(pattern: RegExp): boolean {
  const cost = costOf(pattern);
  return cost !== null && valueAt(cost.whole.work, 1) <= mostOnNothing;
}

/** Returns true if a match can begin at no more than `starts` places of a text. */
function hasAtMost(starts: number, text: string, prefix: string): boolean {
  if (text.length + 1 <= starts) return true;
  if (prefix === '') return false;
  let found = 0;
  for (let at = text.indexOf(prefix); at !== -1; at = text.indexOf(prefix, at + 1)) if (++found > starts) return false;
  return true;
}
