import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createWhole } from './atomic-write.js';
import { errnoOf, makeDirectories, oddFile, onDisk, readRegular } from './regular-file.js';

/** What happened to a file: `kept` files were there and have not changed. */
export type PlacingOutcome = 'created' | 'extended' | 'kept';

/** A file with its path from the library, and what happened to it. */
export interface Placed {
  readonly file: string;
  readonly outcome: PlacingOutcome;
}

const maxBytes = 1024 * 1024;

/**
 * Returns true if the path exists. Throws EVA_ODD_FILE if it is not of this kind, or if a part of the path below `root` is a link or no
 * directory: writing would follow it.
 */
export function isPresent(root: string, file: string, kind: 'file' | 'directory'): boolean {
  const parts = file.split('/');
  return parts.every((_, at) => {
    const path = join(root, ...parts.slice(0, at + 1));
    const stats = onDisk('read', path, () => lstatSync(path, { throwIfNoEntry: false }));
    if (!stats) return false;
    if (stats.isSymbolicLink()) throw oddFile(path, 'symbolic_link');
    const wanted = at < parts.length - 1 ? 'directory' : kind;
    if (wanted === 'directory' && !stats.isDirectory()) throw oddFile(path, 'not_a_directory');
    if (wanted === 'file' && !stats.isFile()) throw oddFile(path, 'not_a_file');
    return true;
  });
}

/** Returns true if a file exists and holds exactly this text. */
export function hasText(root: string, file: string, text: string): boolean {
  return isPresent(root, file, 'file') && readRegular(join(root, file), maxBytes)?.toString('utf8') === text;
}

/** Creates a file, whole or not at all. Keeps one that exists. */
export function placeFile(root: string, file: string, text: string): Placed {
  if (isPresent(root, file, 'file')) return { file, outcome: 'kept' };
  const path = join(root, file);
  const isNew = onDisk('create', path, () => {
    makeDirectories(dirname(path));
    return createWhole(path, text, 0o644);
  });
  return { file, outcome: isNew ? 'created' : 'kept' };
}

/**
 * Creates `prompts/ID` with everything that `fill` writes into it, whole or not at all. Returns false if another process made the folder
 * meanwhile, and keeps that one.
 */
export function placePrompt(root: string, id: string, fill: (dir: string) => void): boolean {
  const prompts = join(root, 'prompts');
  const dir = join(prompts, id);
  const temporary = join(prompts, `.${id}.${randomBytes(6).toString('hex')}.tmp`);
  return onDisk('create', dir, () => {
    makeDirectories(prompts);
    try {
      mkdirSync(temporary);
      fill(temporary);
      return renameIfFree(temporary, dir);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  });
}

/** Renames a directory. Returns false if a directory with files has the new name. */
function renameIfFree(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(errnoOf(error) ?? '')) return false;
    throw error;
  }
}

/**
 * Lists the regular files of a directory and of those in it, relative to it and sorted, except names that `leavesOut`. Throws EVA_ODD_FILE for
 * links and devices.
 */
export function filesIn(dir: string, leavesOut: (name: string) => boolean): readonly string[] {
  return onDisk('read', dir, () => readdirSync(dir, { withFileTypes: true }))
    .filter((entry) => !leavesOut(entry.name))
    .flatMap((entry) => {
      const path = join(dir, entry.name);
      if (entry.isDirectory()) return filesIn(path, leavesOut).map((file) => `${entry.name}/${file}`);
      if (!entry.isFile()) throw oddFile(path, entry.isSymbolicLink() ? 'symbolic_link' : 'not_a_file');
      return [entry.name];
    })
    .sort();
}

/** Copies files of a directory to another one, and makes the directories that they lie in. */
export function copyFiles(from: string, to: string, files: readonly string[]): void {
  for (const file of files) {
    makeDirectories(dirname(join(to, file)));
    copyFileSync(join(from, file), join(to, file), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
}
