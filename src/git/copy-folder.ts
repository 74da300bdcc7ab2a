import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join, posix } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { errorCode } from '#model/problem.js';

/** The copy of a commit: a folder without links, in which nothing is written twice. */
export class CopyFolder {
  readonly path: string;
  readonly #folders = new Set<string>(['.']);

  /** `path`: an empty folder that only this user can read. */
  constructor(path: string) {
    this.path = path;
  }

  /** Makes a folder with those above it, one by one. Throws EVA_GIT if a file has its path, or if the disk cannot tell two names apart. */
  makeFolder(path: string): void {
    if (this.#folders.has(path)) return;
    this.makeFolder(posix.dirname(path));
    asNew(path, () => mkdirSync(join(this.path, path), { mode: 0o700 }));
    this.#folders.add(path);
  }

  /** Opens a new file that only this user can read. Throws EVA_GIT as `makeFolder` does. */
  openFile(path: string): CopyFile {
    this.makeFolder(posix.dirname(path));
    return new CopyFile(asNew(path, () => openSync(join(this.path, path), 'wx', 0o700)));
  }
}

export class CopyFile {
  readonly #fd: number;

  constructor(fd: number) {
    this.#fd = fd;
  }

  add(bytes: Buffer): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#fd, bytes, done);
  }

  close(): void {
    closeSync(this.#fd);
  }
}

function asNew<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw new EvaError([problem('EVA_GIT:twice', { path })], { cause: error });
  }
}
