import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createWhole, writeAtomically } from '#store/files/atomic-write.js';
import { onDisk } from '#store/files/disk-error.js';
import { readRegular } from '#store/files/regular-file.js';
import { isPresent, type Placed } from '../placing.js';
import {
  ignoredPackages,
  ignoredRuns,
  ignores,
  merged,
  type NeededLines,
  sameLineEnds,
  withLines,
} from './git-lines.js';
import { repositoryOf } from './workflow.js';

const maxBytes = 1024 * 1024;

/** Appends the lines that .gitignore and .gitattributes of a library lack. Keeps every byte that they have. */
export function placeGitLines(root: string): readonly Placed[] {
  const folders = needsPackagesIgnored(root) ? [ignoredPackages, ignoredRuns] : [ignoredRuns];
  return [placeLines(root, '.gitignore', folders), placeLines(root, '.gitattributes', [merged, sameLineEnds])];
}

function placeLines(root: string, file: string, groups: readonly NeededLines[]): Placed {
  const path = join(root, file);
  const old = isPresent(root, file, 'file') ? readRegular(path, maxBytes) : null;
  const extended = groups.reduce(withLines, old ?? Buffer.alloc(0));
  if (extended === old) return { file, outcome: 'kept' };
  if (old !== null) {
    writeAtomically(path, extended);
    return { file, outcome: 'extended' };
  }
  const isNew = onDisk('create', path, () => createWhole(path, extended.toString('latin1'), 0o644));
  return isNew ? { file, outcome: 'created' } : placeLines(root, file, groups);
}

/** Returns true if npm installs packages in a directory, and no .gitignore ignores them, there or above it in the repository. */
function needsPackagesIgnored(root: string): boolean {
  if (!['package.json', 'node_modules'].some((name) => existsSync(join(root, name)))) return false;
  const top = repositoryOf(root);
  for (let dir = root; ; dir = dirname(dir)) {
    const isIgnored = ignores(textOf(join(dir, '.gitignore')), 'node_modules', dir !== root);
    if (isIgnored !== undefined || dir === top) return isIgnored !== true;
  }
}

/** Returns the text of a .gitignore; the empty string for a link or device, which git ignores too, and for a file that cannot be read. */
function textOf(path: string): string {
  try {
    if (lstatSync(path).isFile()) return readRegular(path, maxBytes)?.toString('latin1') ?? '';
  } catch {}
  return '';
}
