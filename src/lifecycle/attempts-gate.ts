import type { EvidenceDigests } from '#model/run.js';
import { type FullRun, listed } from './full-run.js';
import { type EvalGatesInput, type Gate, met, unmet } from './gate.js';
import { type AttemptStanding, type OtherAttempt, otherAttempts } from './other-attempts.js';
import { priceOfCorrected, priceOfTries } from './price-of-tries.js';
import { levelOfAll } from './tries-gate.js';

/** Those that count against `max_failed_runs`: what is not known to have passed is taken for red, but for want of replies. */
const counted: readonly AttemptStanding[] = ['red', 'again', 'stopped', 'abandoned', 'unknown'];

const words = {
  red: 'did not pass',
  again: 'collected a shard again',
  stopped: 'stopped by hand before the end',
  abandoned: 'abandoned after a red trial',
  unknown: 'never ended',
  open: 'still open',
} as const satisfies Record<Exclude<AttemptStanding, 'passed'>, string>;

/** Names every other attempt on the same files that is not known to have passed, with what those before the run cost its claim; none without any. */
export function attemptsGates(latest: FullRun, evidence: EvidenceDigests, input: EvalGatesInput): readonly Gate[] {
  const others = otherAttempts(latest, evidence, input).filter(({ standing }) => standing !== 'passed');
  if (others.length === 0) return [];
  const { max_failed_runs: limit } = input.prompt.promotion;
  const failed = others.filter(({ standing, isEarlier }) => isEarlier && counted.includes(standing));
  const price = failed.length === 0 ? '' : priceOf(latest, failed.length + 1, levelOfAll(latest, evidence, input));
  const message = sentences(others);
  if (limit === undefined || failed.length <= limit) return [met('failed_runs', message + price)];
  const remedy =
    'change what failed (attempts on other files are not counted), resume what was stopped, or set promotion.max_failed_runs';
  return [unmet('failed_runs', `${message}; ${failed.length} of at most ${limit}${price}`, remedy)];
}

function priceOf({ significance_level }: FullRun, tries: number, ofAll: number | null): string {
  return ofAll === null ? priceOfTries(significance_level, tries) : priceOfCorrected(ofAll);
}

function sentences(others: readonly OtherAttempt[]): string {
  const told = (among: readonly OtherAttempt[]) =>
    Object.entries(words).flatMap(([standing, phrase]) => {
      const names = among.filter((one) => one.standing === standing).map(({ name }) => name);
      return names.length === 0 ? [] : [`${phrase}: ${listed(names)}`];
    });
  const earlier = others.filter(({ isEarlier }) => isEarlier);
  const later = others.filter(({ isEarlier }) => !isEarlier);
  const attempts = earlier.length === 1 ? '1 earlier attempt' : `${earlier.length} earlier attempts`;
  return [
    ...(earlier.length === 0 ? [] : [`${attempts} on these very files: ${told(earlier).join('; ')}`]),
    ...(later.length === 0 ? [] : [`since then: ${told(later).join('; ')}`]),
  ].join('; ');
}
