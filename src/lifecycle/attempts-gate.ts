import { type FullRun, listed } from './full-run.js';
import { type EvalGatesInput, type Gate, met, unmet } from './gate.js';
import { type AttemptStanding, isCounted, type OtherAttempt } from './other-attempts.js';
import { priceOfCorrected, priceOfTries } from './price-of-tries.js';
import { levelOfAll } from './tries-gate.js';

/** The state of an attempt in words. */
const words = {
  red: 'did not pass',
  again: 'collected a shard again',
  stopped: 'stopped by hand before the end',
  abandoned: 'abandoned after a red trial',
  unknown: 'never ended',
  open: 'still open',
} as const satisfies Record<Exclude<AttemptStanding, 'passed'>, string>;

/**
 * Names every other attempt on the same files that did not pass, says which of them count, and what they cost the claim of the run.
 * Returns an empty list if every other attempt passed. `latest` is null before the first full run.
 */
export function attemptsGates(
  latest: FullRun | null,
  others: readonly OtherAttempt[],
  input: EvalGatesInput,
): readonly Gate[] {
  const unpassed = others.filter(({ standing }) => standing !== 'passed');
  if (unpassed.length === 0) return [];
  const { max_failed_runs: limit } = input.prompt.promotion;
  const failed = unpassed.filter((one) => one.isEarlier && isCounted(one));
  const price =
    failed.length === 0 || !latest ? '' : priceOf(latest, failed.length + 1, levelOfAll(latest, others, input));
  const message = sentences(unpassed);
  const noLimit = limit === undefined && failed.length > 0 ? '; no limit is set (promotion.max_failed_runs)' : '';
  if (limit === undefined || failed.length <= limit) return [met('failed_runs', message + noLimit + price)];
  const remedy =
    'change what failed (attempts on other files are not counted), resume what was stopped, or set promotion.max_failed_runs';
  return [unmet('failed_runs', `${message}; ${failed.length} of at most ${limit}${price}`, remedy)];
}

function priceOf({ significance_level }: FullRun, tries: number, ofAll: number | null): string {
  return ofAll === null ? priceOfTries(significance_level, tries) : priceOfCorrected(ofAll);
}

function sentences(others: readonly OtherAttempt[]): string {
  const earlier = others.filter(({ isEarlier }) => isEarlier);
  const later = others.filter(({ isEarlier }) => !isEarlier);
  return [
    ...(earlier.length === 0 ? [] : [earlierSentence(earlier)]),
    ...(later.length === 0 ? [] : [`since then: ${told(later).join('; ')}`]),
  ].join('; ');
}

function earlierSentence(earlier: readonly OtherAttempt[]): string {
  const counting = earlier.filter(isCounted);
  const others = earlier.filter((one) => !isCounted(one));
  const attempts = `${earlier.length} earlier ${earlier.length === 1 ? 'attempt' : 'attempts'} on these very files`;
  const isOne = earlier.length === 1;
  if (counting.length === 0) return `${attempts} ${isOne ? 'does' : 'do'} not count: ${told(others).join('; ')}`;
  if (others.length === 0) return `${attempts} ${isOne ? 'counts' : 'count'}: ${told(counting).join('; ')}`;
  const verb = counting.length === 1 ? 'counts' : 'count';
  return `${counting.length} of ${attempts} ${verb}: ${told(counting).join('; ')}; named only, ${told(others).join('; ')}`;
}

/** Lists attempts by their state. */
function told(among: readonly OtherAttempt[]): readonly string[] {
  return Object.entries(words).flatMap(([standing, phrase]) => {
    const names = among.filter((one) => one.standing === standing).map(({ name }) => name);
    return names.length === 0 ? [] : [`${phrase}: ${listed(names)}`];
  });
}
