import type { RunPlan, RunResult } from '#model/run/run.js';
import { scoresByTrial } from '#model/run/score.js';
import { openTrials } from '#store/run/documents/trial-reader.js';
import { runDirOf } from '#store/run/run-names.js';
import { replyOf } from '#view/case-view.js';
import type { CaseReply } from '#view/runs/runs-view.js';
import type { View } from '#view/view.js';

/** A run whose replies are read. */
interface RunWithReplies {
  readonly run_id: string;
  readonly plan: RunPlan;
  readonly result: RunResult | null;
  readonly view: View;
}

/**
 * Reads the replies of a run with their texts, one at a time: case by case in the order of the view, and by trial. A reply whose line in
 * `trials.jsonl` is gone is that of the result, which may lack its texts. Throws EVA_BAD_RUN, EVA_DISK, EVA_ODD_FILE.
 */
export function* storedReplies(root: string, { run_id, plan, result, view }: RunWithReplies): Generator<CaseReply> {
  if (!result) return;
  const planned = new Map(plan.cases.map((testCase) => [testCase.name, testCase]));
  const results = new Map(result.cases.map((one) => [one.name, one]));
  const wanted = new Map(result.cases.map(({ name, trials }) => [name, new Set(trials.map(({ index }) => index))]));
  const open = openTrials(runDirOf(root, run_id), wanted);
  try {
    for (const { key, name } of view.cases) {
      const { trials = [], scores = [] } = results.get(name.raw) ?? {};
      const own = scoresByTrial(scores);
      for (const trial of trials) {
        const line = trial.outcome === 'missing' ? null : open?.read(name.raw, trial.index);
        const graded = line ?? { trial, scores: own.get(trial.index) ?? [] };
        yield { key, name, reply: replyOf(graded.trial, graded.scores, planned.get(name.raw), plan.body) };
      }
    }
  } finally {
    open?.close();
  }
}
