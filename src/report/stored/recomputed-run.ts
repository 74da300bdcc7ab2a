import { findCriterion } from '#decide/criteria/index.js';
import { refusedCriteria } from '#decide/outlooks.js';
import type { Case } from '#model/case.js';
import { findMetric } from '#model/metrics.js';
import type { RunResult } from '#model/run/run.js';
import { type Score, scoresByTrial } from '#model/run/trial.js';
import type { Recomputation, VerdictDifference } from '#model/run/verdict.js';
import { EvaError, problem } from '#model/sentences/sentence.js';
import { quoted, short } from '#model/text/quoted.js';
import { compareRow, recompute } from '#run/collect/recompute.js';
import { toRow } from '#run/collect/summarize.js';
import { fitRow, readRunRows } from '#store/logs/eval-log.js';
import type { StoredRun } from '#store/run/stored-runs.js';
import type { OpenTrials } from '#store/run/trial-reader.js';

/** Computes the verdicts of a stored run again, and compares them with its result and its row. Throws EVA_BAD_RUN if its plan cannot be decided. */
export function recomputed({ plan, result }: StoredRun, root: string): Recomputation {
  const [reason] = plan.cases.flatMap(undecidable);
  if (reason !== undefined) {
    throw new EvaError([
      problem(
        'EVA_BAD_RUN:undecidable',
        `cannot read run ${short(result.run_id)}: eva cannot derive its verdicts: ${short(reason)}`,
        { hint: 'plan.json was edited; start the run again' },
      ),
    ]);
  }
  const found = recompute(plan, result);
  return { ...found, contradictions: [...found.contradictions, ...rowContradictions(result, root)] };
}

/** Lists why a case cannot be decided: an edited plan may have a metric or criterion that is unknown or does not fit. */
function undecidable(testCase: Case): readonly string[] {
  const metrics = testCase.expectations.flatMap(({ grader }) =>
    grader.grader === 'metric' ? [grader.params.metric] : [],
  );
  const unknown = metrics.filter((name) => !findMetric(name)).map((name) => `no metric named ${name}`);
  if (unknown.length > 0) return unknown;
  const specs = testCase.expectations.flatMap(({ criteria }) => criteria);
  return [
    ...specs
      .filter(({ criterion }) => !findCriterion(criterion))
      .map(({ criterion }) => `no criterion named ${criterion}`),
    ...refusedCriteria(testCase).map(({ refusal }) => refusal.message),
  ];
}

/** Lists contradictions between a result and its row. The row may be missing: unfinished runs have none, and logs can be shortened. */
function rowContradictions(result: RunResult, root: string): readonly string[] {
  const made = fitRow(toRow(result));
  const own = readRunRows(root).rows.filter(({ value }) => value['run_id'] === result.run_id);
  return own.flatMap(({ value }) => compareRow(value, made));
}

/**
 * Returns the trials that the result of a run uses. Throws EVA_NOT_COMPARABLE if `trials.jsonl`, the result and the row contradict each other: somebody may
 * have made them better or worse. A line that is gone or damaged is no contradiction.
 */
export function decidedTrials(run: StoredRun, trials: OpenTrials, root: string): OpenTrials {
  const { result } = run;
  const { contradictions, differences } = recomputed(run, root);
  const [flaw] = [...changedScores(result, trials), ...contradictions, ...differences.flatMap(changedVerdict)];
  if (flaw !== undefined)
    throw new EvaError([
      problem(
        'EVA_NOT_COMPARABLE:changed_trials',
        `the files of run ${short(result.run_id)} contradict each other: ${short(flaw)}`,
        {
          hint: `restore .eva/runs/${short(result.run_id)} and its row as eva wrote them; or delete that folder and compare two versions, which asks again`,
        },
      ),
    ]);
  const used = new Map(result.cases.map((one) => [one.name, new Set(one.trials.map(({ index }) => index))]));
  return { ...trials, spots: (name) => trials.spots(name).filter(({ index }) => used.get(name)?.has(index)) };
}

function* changedScores({ cases }: RunResult, { read }: OpenTrials): Generator<string> {
  for (const { name, trials, scores } of cases) {
    const own = scoresByTrial(scores);
    for (const { index, outcome } of trials) {
      const line = read(name, index);
      if (line && (line.trial.outcome !== outcome || valuesOf(line.scores) !== valuesOf(own.get(index) ?? [])))
        yield `case ${quoted(name)}: trial ${index + 1} has other scores in trials.jsonl than in result.json`;
    }
  }
}

function valuesOf(scores: readonly Score[]): string {
  return JSON.stringify(scores.map(({ expectation, turn, value, classes }) => [expectation, turn, value, classes]));
}

/** Compares the numbers of two verdicts: another version may have written other sentences. */
function changedVerdict({ case: name, about, stored, recomputed }: VerdictDifference): readonly string[] {
  const fields = ['outcome', 'used', 'failed', 'ungraded', 'estimate'] as const;
  const isSame = fields.every((field) => stored?.[field] === recomputed?.[field]);
  return isSame ? [] : [`case ${quoted(name)}: the verdict on ${quoted(about)} is not what its scores say`];
}
