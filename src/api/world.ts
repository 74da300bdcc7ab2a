import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { EvaError } from '#errors.js';
import { maxYamlBytes, readText } from '#load/read-file.js';
import { writeAtomically } from '#store/atomic-write.js';
import { onDisk } from '#store/disk-error.js';

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
  /** The text of a file, or null if there is none. Throws `EvaError` if it cannot be read. */
  readonly read: (path: string) => string | null;
  /** Puts a text in place of a file's, whole or not at all, with its directories. */
  readonly write: (path: string, text: string) => void;
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
    read: (path) => textOf(resolve(cwd, path), path),
    write: (path, text) => {
      const file = resolve(cwd, path);
      onDisk('create', dirname(file), () => mkdirSync(dirname(file), { recursive: true }));
      writeAtomically(file, text);
    },
  };
}

function textOf(file: string, name: string): string | null {
  if (!existsSync(file)) return null;
  const { value, problems } = readText(file, name, maxYamlBytes);
  if (value === null) throw new EvaError(problems);
  return value;
}
