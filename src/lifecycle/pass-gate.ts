import type { RunLog } from '#store/eval-log.js';
import type { FinishedRun } from '#store/run/finished-runs.js';
import { isSameEvidence } from './fresh-gate.js';
import { type FullRun, partialRunsAfter, someOf } from './full-run.js';
import { type EvalGatesInput, evaluate, type Gate, met, unmet } from './gate.js';
import { unlikeCases } from './row-flaws.js';
import { slowAnswersNote } from './slow-answers.js';

/** The gate of a prompt without a full run. */
export function noRun(id: string, runs: RunLog): Gate {
  const partial = partialRunsAfter(0, id, runs);
  const nameless = runs.rows.filter(({ value }) => value['id'] === undefined).length;
  const reasons = ['there is no full run of this prompt in .eval.jsonl'];
  if (partial > 0) reasons.push(`there ${doNotCount(partial, 'narrowed by --case')}`);
  if (nameless > 0) reasons.push(`there ${doNotCount(nameless, 'of the original eva, without evidence')}`);
  return unmet('eval', reasons.join('; '), evaluate(id));
}

/** Whether the most recent full run passed, its row is that of these cases, and no later run lacks its row. */
export function passGate(latest: FullRun, input: EvalGatesInput): Gate {
  const { prompt, runs } = input;
  const reason = latest.notPassed ?? unlikeFiles(latest, input);
  if (reason !== null) {
    const since = partialSince(latest, prompt.id, runs);
    return unmet('eval', `${latest.name}, the most recent full run, ${reason}${since}`, evaluate(prompt.id));
  }
  const later = unrecordedAfter(latest, input).at(-1);
  if (!later) return met('eval', `${latest.name} passed${slowAnswersNote(input.cases)}`);
  const message = `${latest.name} passed, but run ${later.run_id} of the same files finished later and has no row in .eval.jsonl`;
  return unmet('eval', message, `run: eva eval ${prompt.id} --resume ${later.run_id} (writes its row)`);
}

/** How many partial runs followed, as the end of a sentence. */
export function partialSince(latest: FullRun, id: string, runs: RunLog): string {
  const partial = partialRunsAfter(latest.line, id, runs);
  return partial === 0 ? '' : `; since then there ${doNotCount(partial, 'narrowed by --case')}`;
}

function doNotCount(count: number, what: string): string {
  return count === 1 ? `is 1 run ${what}, which does not count` : `are ${count} runs ${what}, which do not count`;
}

/** In what a row of these very files contradicts them; null for a row of other files. */
function unlikeFiles(latest: FullRun, { cases, evidenceNow }: EvalGatesInput): string | null {
  if (!isSameEvidence(latest.evidence, evidenceNow)) return null;
  const unlike = unlikeCases(latest.row, cases);
  return unlike.length === 0 ? null : `contradicts the files: ${someOf(unlike)}`;
}

/** Finished runs of the same files that began no earlier than `latest` and have no row: it was deleted, or never written. */
function unrecordedAfter(
  latest: FullRun,
  { prompt, evidenceNow, runs, folders }: EvalGatesInput,
): readonly FinishedRun[] {
  const recorded = new Set(runs.rows.map(({ value }) => value['run_id']));
  return folders.filter(
    (run) =>
      run.id === prompt.id &&
      !recorded.has(run.run_id) &&
      isSameEvidence(run.evidence, evidenceNow) &&
      !(Date.parse(run.ts) < Date.parse(latest.ts)),
  );
}
