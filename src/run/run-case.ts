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
  const scores = ordered.flatMap((each) => each.scores);
  const { verdicts, used, is_settled } = decideCase(one, scores);
  const trials = ordered.map(({ trial }) => trial).filter((trial) => !is_settled || trial.index < used);
  return {
    name: one.name,
    kind: one.subject.kind,
    passed: is_settled ? casePasses(verdicts) : null,
    verdicts: is_settled ? verdicts : [],
    sample_size: one.sample_size,
    stopped_at: is_settled && used < one.sample_size ? used : null,
    trials,
    scores: scores.filter((score) => !is_settled || score.trial < used),
  };
}
