import { mostTrials } from '#model/limits.js';
import { isPassable, type Outlook } from '#model/run/outlook.js';
import { count, limits, plural } from '../text/numbers.js';

/** Explains why a criterion cannot pass: `cannot pass with 20 trials, however good they are: it takes at least 59`. */
export function whyImpossible({ smallest_n, n }: Outlook): string {
  const least =
    smallest_n === null ? `more than the ${count(mostTrials)} that a case can have` : `at least ${count(smallest_n)}`;
  return `cannot pass with ${plural(n, 'trial')}, however good they are: it takes ${least}`;
}

/** Returns the condition of a power: `to pass if the true rate is 98.5%`. For means it adds the assumed spread. */
export function conditionOf({ power, is_widest_spread }: Outlook, isAssumed = false): string {
  if (power === null) return '';
  const spread = is_widest_spread ? ' and values lie at both ends of what they can be' : '';
  return `to pass if ${power.truth}${isAssumed ? ' (assumed)' : ''}${spread}`;
}

/** Returns true if the power is below 50 %. Always false for means, whose power assumes the largest possible spread. */
export function isUnlikely({ power, is_widest_spread }: Outlook): boolean {
  return power !== null && !is_widest_spread && power.value < limits.even;
}

/**
 * Returns true if a criterion has too few trials: it cannot pass, or its power is too low. Ignores the power of means, which assumes a
 * larger spread than real values have.
 */
export function isTooFew(outlook: Outlook): boolean {
  const { power, is_widest_spread } = outlook;
  return !isPassable(outlook) || (power !== null && !is_widest_spread && power.value < limits.enough);
}
