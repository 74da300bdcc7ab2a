import type { Criterion } from '#decide/criterion.js';
import { outlooksOf, refusedCriteria } from '#decide/outlooks.js';
import { problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import { mostTrials } from '#model/limits.js';
import type { Place, Problem } from '#model/problem.js';
import { isPassable, type Outlook } from '#model/run/outlook.js';

/** What can be said of a criterion beforehand, and where the criterion stands. */
export interface PlacedOutlook {
  readonly outlook: Outlook;
  readonly at: Place | undefined;
}

/** The outlooks of a case, in the order of its criteria. Those that are unknown or refused have none. */
export function placedOutlooks(one: Case, criteria?: readonly Criterion[]): readonly PlacedOutlook[] {
  return one.expectations.flatMap((expectation) =>
    expectation.criteria.flatMap((spec) => {
      const alone = { ...one, expectations: [{ ...expectation, criteria: [spec] }] };
      return outlooksOf(alone, criteria).map((outlook) => ({ outlook, at: spec.at ?? expectation.at ?? one.at }));
    }),
  );
}

/** A problem for each criterion that cannot decide what it stands under. */
export function misplacedCriteria(one: Case, criteria?: readonly Criterion[]): readonly Problem[] {
  return refusedCriteria(one, criteria).map(({ spec, refusal }) =>
    problem('EVA_BAD_CRITERIA', refusal.message, { at: spec.at ?? one.at, hint: refusal.hint }),
  );
}

/**
 * Returns a problem for each criterion that cannot pass: a warning if that is allowed, else an error. Names `attempt` if it has
 * lowered the level.
 */
export function underpowered(placed: readonly PlacedOutlook[], isAllowed: boolean, attempt = 1): readonly Problem[] {
  const severity = isAllowed ? 'warning' : 'error';
  return placed
    .filter(({ outlook }) => !isPassable(outlook))
    .map(({ outlook, at }) =>
      problem('EVA_UNDERPOWERED', cannotPass(outlook) + levelOf(outlook, attempt), {
        at,
        hint: wayOut(outlook) + ofChangedCases(outlook, attempt),
        severity,
      }),
    );
}

function levelOf({ significance_level }: Outlook, attempt: number): string {
  if (attempt === 1 || significance_level === null) return '';
  return `; attempt ${attempt} on these files is decided at a level of ${Number(significance_level.toPrecision(2))}`;
}

/** Says, if attempts have lowered the level, that a larger sample changes the cases and begins at attempt 1 again. */
function ofChangedCases({ significance_level }: Outlook, attempt: number): string {
  if (attempt === 1 || significance_level === null) return '';
  return '; changed cases begin at attempt 1 again, and eva does not count earlier looks (docs/internals/statistics.md#tries)';
}

function cannotPass({ criterion, n, smallest_n, is_widest_spread }: Outlook): string {
  const trials = n === 1 ? '1 trial' : `${n} trials`;
  if (smallest_n === null) {
    return `${criterion} cannot pass with ${trials}: it needs more than the ${mostTrials} that a case can have`;
  }
  const best = is_widest_spread ? 'even if each brings the best value there is' : 'even if every one passes';
  return `${criterion} cannot pass with ${trials}: it needs at least ${smallest_n}, ${best}`;
}

const allowIt = 'run it with --allow-underpowered (in TypeScript: allow_underpowered)';

function wayOut({ smallest_n, needed_n, power, is_widest_spread }: Outlook): string {
  if (smallest_n === null) return `lower the bar, or ${allowIt}`;
  const isSaid = needed_n !== null && power !== null && needed_n > smallest_n;
  const spread = is_widest_spread ? ' and values lie at both ends of what they can be' : '';
  const likely = isSaid ? ` (${needed_n} for a power of 80% if ${power.truth}${spread})` : '';
  return `raise sample_size to ${smallest_n}${likely}, lower the bar, or ${allowIt}`;
}
