import { join } from 'node:path';
import type { Case } from '#model/case.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import {
  type CaseLabels,
  type Label,
  type LabelsOfAnswers,
  labelSeed,
  labelsAsked,
  labelsOfAnswers,
  majorityOf,
  type TrialLabel,
} from '#model/people/label.js';
import { EvaError, evaError } from '#model/problem.js';
import type { RunResult } from '#model/run/run.js';
import { short } from '#model/text/quoted.js';
import { AttemptTimes, readAttempts } from '#store/logs/attempts-log.js';
import { checkLogs, readRunRows, recordedRuns } from '#store/logs/eval-log.js';
import { readLabels } from '#store/logs/labels.js';
import { lockRun, writeResult } from '#store/run/run-folder.js';
import { runDirOf } from '#store/run/run-names.js';
import { readRun, type StoredRun } from '#store/run/stored-runs.js';
import { beginOf, lastEnds } from '../attempts/attempts.js';
import { withStopEarly } from '../collect/follow-case.js';
import { redecide } from '../collect/recompute.js';
import { summarizeAgain } from '../collect/summarize.js';
import { AttemptNotes, attemptKindOf, outcomeOfResult } from '../session/attempt-notes.js';
import { keepRow, rowOf } from '../session/finish-run.js';
import { type AnswerSample, sampleAnswers } from './label-answers.js';
import { labelTarget } from './label-target.js';

/** The effect of labels on a run. `waits`: some are missing. `settled`: the run waits for none. */
type WaitingDecision =
  | ({ readonly state: 'decided'; readonly rowPath: string | null } & StoredRun)
  | { readonly state: 'waits'; readonly missing: number }
  | { readonly state: 'settled' };

/**
 * Decides a run that waits for labels, if all are there: saves its result with the labels, the end of its attempt, and its row, in this order. A
 * run is decided once: later labels change nothing, and a decision that was killed is completed with its own labels. Throws EVA_RUN_IN_USE,
 * EVA_LABEL, also for a line of labels that cannot be read, and as `readRun` does.
 */
export async function decideWaiting(root: string, runId: string): Promise<WaitingDecision> {
  const dir = runDirOf(root, runId);
  const lock = lockRun(dir, runId, () => undefined);
  try {
    const run = readRun(root, runId);
    const hasRow = recordedRuns(readRunRows(root)).has(runId);
    if (hasRow || !isOpen(run.result)) return { state: 'settled' };
    checkLogs(root);
    // a decision that was killed has its result already
    const result = run.result.waits_for === undefined ? run.result : withLabels(root, run);
    if (result.waits_for !== undefined) return { state: 'waits', missing: result.waits_for };
    if (result !== run.result) await writeResult(dir, result);
    const decided = { plan: run.plan, result };
    return { state: 'decided', ...decided, ...(await recordDecision(root, decided)) };
  } finally {
    lock.release();
  }
}

/** Returns true for a run that waits, or whose decision was killed before its row was written. */
function isOpen({ waits_for, cases }: RunResult): boolean {
  return waits_for !== undefined || cases.some(({ labels }) => labels !== undefined);
}

/** Decides the cases of a run with the labels that there are now. */
function withLabels(root: string, { plan, result }: StoredRun): RunResult {
  const { rows, bad } = readLabels(join(root, 'prompts', result.id));
  const [unread] = bad;
  if (unread)
    throw evaError(
      'EVA_LABEL:unread',
      `line ${unread.line} of prompts/${short(result.id)}/labels.jsonl ${short(unread.reason)}, and could be another label of an answer`,
      { hint: 'mend or remove the line: a run is decided once. Then: eva label RUN' },
    );
  const labels = labelsOfAnswers(rows.map(({ value }) => value));
  const cases = plan.cases.flatMap((testCase, index) => {
    const stored = result.cases[index];
    if (!stored) return [];
    const own = labelsOfCase(root, { plan, result }, testCase, labels);
    return [own ? redecide(withStopEarly(testCase, plan.manner), { ...stored, labels: own }) : stored];
  });
  return summarizeAgain(plan, result, cases);
}

/** Returns the labels of a case; null if people decide none of its criteria. */
function labelsOfCase(root: string, run: StoredRun, testCase: Case, labels: LabelsOfAnswers): CaseLabels | null {
  const wanted = testCase.expectations.flatMap((expectation, index) =>
    labelsAsked(expectation) === null ? [] : [index],
  );
  if (testCase.look || wanted.length === 0) return null;
  const used: Label[] = [];
  const of = wanted.flatMap((expectation) => {
    const target = labelTarget(root, run, { case: testCase.name, expectation: String(expectation + 1) });
    return answersIn(root, target).flatMap((answer): readonly TrialLabel[] => {
      const own = labels.of(answer);
      used.push(...own);
      const verdict = majorityOf(own.map((label) => label.verdict));
      return own.length === 0 ? [] : [{ expectation, trial: answer.trial, verdict }];
    });
  });
  const raters = new Set(used.map(({ rater }) => rater)).size;
  return { seed: labelSeed(testCase), raters, digest: sha256(canonicalJson(used)), of };
}

/** Returns the sampled answers that need a label; none if all of them were refused, cut or empty. */
function answersIn(root: string, target: AnswerSample['target']): AnswerSample['answers'] {
  try {
    return sampleAnswers(root, target, {}).answers;
  } catch (error) {
    if (error instanceof EvaError && error.problems.every(({ variant }) => variant === 'no_answers')) return [];
    throw error;
  }
}

/** Writes the end of the attempt, unless it has been written, and then the row. */
async function recordDecision(root: string, { plan, result }: StoredRun): Promise<{ readonly rowPath: string | null }> {
  const { run_id, all_passed, passed, failed_cases } = result;
  const { rows } = readAttempts(root);
  const last = lastEnds(rows).get(run_id);
  const outcome = outcomeOfResult(result);
  const row = rowOf(result);
  if (beginOf(run_id, rows) && last?.outcome !== outcome) {
    const attempt = new AttemptNotes({ root, times: new AttemptTimes(root) }, run_id, attemptKindOf(plan));
    attempt.begin(plan, true);
    const cases = { passed, failed: failed_cases.length, open: 0 };
    const { sources = result.sources, red_trial = false } = last ?? {};
    attempt.follow(() => ({ cases, red: !all_passed, red_trial: !all_passed || red_trial, sources }));
    await attempt.end(outcome, row);
  }
  return { rowPath: await keepRow(row, root) };
}
