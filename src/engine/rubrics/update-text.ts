import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { EvaError } from '#errors/index.js';
import { maxYamlBytes, readText } from '#load/source/read-file.js';
import { writeAtomically } from '#store/files/atomic-write.js';
import { onDisk } from '#store/files/disk-error.js';
import { withLock } from '#store/locks/lock.js';

/**
 * Replaces the text of a file with the result of `edit`, atomically and under a lock. `edit` gets null if there is no file, and
 * returns null for no change. `name` is the file's name in problems. Throws `EvaError` if the file cannot be read or written.
 */
export function updateText(file: string, name: string, edit: (text: string | null) => string | null): void {
  onDisk('create', dirname(file), () => mkdirSync(dirname(file), { recursive: true }));
  withLock(file, () => {
    const text = edit(textOf(file, name));
    if (text !== null) writeAtomically(file, text);
  });
}

function textOf(file: string, name: string): string | null {
  if (!existsSync(file)) return null;
  const { value, problems } = readText(file, name, maxYamlBytes);
  if (value === null) throw new EvaError(problems);
  return value;
}
