import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { orNull } from '#model/problem.js';
import type { RunSettings } from '#model/run/run.js';
import type { ItemChoice } from '#model/run/sample.js';
import { writeAtomically } from '../files/atomic-write.js';
import { readJson } from '../files/jsonl.js';
import { onDisk, privateMode } from '../files/regular-file.js';
import { isOwnDirectory, isRunId } from './run-names.js';
import { foldersTo, makeFolderOf } from './runs-folder.js';
import { storedFlaw } from './stored-flaw.js';

/** The runs of one command, in its order, as `.eva/groups/ID.json` keeps them until all have ended: those without a folder are not begun. */
export interface StoredGroup {
  readonly group: 1;
  readonly id: string;
  /** What the command line asked of its runs. */
  readonly flags: {
    readonly manner: RunSettings;
    readonly only?: readonly string[] | undefined;
    readonly items?: ItemChoice | undefined;
    readonly models?: readonly string[] | undefined;
    readonly casesOf?: string | undefined;
    readonly strict?: boolean | undefined;
    readonly allowShortBudget?: boolean | undefined;
  };
  readonly runs: readonly { readonly id: string; readonly variant?: string }[];
  /** What processes of the same share have in common: the last that has begun asks all that is left. Absent without a share. */
  readonly share?: string;
}

const mostBytes = 16 * 1024 * 1024;

/** Writes a group, before the first call of its runs. Throws EVA_DISK, EVA_ODD_FILE. */
export function writeGroup(root: string, group: StoredGroup): void {
  writeAtomically(
    join(makeFolderOf(root, 'groups'), `${group.id}.json`),
    `${JSON.stringify(group)}\n`,
    privateMode.file,
  );
}

/** Removes the file of a group, and those of other processes of its share; does nothing without one. Throws EVA_DISK, EVA_ODD_FILE. */
export function removeGroup(root: string, id: string): void {
  const groups = storedGroups(root);
  const share = groups.find((group) => group.id === id)?.share;
  const isOver = (group: StoredGroup) => group.id === id || (share !== undefined && group.share === share);
  for (const group of groups.filter(isOver)) {
    const path = join(makeFolderOf(root, 'groups'), `${group.id}.json`);
    onDisk('remove', path, () => rmSync(path, { force: true }));
  }
}

/** Lists the groups of a library, oldest first. Leaves out what eva did not write. Throws EVA_DISK, EVA_ODD_FILE of the folder itself. */
export function storedGroups(root: string): readonly StoredGroup[] {
  const folders = foldersTo(root, 'groups');
  const dir = folders.at(-1) ?? root;
  if (!folders.every(isOwnDirectory)) return [];
  const names = onDisk('read', dir, () => readdirSync(dir)).filter((name) => isRunId(name) && name.endsWith('.json'));
  return names.sort().flatMap((name) => {
    const path = join(dir, name);
    const isFile = orNull(() => lstatSync(path).isFile()) === true;
    const value = isFile ? orNull(() => readJson(path, mostBytes)) : null;
    const group = value as unknown as StoredGroup;
    return value !== null && storedFlaw('group', value) === null && `${group.id}.json` === name ? [group] : [];
  });
}
