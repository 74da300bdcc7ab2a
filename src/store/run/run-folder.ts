import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Prices } from '#model/config.js';
import { isObject } from '#model/data/json.js';
import { type EvaError, evaError } from '#model/problem.js';
import type { LockTakeover } from '#model/run/notice.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { short } from '#model/text/quoted.js';
import { writeInBackground } from '../files/atomic-write.js';
import { syncFolder } from '../files/background-sync.js';
import { readJson } from '../files/jsonl.js';
import { oddFile, onDisk, privateMode } from '../files/regular-file.js';
import {
  type Holder,
  holderIn,
  isGone,
  isOfPowerCut,
  newHolderText,
  removeLock,
  textOfLock,
  tryLock,
  whereabouts,
} from '../locks.js';
import { trialByRefs, withInputLog } from './input-log.js';
import { planPieces, readRunDocument, resultPieces } from './run-document.js';
import { requireKnownRun, runDirOf, runNames } from './run-names.js';
import { makeFolderOf } from './runs-folder.js';
import { storedFlaw } from './stored-flaw.js';

/**
 * Returns the path of the folder of a run. Throws EVA_DISK, and EVA_ODD_FILE if something else is in the place of a file, before the run
 * costs money.
 */
export function reopenRunFolder(root: string, runId: string): string {
  const dir = makeFolderOf(root, 'runs', runId);
  for (const entry of onDisk('read', dir, () => readdirSync(dir, { withFileTypes: true }))) {
    const path = join(dir, entry.name);
    if (/\.jsonl?$/.test(entry.name) && !entry.isFile())
      throw oddFile(path, entry.isSymbolicLink() ? 'symbolic_link' : 'not_a_file');
  }
  return dir;
}

/** Creates the folder of a run and returns its path. Throws EVA_DISK, also if it exists, and EVA_ODD_FILE. */
export function createRunFolder(root: string, runId: string): string {
  const dir = join(makeFolderOf(root, 'runs'), runId);
  onDisk('create', dir, () => mkdirSync(dir, { mode: privateMode.folder }));
  return dir;
}

/** Creates a folder for a run that nobody keeps. Throws EVA_DISK. */
export function createScratchFolder(parent: string): { readonly dir: string; readonly remove: () => void } {
  const dir = onDisk('create', parent, () => mkdtempSync(join(parent, 'eva-')));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/**
 * Writes the inputs of a plan to `inputs.jsonl`, then `plan.json`. A power cut can lose its name until the folder or the journal is synced, which
 * comes with the first second of replies. Throws EVA_DISK, EVA_ODD_FILE.
 */
export function writePlan(runDir: string, plan: RunPlan): Promise<void> {
  return withInputLog(runDir, async (inputs) => {
    const pieces = [...planPieces(plan, inputs.keep)];
    await inputs.synced();
    await writeInBackground(join(runDir, 'plan.json'), pieces);
  });
}

/** Reads the plan of a run. Throws EVA_UNKNOWN_RUN, EVA_BAD_RUN, EVA_ODD_FILE, EVA_DISK. */
export function readPlan(root: string, runId: string): RunPlan {
  return readPlanAt(runDirOf(root, requireKnownRun(root, runId, runNames(root))));
}

/** Reads the plan of the run in this folder, which may be outside the library. Throws EVA_BAD_RUN, EVA_ODD_FILE, EVA_DISK. */
export function readPlanAt(dir: string): RunPlan {
  return readRunDocument(dir, 'plan', 'start');
}

/** Writes the texts of a result to `inputs.jsonl`, then `result.json` in pieces, and waits until the disk has them. Throws EVA_DISK, EVA_ODD_FILE. */
export function writeResult(runDir: string, result: RunResult): Promise<void> {
  return withInputLog(runDir, async (inputs) => {
    for (const { trials } of result.cases) for (const trial of trials) trialByRefs(trial, inputs.keep);
    await inputs.synced();
    await writeInBackground(join(runDir, 'result.json'), resultPieces(result, inputs.keep));
    await syncFolder(runDir);
  });
}

interface RunLock {
  /** Releases the lock. Does nothing if the lock file is gone. */
  release(): void;
}

/**
 * Locks a run for this process until `release`, with the file `lock` in the run's folder. Takes over the lock of a process that has ended,
 * and calls `tell` then. Throws EVA_RUN_IN_USE, EVA_DISK, EVA_ODD_FILE.
 */
export function lockRun(dir: string, runId: string, tell: (takeover: LockTakeover) => void): RunLock {
  const path = join(dir, 'lock');
  const text = newHolderText();
  const attempt = onDisk('create', path, () =>
    tryLock(path, text, (other) => isGone(holderIn(other)) || isOfPowerCut(path, other), privateMode.file),
  );
  if ('heldBy' in attempt) throw inUse(holderIn(attempt.heldBy), runId, path);
  if (attempt.left !== null) {
    const left = holderIn(attempt.left);
    const isRestarted = left === 'unknown' || whereabouts(left) === 'restarted';
    tell({ run_id: runId, pid: left === 'unknown' ? null : left.pid, isRestarted });
  }
  return { release: () => removeLock(path, text) };
}

/** The process that works on a run. */
interface RunHolder {
  /** null if it is unknown. */
  readonly pid: number | null;
  /** The machine or container of the process, if it is not this one. */
  readonly host?: string;
}

/** Returns the process that works on a run; null if there is none. Throws EVA_DISK, EVA_ODD_FILE. */
export function holderOfRun(dir: string): RunHolder | null {
  const path = join(dir, 'lock');
  const text = textOfLock(path);
  if (text === null || isOfPowerCut(path, text)) return null;
  const holder = holderIn(text);
  if (holder === 'unknown') return { pid: null };
  if (isGone(holder)) return null;
  return { pid: holder.pid, ...(whereabouts(holder) === 'elsewhere' && { host: holder.host }) };
}

function inUse(holder: Holder | 'unknown', run_id: string, lock: string): EvaError {
  if (holder === 'unknown')
    return evaError(
      'EVA_RUN_IN_USE:unknown',
      `run ${short(run_id)} is locked, and its lock file does not name the process`,
      {
        hint: deleteLock(lock),
      },
    );
  const { pid, host } = holder;
  if (whereabouts(holder) !== 'elsewhere')
    return evaError('EVA_RUN_IN_USE:process', `process ${pid} is working on run ${short(run_id)}`, {
      hint: 'wait until it ends, or end it',
    });
  return evaError(
    'EVA_RUN_IN_USE:other_machine',
    `process ${pid} on another machine or container, ${short(host)}, is working on run ${short(run_id)}`,
    { hint: deleteLock(lock) },
  );
}

const file = 'prices.json';

const maxBytes = 1024 * 1024;

/**
 * Writes the built-in prices of a new run to `prices.json`, so that a resumed run keeps them; nothing if it has none. A power cut can lose them: then
 * its cost is unknown. Throws EVA_DISK.
 */
export function writeRunPrices(runDir: string, prices: Prices): void {
  const builtIn = Object.entries(prices).filter(([, price]) => price.built_in !== undefined);
  if (builtIn.length === 0) return;
  const path = join(runDir, file);
  const text = `${JSON.stringify(Object.fromEntries(builtIn))}\n`;
  onDisk('write', path, () => writeFileSync(path, text, { mode: privateMode.file, flag: 'wx' }));
}

/**
 * Reads the built-in prices with which a run began. Empty for a run without any, and for a damaged file:
 * then the cost is unknown instead of wrong. Throws EVA_DISK, EVA_ODD_FILE.
 */
export function readRunPrices(runDir: string): Prices {
  const document = readJson(join(runDir, file), maxBytes);
  const prices = Object.entries(isObject(document) ? document : {});
  return Object.fromEntries(prices.filter(([, price]) => storedFlaw('price', price) === null)) as unknown as Prices;
}

function deleteLock(lock: string): string {
  return `if no process works on it, delete ${lock}`;
}
