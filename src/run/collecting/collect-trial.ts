import type { GradeDeps } from '#grade/deps.js';
import { gradeTrial } from '#grade/index.js';
import type { Case } from '#model/case.js';
import type { Score } from '#model/score.js';
import type { Trial } from '#model/trial.js';
import { NoReply } from '#provider/failure.js';
import type { SubjectDeps } from '#subject/deps.js';
import { missingFor } from '#subject/missing.js';
import { runTrial } from '#subject/run-trial.js';

export interface GradedTrial {
  readonly trial: Trial;
  readonly scores: readonly Score[];
}

/** Collects one trial and grades it. If a judge's reply could not be had the trial is missing, as if its own had not come. */
export async function collectTrial(
  one: Case,
  body: string,
  index: number,
  deps: GradeDeps & SubjectDeps,
): Promise<GradedTrial> {
  const trial = await runTrial(one, body, index, deps);
  if (trial.outcome === 'missing') return { trial, scores: [] };
  try {
    return { trial, scores: await gradeTrial(one, trial, deps) };
  } catch (error) {
    if (!(error instanceof NoReply)) throw error;
    return { trial: { ...trial, ...missingFor(error) }, scores: [] };
  }
}
