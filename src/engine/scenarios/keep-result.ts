import type { RunResult } from '#model/run/run.js';
import { toRow } from '#run/summarize.js';
import { appendRowTo } from '#store/logs/eval-log.js';
import { writeResult } from '#store/run/run-folder.js';
import type { ScenarioReplies } from './scenario-replies.js';
import type { ScenarioStorage } from './scenario-setup.js';

/** Saves the result of an evaluation, and appends its row if no reply is missing. */
export function keepScenarioResult(
  result: RunResult,
  { place, saveRecordings, close }: ScenarioReplies,
  { rows }: Pick<ScenarioStorage, 'rows'>,
): void {
  if (place) writeResult(place.dir, result);
  saveRecordings();
  if (result.state === 'finished' && rows !== null) appendRowTo(rows, toRow(result));
  close();
}
