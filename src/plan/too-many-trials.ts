import { problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import { mostTrialsOfRun } from '#model/limits.js';
import type { Problem } from '#model/problem.js';

/** Returns a problem if the cases of a run ask for more trials together than memory can hold. */
export function tooManyTrials(cases: readonly Case[]): readonly Problem[] {
  const trials = cases.reduce((sum, one) => sum + one.sample_size, 0);
  if (trials <= mostTrialsOfRun) return [];
  const [asked, most] = [trials, mostTrialsOfRun].map((count) => count.toLocaleString('en-US'));
  const counted = cases.length === 1 ? '1 case asks' : `${cases.length.toLocaleString('en-US')} cases ask`;
  const hint = 'lower sample_size, or evaluate fewer cases at a time with --case';
  return [problem('EVA_TOO_MANY_TRIALS', `${counted} for ${asked} trials, and a run holds at most ${most}`, { hint })];
}
