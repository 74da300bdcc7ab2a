import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { writeAtomically } from '../files/atomic-write.js';
import { oddFile, onDisk } from '../files/disk-error.js';
import { privateMode } from '../files/private.js';
import { localDir } from '../local-dir.js';
import { planPieces, resultPieces } from './documents/pieces.js';
import { readDocument } from './documents/run-document.js';
import { trialByRefs, withInputLog } from './journal/input-log.js';
import { isRunId, requireKnownRun, runDirOf, runNames } from './run-names.js';

/** Returns the name of the latest run; undefined without runs. Ignores folders that eva did not name. Throws EVA_DISK, EVA_ODD_FILE. */
export function latestRunId(root: string): string | undefined {
  return runNames(root).findLast((name) => isRunId(name));
}

/**
 * Returns the path of `.eva/runs/<runId>/`. Throws EVA_DISK, and EVA_ODD_FILE if something else is in the place of a file, before the run
 * costs money.
 */
export function reopenRunFolder(root: string, runId: string): string {
  const dir = localDir(root, 'runs', runId);
  for (const entry of onDisk('read', dir, () => readdirSync(dir, { withFileTypes: true }))) {
    const path = join(dir, entry.name);
    if (/\.jsonl?$/.test(entry.name) && !entry.isFile())
      throw oddFile(path, entry.isSymbolicLink() ? 'symbolic_link' : 'not_a_file');
  }
  return dir;
}

/** Creates `.eva/runs/<runId>/` and returns its path. Throws EVA_DISK, also if it exists, and EVA_ODD_FILE. */
export function createRunFolder(root: string, runId: string): string {
  const dir = join(localDir(root, 'runs'), runId);
  onDisk('create', dir, () => mkdirSync(dir, { mode: privateMode.folder }));
  return dir;
}

/** Writes the inputs of a plan to `inputs.jsonl`, then `plan.json`. Throws EVA_DISK, EVA_ODD_FILE. */
export function writePlan(runDir: string, plan: RunPlan): void {
  withInputLog(runDir, ({ keep, syncNow }) => {
    const pieces = [...planPieces(plan, keep)];
    syncNow();
    writeAtomically(join(runDir, 'plan.json'), pieces, privateMode.file);
  });
}

/** Reads the plan of a run. Throws EVA_UNKNOWN_RUN, EVA_BAD_RUN, EVA_ODD_FILE, EVA_DISK. */
export function readPlan(root: string, runId: string): RunPlan {
  return readPlanAt(runDirOf(root, requireKnownRun(runId, runNames(root))));
}

/** Reads the plan of the run in this folder, which may be outside `.eva/runs`. Throws EVA_BAD_RUN, EVA_ODD_FILE, EVA_DISK. */
export function readPlanAt(dir: string): RunPlan {
  return readDocument(dir, 'plan', 'start');
}

/** Writes the texts of a result to `inputs.jsonl`, then `result.json` in pieces. Throws EVA_DISK, EVA_ODD_FILE. */
export function writeResult(runDir: string, result: RunResult): void {
  withInputLog(runDir, ({ keep, syncNow }) => {
    for (const { trials } of result.cases) for (const trial of trials) trialByRefs(trial, keep);
    syncNow();
    writeAtomically(join(runDir, 'result.json'), resultPieces(result, keep), privateMode.file);
  });
}
