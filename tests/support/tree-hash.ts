import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a digest of every name, kind, mode, modification time and byte below a directory. */
export function treeHash(root: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(root, name);
    const { mode, mtimeMs } = lstatSync(path);
    hash.update(`${name}\0${mode}\0${mtimeMs}\0`);
    hash.update(bytesOf(path));
  }
  return hash.digest('hex');
}

function bytesOf(path: string): Uint8Array | string {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return readlinkSync(path);
  return stat.isFile() ? readFileSync(path) : '';
}
