import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file that only the current user can read, in a folder of its own. */
interface PrivateFile {
  readonly path: string;
  /** Deletes the file with its folder. Leaves it if it cannot be deleted. */
  readonly remove: () => Promise<void>;
}

/** Writes a new file for a program into the system's folder for temporary files. Throws if it cannot be written. */
export async function writePrivateFile(name: string, content: string): Promise<PrivateFile> {
  const folder = await mkdtemp(join(tmpdir(), 'eva-'));
  const remove = () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  const path = join(folder, name);
  try {
    await writeFile(path, content, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove };
}
