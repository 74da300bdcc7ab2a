import { type AttemptState, isCounted, type OtherAttempt } from '../attempts/other-attempts.js';
import { type FullRun, listNames } from '../full-run.js';
import { type EvalGatesInput, type Gate, met, unmet } from './gate.js';
import { describeChanceOfLuck, describeCorrectedChance, overallLevel } from './tries-gate.js';

const stateWords = {
  red: 'did not pass',
  again: 'collected a shard again',
  stopped: 'stopped by hand before the end',
  abandoned: 'abandoned after a red trial',
  unknown: 'never ended',
  open: 'still open',
  waiting: 'waits for labels',
  unscored: 'ended with replies that nothing has scored',
  unreadable: 'could be a failed attempt',
  shown: 'only showed replies (--look)',
} as const satisfies Record<Exclude<AttemptState, 'passed'>, string>;

/**
 * Decides whether few enough other attempts on the same files failed. The message names each attempt that did not pass, says
 * which of them count, and gives the chance that the run passed by luck. Returns no gate if all other attempts passed. `latest`
 * is null if there is no full run.
 */
export function attemptsGates(
  latest: FullRun | null,
  others: readonly OtherAttempt[],
  input: EvalGatesInput,
): readonly Gate[] {
  const unpassed = others.filter(({ state }) => state !== 'passed');
  if (unpassed.length === 0) return [];
  const { max_failed_runs: limit } = input.prompt.promotion;
  const failed = unpassed.filter((attempt) => attempt.isEarlier && isCounted(attempt));
  const price =
    failed.length === 0 || !latest
      ? ''
      : describeChance(latest, failed.length + 1, overallLevel(latest, others, input));
  const message = describeAttempts(unpassed);
  const noLimit = limit === undefined && failed.length > 0 ? '; no limit is set (promotion.max_failed_runs)' : '';
  if (limit === undefined || failed.length <= limit) return [met('failed_runs', message + noLimit + price)];
  const mend = failed.some(({ state }) => state === 'unreadable') ? 'mend the lines that cannot be read, ' : '';
  const remedy = `${mend}change what failed (attempts on other files are not counted), resume what was stopped, label what waits, or set promotion.max_failed_runs`;
  return [unmet('failed_runs', `${message}; at most ${limit} may count${price}`, remedy)];
}

function describeChance({ significance_level }: FullRun, tries: number, ofAll: number | null): string {
  return ofAll === null ? describeChanceOfLuck(significance_level, tries) : describeCorrectedChance(ofAll);
}

function describeAttempts(others: readonly OtherAttempt[]): string {
  const earlier = others.filter(({ isEarlier }) => isEarlier);
  const later = others.filter(({ isEarlier }) => !isEarlier);
  return [
    ...(earlier.length === 0 ? [] : [earlierSentence(earlier)]),
    ...(later.length === 0 ? [] : [`since then: ${listByState(later).join('; ')}`]),
  ].join('; ');
}

function earlierSentence(earlier: readonly OtherAttempt[]): string {
  const counting = earlier.filter(isCounted);
  const others = earlier.filter((attempt) => !isCounted(attempt));
  const attempts = `${earlier.length} earlier ${earlier.length === 1 ? 'attempt' : 'attempts'} on these very files`;
  const isOne = earlier.length === 1;
  if (counting.length === 0) return `${attempts} ${isOne ? 'does' : 'do'} not count: ${listByState(others).join('; ')}`;
  if (others.length === 0) return `${attempts} ${isOne ? 'counts' : 'count'}: ${listByState(counting).join('; ')}`;
  const verb = counting.length === 1 ? 'counts' : 'count';
  return `${counting.length} of ${attempts} ${verb}: ${listByState(counting).join('; ')}; named only, ${listByState(others).join('; ')}`;
}

function listByState(among: readonly OtherAttempt[]): readonly string[] {
  return Object.entries(stateWords).flatMap(([state, phrase]) => {
    const names = among.filter((attempt) => attempt.state === state).map(({ name }) => name);
    return names.length === 0 ? [] : [`${phrase}: ${listNames(names)}`];
  });
}
