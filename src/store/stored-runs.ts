import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { EvaError, problem } from '#errors.js';
import { nearest } from '#model/nearest.js';
import type { EvidenceDigests, RunPlan, RunResult } from '#model/run.js';
import { oddFile, onDisk } from './disk-error.js';
import { planShape } from './plan-shape.js';
import { readRegular } from './regular-file.js';
import { resultShape } from './result-shape.js';
import type { Shape } from './shape.js';

/** A run as its folder tells it: what was asked, and what was found. */
export interface StoredRun {
  readonly plan: RunPlan;
  readonly result: RunResult;
}

/** Larger files are not read. */
const maxBytes = 256 * 1024 * 1024;

/**
 * Reads a run by its name, or the last one that came to a result. Its files may be damaged or edited, so nothing in them is
 * believed that is not what it should be. Throws EVA_UNKNOWN_RUN, EVA_BAD_RUN, EVA_ODD_FILE, EVA_DISK.
 */
export function readRun(root: string, name?: string): StoredRun {
  const runs = runNames(root);
  const known = name === undefined ? latestWithResult(root, runs) : requireKnown(name, runs);
  const dir = join(root, '.eva', 'runs', known);
  const plan = readDocument(dir, known, 'plan.json', planShape);
  const result = readDocument(dir, known, 'result.json', resultShape);
  requireFit(known, plan, result);
  return { plan, result };
}

/** The runs of a library, oldest first. What is not a directory, or a link to one, is no run. */
function runNames(root: string): readonly string[] {
  const dirs = [join(root, '.eva'), join(root, '.eva', 'runs')];
  if (!dirs.every(isOwnDirectory)) return [];
  const dir = join(root, '.eva', 'runs');
  const entries = onDisk('read', dir, () => readdirSync(dir, { withFileTypes: true }));
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** False if there is nothing. A link is refused: what is read as a run lies in the library. */
function isOwnDirectory(path: string): boolean {
  const stats = onDisk('read', path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (!stats) return false;
  if (!stats.isDirectory()) throw oddFile(path, stats.isSymbolicLink() ? 'a symbolic link' : 'not a directory');
  return true;
}

function latestWithResult(root: string, runs: readonly string[]): string {
  const hasResult = (name: string) =>
    lstatSync(join(root, '.eva', 'runs', name, 'result.json'), { throwIfNoEntry: false }) !== undefined;
  const latest = runs.findLast(hasResult);
  if (latest !== undefined) return latest;
  const message = 'there is no run to report: none in .eva/runs/ came to a result';
  throw new EvaError([problem('EVA_UNKNOWN_RUN', message, { hint: 'eva eval ID makes one' })]);
}

/** A name that is none of the directories is refused, so that no name can lead out of them. */
function requireKnown(name: string, runs: readonly string[]): string {
  if (runs.includes(name)) return name;
  const meant = nearest(name, runs);
  const latest = runs.at(-1);
  const others = latest === undefined ? 'eva eval ID makes one' : `the latest is ${latest}`;
  const hint = meant === undefined ? others : `did you mean ${meant}?`;
  throw new EvaError([problem('EVA_UNKNOWN_RUN', `there is no run "${name}" in .eva/runs/`, { hint })]);
}

function readDocument<T>(dir: string, run: string, file: string, { fault }: Shape<T>): T {
  const bytes = readRegular(join(dir, file), maxBytes, (_path, more) =>
    badRun(run, `${file} is ${more}`, beyondReading),
  );
  if (bytes === null)
    throw badRun(run, `it has no ${file}`, 'it was interrupted, or the file was deleted: run it anew');
  const value = parsed(bytes);
  if (value === undefined) throw badRun(run, `${file} is not complete JSON`, damaged);
  const wrong = fault(value, '');
  if (wrong !== null) throw badRun(run, `${file}: ${wrong}`, damaged);
  return value as T;
}

const damaged = 'it was cut or edited, or another version of eva wrote it: run it anew';

const beyondReading =
  'eva reads no more of a run; the row of .eval.jsonl has its verdicts. Fewer trials make a smaller one';

/** undefined if the bytes are not JSON in UTF-8. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
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

/** The error of a run whose files cannot be made sense of. */
export function badRun(run: string, message: string, hint: string): EvaError {
  return new EvaError([problem('EVA_BAD_RUN', `run ${run} cannot be read: ${message}`, { hint })]);
}
