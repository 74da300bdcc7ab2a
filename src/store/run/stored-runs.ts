import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Case, isOfProgram } from '#model/case.js';
import { evaError, orNull } from '#model/problem.js';
import type { EvidenceDigests, RunPlan, RunResult } from '#model/run/run.js';
import type { Score } from '#model/run/trial.js';
import { short } from '#model/text/quoted.js';
import { onDisk } from '../files/regular-file.js';
import { damaged } from './input-log.js';
import { readResultHead, readRunDocument } from './run-document.js';
import { readPlanAt } from './run-folder.js';
import { requireKnownRun, runDirOf, runNames } from './run-names.js';
import { runsFolderName } from './runs-folder.js';

export interface StoredRun {
  readonly plan: RunPlan;
  readonly result: RunResult;
}

/** Reads a run by its name, or without a name the last run with a result that is no side of a comparison. Throws EVA_UNKNOWN_RUN, EVA_BAD_RUN, EVA_ODD_FILE, EVA_DISK. */
export function readRun(root: string, name?: string): StoredRun {
  const runs = runNames(root);
  return readRunAt(root, name === undefined ? latestWithResult(root, runs) : requireKnownRun(root, name, runs, true));
}

/** Reads a run by its whole name, without a look at the others. Throws EVA_BAD_RUN, EVA_ODD_FILE, EVA_DISK. */
export function readRunAt(root: string, known: string): StoredRun {
  const dir = runDirOf(root, known);
  const plan = readPlanAt(dir);
  const result = readRunDocument(dir, 'result', plan.cases.some(isOfProgram) ? 'program' : 'resume');
  requireFit(known, plan, result);
  return { plan, result };
}

/** Lists the titles of the scenarios of a program's run; empty for the run of a prompt, and if its plan cannot be read. */
export function scenariosOfProgram(root: string, run_id: string): readonly string[] {
  const cases = orNull(() => readPlanAt(runDirOf(root, run_id)))?.cases ?? [];
  return cases.filter(isOfProgram).map(({ name }) => name);
}

function latestWithResult(root: string, runs: readonly string[]): string {
  const hasResult = (name: string) => {
    const path = join(runDirOf(root, name), 'result.json');
    const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    return isThere && orNull(() => readResultHead(path))?.compare === undefined;
  };
  const latest = runs.findLast(hasResult);
  if (latest !== undefined) return latest;
  throw evaError('EVA_UNKNOWN_RUN:none', `there is no run to report: no run in ${runsFolderName(root)}/ has a result`, {
    hint: 'start one: eva eval ID',
  });
}

/** Throws EVA_BAD_RUN if plan and result differ in their run, prompt, cases or digests, or if a score has no expectation in the plan. */
function requireFit(run: string, plan: RunPlan, result: RunResult): void {
  const planned = plan.cases.map(({ name }) => name);
  const decided = result.cases.map(({ name }) => name);
  const isSame = isDeepStrictEqual(
    [run, plan.id, planned, digestsOf(plan.evidence)],
    [result.run_id, result.id, decided, digestsOf(result.evidence)],
  );
  const hasAll = (scores: readonly Score[], { expectations }: Case) =>
    scores.every(({ expectation }) => expectation < expectations.length);
  if (isSame && plan.cases.every((testCase, i) => hasAll(result.cases[i]?.scores ?? [], testCase))) return;
  throw evaError(
    'EVA_BAD_RUN:mixed_documents',
    `cannot read run ${short(run)}: plan.json and result.json belong to different runs`,
    { hint: damaged },
  );
}

function digestsOf({ prompt, cases, judge, models }: EvidenceDigests): readonly string[] {
  return [prompt, cases, judge, models];
}

/**
 * Finds the folders of runs in a folder, itself included, in any depth, sorted by path. Follows no links, and leaves out what a disk keeps of
 * damaged files. Throws EVA_NO_FILE, EVA_DISK.
 */
export function findRunFolders(dir: string): readonly string[] {
  if (!onDisk('read', dir, () => lstatSync(dir, { throwIfNoEntry: false })?.isDirectory())) {
    throw evaError('EVA_NO_FILE:folder', `there is no folder ${short(dir)}`, {
      hint: 'name the folders that hold the shards, for example copies of .eva/runs/ from your CI jobs',
    });
  }
  const runs: string[] = [];
  for (const waiting = [dir]; waiting.length > 0; ) {
    const folder = waiting.pop() ?? '';
    const entries = onDisk('read', folder, () => readdirSync(folder, { withFileTypes: true }));
    if (entries.some((entry) => entry.name === 'plan.json' && entry.isFile())) runs.push(folder);
    else
      for (const entry of entries)
        if (entry.isDirectory() && entry.name !== 'lost+found') waiting.push(join(folder, entry.name));
  }
  return runs.sort();
}
