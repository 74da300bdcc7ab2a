import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsyncSync, lstatSync, openSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { evaError, messageOf } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { errnoOf, makeDirectories, onDisk, privateMode, writeWhole } from '../files/regular-file.js';
import { localDir } from '../local-dir.js';

/** The folders that `--runs` or EVA_RUNS name, by the roots of their libraries. Other libraries keep their runs in `.eva/runs`. */
const namedFolders = new Map<string, string>();

/**
 * Keeps the runs and groups of a library in this folder from now on, or below its `.eva` if that is null. The folder may be missing. Throws
 * EVA_RUNS_FOLDER for a link or a file.
 */
export function keepRunsIn(root: string, folder: string | null): void {
  if (folder === null || folder === join(root, '.eva', 'runs')) {
    namedFolders.delete(root);
    return;
  }
  const stats = onDisk('read', folder, () => lstatSync(folder, { throwIfNoEntry: false }));
  if (stats && !stats.isDirectory())
    throw unusable(folder, stats.isSymbolicLink() ? 'is a symbolic link' : 'is not a folder');
  namedFolders.set(root, folder);
}

/** Returns the folder that holds the runs of a library. */
export function runsFolder(root: string): string {
  return namedFolders.get(root) ?? join(root, '.eva', 'runs');
}

/** Returns true if `--runs` or EVA_RUNS names the folder of the runs of a library. */
export function isRunsFolderNamed(root: string): boolean {
  return namedFolders.has(root);
}

/** Returns the folder of the runs of a library as messages and commands name it: `.eva/runs`, or the path of another one. */
export function runsFolderName(root: string): string {
  return short(namedFolders.get(root) ?? '.eva/runs');
}

/** Lists the folders that must be no links, for a folder of runs or a part of `.eva`: the last of them holds the entries. */
export function foldersTo(root: string, kind: 'runs' | 'groups'): readonly string[] {
  const named = namedFolders.get(root);
  if (named === undefined) return [join(root, '.eva'), join(root, '.eva', kind)];
  return kind === 'runs' ? [named] : [named, join(named, '.groups')];
}

/** Makes the folder of runs or groups of a library, or one in it, and returns its path. Throws EVA_DISK, EVA_ODD_FILE. */
export function makeFolderOf(root: string, kind: 'runs' | 'groups', ...parts: readonly string[]): string {
  if (!namedFolders.has(root)) return localDir(root, kind, ...parts);
  const path = join(foldersTo(root, kind).at(-1) ?? root, ...parts);
  onDisk('create', path, () => makeDirectories(path, privateMode.folder));
  return path;
}

/** Checks that the folder that `--runs` names takes new files, to which lines can be appended. Throws EVA_RUNS_FOLDER, EVA_DISK if the disk is full. */
export function requireRunsFolder(root: string): void {
  const folder = namedFolders.get(root);
  if (folder === undefined) return;
  const probe = join(folder, `.probe-${randomBytes(6).toString('hex')}`);
  const attempt = (reason: string, work: () => void) => {
    try {
      work();
    } catch (error) {
      const isFull = ['ENOSPC', 'EDQUOT'].includes(errnoOf(error) ?? '');
      if (isFull)
        onDisk('write', folder, () => {
          throw error;
        });
      throw unusable(folder, `${reason}: ${messageOf(error)}`);
    }
  };
  const append = (flags: number) => {
    const fd = openSync(probe, constants.O_WRONLY | constants.O_APPEND | flags, privateMode.file);
    try {
      writeWhole(fd, Buffer.from('probe\n'));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  };
  try {
    attempt('is not writable', () => {
      makeDirectories(folder);
      append(constants.O_CREAT | constants.O_EXCL);
    });
    attempt('does not let eva append to a file', () => append(0));
  } finally {
    rmSync(probe, { force: true });
  }
}

function unusable(folder: string, reason: string) {
  return evaError('EVA_RUNS_FOLDER', `runs cannot be kept in ${short(resolve(folder))}, which ${short(reason)}`, {
    hint: 'name another folder with --runs or EVA_RUNS; on a disk that cannot append, leave both out and copy .eva/runs at the end',
  });
}
