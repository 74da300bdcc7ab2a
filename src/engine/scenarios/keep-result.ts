import { toRow } from '#run/summarize.js';
import { appendRowTo } from '#store/logs/eval-log.js';
import { writePlan, writeResult } from '#store/run/run-folder.js';
import type { FinishedRun } from '../session/finish-run.js';
import type { ScenarioReplies } from './scenario-replies.js';
import type { ScenarioStorage } from './scenario-setup.js';

/**
 * Saves the result of an evaluation, and appends its row if no reply is missing. The complete plan replaces the stored one last:
 * until then a resumed evaluation, which may lack rubrics, is recognised by the plan it began with.
 */
export function keepScenarioResult(
  { plan, result }: FinishedRun,
  { place, saveRecordings, close }: ScenarioReplies,
  { rows }: Pick<ScenarioStorage, 'rows'>,
): void {
  if (place) writeResult(place.dir, result);
  saveRecordings();
  if (result.state === 'finished') {
    if (rows !== null) appendRowTo(rows, toRow(result));
    if (place) writePlan(place.dir, plan);
  }
  close();
}
