import { mostTrials } from '#model/limits.js';
import { isPassable, type Outlook } from '#model/run/outlook.js';
import { count, limits, plural } from '../text/numbers.js';

/** `cannot pass with 20 trials, however good they are: it takes at least 59`. */
export function whyImpossible({ smallest_n, n }: Outlook): string {
  const least =
    smallest_n === null ? `more than the ${count(mostTrials)} that a case can have` : `at least ${count(smallest_n)}`;
  return `cannot pass with ${plural(n, 'trial')}, however good they are: it takes ${least}`;
}

/** `to pass if the true rate is 98.5%`: what a chance is told for; of means, the widest spread that their values can have. */
export function conditionOf({ power, is_widest_spread }: Outlook, isAssumed = false): string {
  if (power === null) return '';
  const spread = is_widest_spread ? ' and values lie at both ends of what they can be' : '';
  return `to pass if ${power.truth}${isAssumed ? ' (assumed)' : ''}${spread}`;
}

/** True if a prompt as good as is planned for would not pass more often than not. Of means less spread is as likely, so nothing is said. */
export function isUnlikely({ power, is_widest_spread }: Outlook): boolean {
  return power !== null && !is_widest_spread && power.value < limits.even;
}

/**
 * True if the trials are too few to rely on: no pass is possible, or a prompt as good as is planned for would often not pass. Of means
 * only the former is said, since their values rarely lie as far apart as is planned for.
 */
export function isTooFew(outlook: Outlook): boolean {
  const { power, is_widest_spread } = outlook;
  return !isPassable(outlook) || (power !== null && !is_widest_spread && power.value < limits.enough);
}
