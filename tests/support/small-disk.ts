import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate file system. `remount` takes options of mount(8), such as `size=64k`. */
export interface SmallDisk {
  readonly path: string;
  readonly remount: (options: string) => void;
}

/** Mounts a small file system in memory until the test ends. Returns undefined if the user may not mount. */
export function smallDisk(t: { readonly after: (tidy: () => void) => void }, size: string): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'eva-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmdirSync(path);
    return undefined;
  }
  t.after(() => {
    execFileSync('umount', [path]);
    rmdirSync(path);
  });
  return { path, remount: (options) => execFileSync('mount', ['-o', `remount,${options}`, path]) };
}
