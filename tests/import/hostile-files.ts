import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HostileFolder } from './hostile/hostile-folder.js';
import { hostilePaths } from './hostile/paths.js';
import { hostileSizes } from './hostile/sizes.js';
import { hostileTexts } from './hostile/texts.js';
import { wrongValues } from './hostile/wrong-values.js';

/**
 * Configurations that an import must survive and that are made when they are needed: links, pipes, devices, large files and bytes that git
 * would change. Those that are plain files are in `tests/fixtures/import/hostile`; `cases.yml` there says what holds for all of them.
 */
export const hostileFolders: readonly HostileFolder[] = [
  ...hostilePaths,
  ...hostileTexts,
  ...hostileSizes,
  wrongValues,
];

/** Makes a configuration in a new folder `config` of a temporary folder, and returns its path. Files that must not be read are beside it. */
export function makeHostileFolder(folder: HostileFolder, temporary: string): string {
  const dir = join(temporary, 'config');
  mkdirSync(dir, { recursive: true });
  folder.make(dir);
  return dir;
}
