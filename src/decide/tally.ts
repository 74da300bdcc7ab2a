import type { TrialValues } from './trial-values.js';

/** Trials so far, and those among them without a value, by why. */
export interface Tally {
  readonly used: number;
  readonly failed: number;
  readonly ungraded: number;
}

export const noTrials: Tally = { used: 0, failed: 0, ungraded: 0 };

export function tally({ used, failed, ungraded }: Tally, trial: TrialValues): Tally {
  const why = trial.values === null ? trial.why : null;
  return {
    used: used + 1,
    failed: failed + (why === 'failed' ? 1 : 0),
    ungraded: ungraded + (why === 'ungraded' ? 1 : 0),
  };
}
