import { lazy } from '#model/data/collections.js';
import type { Origin } from '#model/dataset.js';
import { evaError } from '#model/problem.js';
import { oneWholeSource, type ReplySources } from '#model/reply/reply-sources.js';
import { type EvidenceDigests, isSameEvidence, type RunResult } from '#model/run/run.js';
import { type Score, scoresByTrial } from '#model/run/trial.js';
import type { VerdictDifference } from '#model/run/verdict.js';
import { quoted, short } from '#model/text/quoted.js';
import { runDirOf } from '#store/run/run-names.js';
import { runsFolderName } from '#store/run/runs-folder.js';
import { readRun, type StoredRun } from '#store/run/stored-runs.js';
import { type OpenTrials, openTrials } from '#store/run/trial-log.js';
import { fullRunsOf } from '../attempts/full-run.js';
import { type KeptEvidence, rowSources } from '../attempts/kept-evidence.js';
import { recomputed } from '../collect/recompute.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import type { KeptRunTrials } from './planned-comparison.js';

/**
 * Opens the newest noted whole run of the prompt that is planned; null without one, and if its trials are gone. Throws EVA_NOT_COMPARABLE if they were changed,
 * EVA_BAD_RUN, EVA_DISK, EVA_ODD_FILE.
 */
export function openKeptRun(open: OpenPrompt, evidence: KeptEvidence): KeptRunTrials | null {
  const run = newestNotedRun(open.plan.id, open.plan.evidence, evidence);
  const trials = run && openTrials(runDirOf(open.root, run.run_id));
  if (!trials) return null;
  try {
    const decided = decidedTrials(readRun(open.root, run.run_id), trials, open.root);
    return { ...run, ...trialsFor(open, decided), close: trials.close };
  } catch (error) {
    trials.close();
    throw error;
  }
}

/**
 * Returns the newest whole run on this evidence that `.attempts.jsonl` notes, that has a row, and whose replies models gave in it alone; null
 * without one, and if its folder is gone: whoever deletes folders must not choose among earlier runs. Partial runs, replays and runs with
 * synthetic or reused replies do not count: eva keeps no failures of these.
 */
function newestNotedRun(
  id: string,
  evidence: EvidenceDigests,
  { runs, attempts, folderNames }: KeptEvidence,
): Pick<KeptRunTrials, 'run_id' | 'evidence'> | null {
  const noted = new Set(
    attempts.rows.flatMap(({ value: line }) =>
      line.event === 'begin' && line.kind === 'full' && line.id === id && isSameEvidence(line.evidence, evidence)
        ? [line.run_id]
        : [],
    ),
  );
  const newest = fullRunsOf(id, runs).findLast((run) => {
    const { run_id, row } = run;
    if (run_id === null || !run.evidence || !noted.has(run_id)) return false;
    return isSameEvidence(run.evidence, evidence) && !run.evidence.synthetic && isAskedAlone(run_id, rowSources(row));
  });
  return newest?.run_id && newest.evidence && folderNames.has(newest.run_id)
    ? { run_id: newest.run_id, evidence: newest.evidence }
    : null;
}

/** Returns true if every reply was requested by the run itself, or by the shards from which it was merged. */
function isAskedAlone(run_id: string, sources: ReplySources | null): boolean {
  if (!sources || sources.unnamed > 0 || sources.synthetic > 0 || sources.more_runs > 0) return false;
  const source = oneWholeSource(sources);
  return sources.runs.length === 0 || source === run_id;
}

/** Returns functions that find the trials of a run for those of a plan: by item and draw, or by number for a case without data set. */
function trialsFor({ plan, sampleOf }: OpenPrompt, trials: OpenTrials): Pick<KeptRunTrials, 'find' | 'count'> {
  const cases = new Map(
    plan.cases.map((testCase) => [
      testCase.name,
      lazy(() => {
        const spots = trials
          .spots(testCase.name)
          .map(({ index, origin }) => [keptRunKey(origin, index), index] as const);
        return { sample: sampleOf(testCase), size: testCase.sample_size, spots: new Map(spots) };
      }),
    ]),
  );
  return {
    find: (name, index) => {
      const known = cases.get(name)?.();
      if (!known || index >= known.size) return undefined;
      const origin = known.sample.origin(index);
      const stored = known.spots.get(keptRunKey(origin, index));
      const line = stored === undefined ? null : trials.read(name, stored);
      if (!line) return undefined;
      const trial = { ...line.trial, index, ...(origin && { origin }) };
      return { trial, scores: line.scores.map((score) => ({ ...score, trial: index })) };
    },
    count: (name) => {
      const { size = 0, spots, sample } = cases.get(name)?.() ?? {};
      const indexes = Array.from({ length: size }, (_, index) => index);
      return indexes.filter((index) => spots?.has(keptRunKey(sample?.origin(index), index))).length;
    },
  };
}

/** Returns the key of a trial: its item and draw, else its number. */
export function keptRunKey(origin: Origin | undefined, index: number): string {
  return origin ? `${origin.draw} ${origin.item}` : String(index);
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
    throw evaError(
      'EVA_NOT_COMPARABLE:changed_trials',
      `the files of run ${short(result.run_id)} contradict each other: ${short(flaw)}`,
      {
        hint: `restore ${runsFolderName(root)}/${short(result.run_id)} and its row as eva wrote them; or delete that folder and compare two versions, which asks again`,
      },
    );
  const used = new Map(
    result.cases.map((decided) => [decided.name, new Set(decided.trials.map(({ index }) => index))]),
  );
  return { ...trials, spots: (name) => trials.spots(name).filter(({ index }) => used.get(name)?.has(index)) };
}

function* changedScores({ cases }: RunResult, { read }: OpenTrials): Generator<string> {
  for (const { name, trials, scores } of cases) {
    const stored = scoresByTrial(scores);
    for (const { index, outcome } of trials) {
      const line = read(name, index);
      if (line && (line.trial.outcome !== outcome || valuesOf(line.scores) !== valuesOf(stored.get(index) ?? [])))
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
