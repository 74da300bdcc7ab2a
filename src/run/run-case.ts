import { casePasses, decideCase } from '#decide/decide-case.js';
import type { GradeDeps } from '#grade/deps.js';
import { gradeTrial } from '#grade/index.js';
import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run.js';
import type { Score } from '#model/score.js';
import type { Trial } from '#model/trial.js';
import { NoReply } from '#provider/failure.js';
import type { SubjectDeps } from '#subject/deps.js';
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
  deps: GradeDeps & Omit<SubjectDeps, 'ask' | 'route'>,
): Promise<GradedTrial> {
  const trial = await runTrial(one, body, index, deps);
  if (trial.outcome === 'missing') return { trial, scores: [] };
  try {
    return { trial, scores: await gradeTrial(one, trial, deps) };
  } catch (error) {
    if (!(error instanceof NoReply)) throw error;
    return { trial: { ...trial, outcome: 'missing', reason: error.message }, scores: [] };
  }
}

/** What the trials of a case, in any order, come to. A missing trial leaves the case undecided. */
export function decideTrials(one: Case, graded: readonly GradedTrial[]): CaseResult {
  const ordered = [...graded].sort((a, b) => a.trial.index - b.trial.index);
  const trials = ordered.map(({ trial }) => trial);
  const scores = ordered.flatMap((each) => each.scores);
  const complete = trials.length === one.sample_size && trials.every((trial) => trial.outcome !== 'missing');
  const verdicts = complete ? decideCase(one, scores) : [];
  return {
    name: one.name,
    kind: one.subject.kind,
    passed: complete ? casePasses(verdicts) : null,
    verdicts,
    trials,
    scores,
  };
}
