import type { AttemptOutcome } from '#model/run/attempt.js';
import { type Attempt, attemptsOn } from './attempts.js';
import { type EvalGatesInput, evaluate } from './gate.js';

/** Returns the command that leads to a full run of the files as they are: resume the last open one, or begin another. */
export function runOrResume({ prompt, evidenceNow, attempts, folderNames }: EvalGatesInput): string {
  const own = evidenceNow ? attemptsOn(prompt.id, evidenceNow, attempts.rows) : [];
  const open = own.findLast((attempt) => isOpen(attempt) && folderNames.has(attempt.run_id));
  return open ? `${evaluate(prompt.id)} --resume ${open.run_id}` : evaluate(prompt.id);
}

const withoutRow: readonly (AttemptOutcome | null)[] = ['interrupted', 'unfinished', null];

function isOpen({ kind, again, outcome }: Attempt): boolean {
  return kind === 'full' && again === null && withoutRow.includes(outcome);
}
