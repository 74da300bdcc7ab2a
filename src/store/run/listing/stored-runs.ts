import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { EvaError, problem } from '#errors/index.js';
import type { EvidenceDigests, RunPlan, RunResult } from '#model/run/run.js';
import { badRun, damaged } from '../bad-run.js';
import { readDocument } from '../documents/run-document.js';
import { requireKnownRun, runDirOf, runNames } from '../run-names.js';

/** A run read from its folder: its plan and its result. */
export interface StoredRun {
  readonly plan: RunPlan;
  readonly result: RunResult;
}

/** Reads a run by its name, or the last one that came to a result. Throws EVA_UNKNOWN_RUN, EVA_BAD_RUN, EVA_ODD_FILE, EVA_DISK. */
export function readRun(root: string, name?: string): StoredRun {
  const runs = runNames(root);
  const known = name === undefined ? latestWithResult(root, runs) : requireKnownRun(name, runs);
  const dir = runDirOf(root, known);
  const missing = `it was interrupted: eva eval --resume ${known} goes on with it`;
  const plan = readDocument(dir, 'plan', missing);
  const result = readDocument(dir, 'result', missing);
  requireFit(known, plan, result);
  return { plan, result };
}

function latestWithResult(root: string, runs: readonly string[]): string {
  const hasResult = (name: string) =>
    lstatSync(join(runDirOf(root, name), 'result.json'), { throwIfNoEntry: false }) !== undefined;
  const latest = runs.findLast(hasResult);
  if (latest !== undefined) return latest;
  const message = 'there is no run to report: none in .eva/runs/ came to a result';
  throw new EvaError([problem('EVA_UNKNOWN_RUN', message, { hint: 'eva eval ID makes one' })]);
}

/** The two files of a run speak of the same prompt, of the same state of its files, and of the same cases. */
function requireFit(run: string, plan: RunPlan, result: RunResult): void {
  const planned = plan.cases.map(({ name }) => name);
  const decided = result.cases.map(({ name }) => name);
  const isSame = isDeepStrictEqual(
    [run, plan.id, planned, digestsOf(plan.evidence)],
    [result.run_id, result.id, decided, digestsOf(result.evidence)],
  );
  if (isSame) return;
  throw badRun(run, 'plan.json and result.json do not belong to each other, or not to this run', damaged);
}

function digestsOf({ prompt, cases, judge, models }: EvidenceDigests): readonly string[] {
  return [prompt, cases, judge, models];
}
