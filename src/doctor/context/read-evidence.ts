import { orNull, problem } from '#errors/index.js';
import { badAttempt, type KeptEvidence } from '#lifecycle/read-evidence.js';
import { groupBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { readAttempts } from '#store/logs/attempts-log.js';
import { type RunLog, readRunRows, recordedRuns } from '#store/logs/eval-log.js';
import { readKeptRuns } from '#store/run/listing/kept-runs.js';
import { runNames } from '#store/run/run-names.js';
import { collectProblems } from './collect-problems.js';

const nothing = { rows: [], bad: [] };

/**
 * Returns a function that returns the evidence of a prompt, including the rows that name no prompt. Reads rows and attempts at once, and
 * the folders of runs at the first use. Adds a warning for each unreadable line.
 */
export function readEvidenceByPrompt(root: string, problems: Problem[]): (id: string) => KeptEvidence {
  const runs = collectProblems(problems, nothing, () => readRunRows(root));
  const attempts = collectProblems(problems, nothing, () => readAttempts(root));
  problems.push(...badRows(runs), ...attempts.bad.map(({ line, reason }) => badAttempt(line, reason)));
  const rowsOf = groupBy(runs.rows, ({ value }) => value['id']);
  const attemptsOf = groupBy(attempts.rows, ({ value }) => value.id);
  const recorded = recordedRuns(runs);
  const noted = new Set(attempts.rows.map(({ value }) => value.run_id));
  let kept: Pick<KeptEvidence, 'folders' | 'folderNames'> | undefined;
  return (id) => {
    kept ??= {
      folders: collectProblems(problems, [], () => readKeptRuns(root, recorded, noted)),
      folderNames: new Set(orNull(() => runNames(root))),
    };
    return {
      runs: { ...runs, rows: [...(rowsOf.get(undefined) ?? []), ...(rowsOf.get(id) ?? [])] },
      attempts: { ...attempts, rows: attemptsOf.get(id) ?? [] },
      ...kept,
    };
  };
}

function badRows({ bad }: RunLog): readonly Problem[] {
  return bad.map(({ line, reason }) =>
    problem('EVA_BAD_ROW:run', { reason }, { at: { file: '.eval.jsonl', line }, severity: 'warning' }),
  );
}
