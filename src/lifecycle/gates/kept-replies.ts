import { orNull } from '#errors/index.js';
import type { Prompt } from '#model/prompt.js';
import type { RunResult } from '#model/run/run.js';
import { latestFullRun } from '../full-run.js';
import { readEvidence } from '../read-evidence.js';
import { realGate } from './real-gate.js';

/**
 * Returns why a full run that passed is not enough for `ready` because of the kept replies that it used, with the command that helps. Returns
 * null if it is enough, for any other run, for a run without a row, and if the evidence of the library cannot be read.
 */
export function whyNotReady(root: string, prompt: Prompt, result: RunResult): string | null {
  const { all_passed, partial, override, shard, sources, evidence, run_id, variant } = result;
  const isFull = all_passed && !partial && override !== true && shard === null && !evidence.synthetic;
  if (!isFull || !sources || sources.runs.length + sources.unnamed === 0) return null;
  const kept = orNull(() => readEvidence(root));
  const rows = kept?.runs.rows.filter(({ value }) => value['run_id'] === run_id) ?? [];
  const run = latestFullRun(prompt.id, { rows, bad: [] });
  if (!kept || !run) return null;
  const { met, message, remedy } = realGate(run, { ...kept, prompt, ...(variant !== undefined && { variant }) });
  return met ? null : `${message}; ${remedy}`;
}
