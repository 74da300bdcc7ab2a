import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunPlan, RunResult } from '#model/run.js';
import { writeAtomically } from './atomic-write.js';
import { onDisk } from './disk-error.js';
import { localDir } from './local-dir.js';

/** A name for a run that sorts by time: `20261121T223015Z-4f3a9c`, from the clock and six random hexadecimal digits. */
export function newRunId(now: Date, random: string): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  return `${stamp}-${random}`;
}

/** Makes `.eva/runs/<runId>/` and returns its path. A run's directory is never shared: one that exists is an EVA_DISK error. */
export function createRunFolder(root: string, runId: string): string {
  const dir = join(localDir(root, 'runs'), runId);
  onDisk('create', dir, () => mkdirSync(dir));
  return dir;
}

export function writePlan(runDir: string, plan: RunPlan): void {
  writeJson(join(runDir, 'plan.json'), plan);
}

export function writeResult(runDir: string, result: RunResult): void {
  writeJson(join(runDir, 'result.json'), result);
}

function writeJson(path: string, document: object): void {
  writeAtomically(path, `${JSON.stringify(document, null, 2)}\n`);
}
