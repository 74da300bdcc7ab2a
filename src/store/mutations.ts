import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '#model/data/json.js';
import { orNull } from '#model/problem.js';
import { flawedField, isText } from '#model/reply/reply-flaw.js';
import type { MutationKind, MutationReport } from '#model/run/mutation.js';
import type { EvidenceDigests } from '#model/run/run.js';
import { writeAtomically } from './files/atomic-write.js';
import { readJson } from './files/jsonl.js';
import { oddFile, onDisk, privateMode } from './files/regular-file.js';
import { localDir } from './local-dir.js';
import { type RemovedRuns, removeLocked } from './run/kept-runs.js';
import { holderOfRun } from './run/run-folder.js';
import type { ListedRun } from './run/run-list.js';
import { folderNames, runBegan } from './run/run-names.js';
import { sizeBelow } from './trash.js';

/** The settings of a mutation run. A run with equal settings continues it. */
export interface MutationSettings {
  readonly id: string;
  readonly evidence: EvidenceDigests;
  readonly kinds: readonly MutationKind[];
  readonly sample: { readonly size: number; readonly seed: number } | null;
  /** The cases that are asked, in their order. */
  readonly cases: readonly string[];
}

export interface StoredMutation {
  readonly name: string;
  readonly dir: string;
  /** null if it ended before they were written, or if they cannot be read. */
  readonly settings: MutationSettings | null;
  /** The state of its report; null without one. */
  readonly state: MutationReport['state'] | null;
}

/** Lists the mutation runs of a library, oldest first. Ignores files and links. Throws EVA_DISK, EVA_ODD_FILE. */
export function listMutations(root: string): readonly StoredMutation[] {
  return folderNames(root, 'mutations').map((name) => {
    const dir = join(root, '.eva', 'mutations', name);
    const document = (file: string) => {
      const value = orNull(() => readJson(join(dir, file), mostBytes));
      return isObject(value) ? value : null;
    };
    const settings = document('mutation.json');
    const state = document('report.json')?.['state'];
    return {
      name,
      dir,
      settings: settings && flawedField(settings, facts) === null ? (settings as unknown as MutationSettings) : null,
      state: state === 'finished' || state === 'unfinished' ? state : null,
    };
  });
}

/** Creates the folder of a mutation run and returns its path. Throws EVA_DISK, also if it exists, and EVA_ODD_FILE. */
export function createMutationFolder(root: string, name: string): string {
  const dir = join(localDir(root, 'mutations'), name);
  onDisk('create', dir, () => mkdirSync(dir, { mode: privateMode.folder }));
  return dir;
}

/** Opens the folder of an earlier mutation run. Throws EVA_DISK, and EVA_ODD_FILE for a link, also in place of one of its files. */
export function reopenMutationFolder(root: string, name: string): string {
  const dir = localDir(root, 'mutations', name);
  for (const file of ['journal.jsonl', 'mutation.json', 'report.json']) {
    const path = join(dir, file);
    const stats = onDisk('read', path, () => lstatSync(path, { throwIfNoEntry: false }));
    if (stats && !stats.isFile()) throw oddFile(path, stats.isSymbolicLink() ? 'symbolic_link' : 'not_a_file');
  }
  return dir;
}

/** Writes the settings of a mutation run: from then on it can be continued. Throws EVA_DISK, EVA_ODD_FILE. */
export function writeMutationSettings(dir: string, settings: MutationSettings): void {
  writeAtomically(join(dir, 'mutation.json'), `${JSON.stringify(settings, null, 2)}\n`, privateMode.file);
}

/** Writes the report of a mutation run. Throws EVA_DISK, EVA_ODD_FILE. */
export function writeMutationReport(dir: string, report: MutationReport): void {
  writeAtomically(join(dir, 'report.json'), `${JSON.stringify(report, null, 2)}\n`, privateMode.file);
}

const mostBytes = 64 * 1024 * 1024;

const facts = {
  id: isText,
  evidence: (value: unknown) => isObject(value),
  kinds: (value: unknown) => Array.isArray(value),
  cases: (value: unknown) => Array.isArray(value),
};

/** A mutation run, listed as a run. */
interface ListedMutation extends ListedRun {
  readonly isMutation: true;
}

/** Lists the mutation runs of a library as runs, oldest first, with their sizes. One without settings cannot be continued, so it is done. */
export function listMutationRuns(root: string): readonly ListedMutation[] {
  return listMutations(root).map(({ name, dir, settings, state }) => {
    const holder = orNull(() => holderOfRun(dir));
    const isDone = settings === null || state === 'finished';
    return {
      isMutation: true,
      run_id: name,
      id: settings?.id ?? null,
      state: holder ? 'running' : isDone ? 'finished' : 'unfinished',
      pid: holder?.pid ?? null,
      began: runBegan(name),
      isDone,
      bytes: orNull(() => sizeBelow(dir).bytes) ?? 0,
      shard: null,
      isReplay: false,
      isMerged: false,
    };
  });
}

/** Removes mutation runs with all their files. Keeps those that a process works on. Throws EVA_DISK, EVA_ODD_FILE of `.eva/mutations/`. */
export function removeMutations(root: string, names: readonly string[]): RemovedRuns {
  const dirs = new Map(listMutations(root).map(({ name, dir }) => [name, dir]));
  const known = names.filter((name) => dirs.has(name));
  return removeLocked(root, known, (name) => dirs.get(name) ?? '');
}
