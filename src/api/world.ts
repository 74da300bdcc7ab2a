import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { EvaError } from '#errors/index.js';
import { maxYamlBytes, readText } from '#load/source/read-file.js';
import { writeAtomically } from '#store/files/atomic-write.js';
import { onDisk } from '#store/files/disk-error.js';
import { withLock } from '#store/locks/lock.js';

/** What an evaluation has of the world: nothing else in this folder reaches for it. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute directory in which programs run, and from which paths count. */
  readonly cwd: string;
  readonly now: () => Date;
  /** Seconds of a clock that never goes back. */
  readonly elapsed: () => number;
  /** So many fresh random bytes, in hexadecimal digits. */
  readonly random: (bytes: number) => string;
  /** A path as an absolute one. */
  readonly path: (path: string) => string;
  /**
   * Puts what `edit` makes of a file's text (null if there is none) in its place, whole or not at all, while no other process
   * does so. null leaves it as it is. Throws `EvaError` if it cannot be read or written.
   */
  readonly update: (path: string, edit: (text: string | null) => string | null) => void;
}

/** The world as it is. `env` and `cwd` are those of the process unless given. */
export function openWorld(given: {
  readonly env?: World['env'] | undefined;
  readonly cwd?: string | undefined;
}): World {
  const cwd = resolve(given.cwd ?? process.cwd());
  return {
    env: given.env ?? process.env,
    cwd,
    now: () => new Date(),
    elapsed: () => performance.now() / 1000,
    random: (bytes) => randomBytes(bytes).toString('hex'),
    path: (path) => resolve(cwd, path),
    update: (path, edit) => update(resolve(cwd, path), path, edit),
  };
}

function update(file: string, name: string, edit: (text: string | null) => string | null): void {
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
