import { valueAt } from './polynomial.js';
import { type PatternCost, readCost } from './read-cost.js';

/** So many characters are compared in some 30 ms at the most: the slowest sets take 13 ns for one (see decision 027). */
const mostCompared = 10_000_000;

/** A pattern that V8 has never run on a text may be compiled, and run on an empty one, if that takes no more comparisons than this. */
const mostOnNothing = 10_000;

const costs = new WeakMap<RegExp, PatternCost | null>();

function costOf(pattern: RegExp): PatternCost | null {
  const known = costs.get(pattern);
  if (known !== undefined) return known;
  const cost = readCost(pattern.source, pattern.ignoreCase);
  costs.set(pattern, cost);
  return cost;
}

/** True if a search for the pattern in this text is over in a moment, whatever they are: proved, not measured. */
export function isQuick(pattern: RegExp, text: string): boolean {
  const cost = costOf(pattern);
  if (cost === null) return false;
  const perStart = valueAt(cost.whole.work, text.length + 1);
  // Where the first characters do not stand, all but the last may: each place costs as many comparisons as there are.
  const elsewhere = text.length * Math.max(1, cost.prefix.length);
  const mostStarts = Math.floor((mostCompared - elsewhere) / perStart);
  return mostStarts >= 1 && (cost.isAnchored || hasAtMost(mostStarts, text, cost.prefix));
}

/** True if a search in an empty text is. */
export function isQuickOnNothing(pattern: RegExp): boolean {
  const cost = costOf(pattern);
  return cost !== null && valueAt(cost.whole.work, 1) <= mostOnNothing;
}

/** Whether a match can begin in so many places of a text at the most. */
function hasAtMost(starts: number, text: string, prefix: string): boolean {
  if (text.length + 1 <= starts) return true;
  if (prefix === '') return false;
  let found = 0;
  for (let at = text.indexOf(prefix); at !== -1; at = text.indexOf(prefix, at + 1)) if (++found > starts) return false;
  return true;
}
