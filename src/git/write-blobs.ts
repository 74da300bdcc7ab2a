import { closeSync, mkdirSync, openSync, symlinkSync, writeSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { collectOutput } from '#process/program-output.js';
import { endProgram, type StartedProgram, startProgram } from '#process/start-program.js';
import type { TreeEntry } from './list-tree.js';
import { type GitPlace, gitFailed, gitStart, noGit } from './run-git.js';

/** A file of a commit after it was written, or a link after it was read. */
export interface Written {
  readonly entry: TreeEntry;
  readonly bytes: number;
  /** The path that a link leads to. */
  readonly target?: string;
}

/** No system follows a link with a longer target. */
const maxLinkBytes = 4096;

/** The maximum size of git's messages that are read, in bytes. */
const maxMessageBytes = 8192;

const command = ['cat-file', '--batch'];

/**
 * Writes files of a commit below a folder, byte for byte: no filter of the repository runs. Reads links without making them. Throws EVA_GIT
 * for an object that the clone does not have.
 */
export async function writeBlobs(
  entries: readonly TreeEntry[],
  folder: string,
  place: GitPlace,
): Promise<readonly Written[]> {
  if (entries.length === 0) return [];
  const started = await startProgram(
    gitStart(command, place),
    place.signal,
    entries.map(({ object }) => `${object}\n`).join(''),
  );
  if (started.child.pid === undefined) throw noGit();
  const errors = collectOutput(started.child.stderr, maxMessageBytes, () => {});
  const writer = new BlobWriter(entries, folder);
  const stop = () => void endProgram(started);
  place.signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of outputOf(started)) writer.push(chunk);
  } finally {
    place.signal.removeEventListener('abort', stop);
    writer.close();
    await endProgram(started);
  }
  place.signal.throwIfAborted();
  return writer.finish(errors.text());
}

async function* outputOf({ child }: StartedProgram): AsyncGenerator<Buffer> {
  for await (const chunk of child.stdout ?? []) yield chunk as Buffer;
}

/** Parses the output of `git cat-file --batch` (a line with name, type and size, the bytes, a line end) and writes it. */
class BlobWriter {
  readonly #entries: readonly TreeEntry[];
  readonly #folder: string;
  readonly #written: Written[] = [];
  #header = '';
  /** The open file of the current entry, or the bytes of a link. */
  #fd: number | null = null;
  #link: Buffer[] = [];
  /** The bytes of the current entry that are still to come, with the line end after them; 0 before its first line. */
  #left = 0;
  #size = 0;

  constructor(entries: readonly TreeEntry[], folder: string) {
    this.#entries = entries;
    this.#folder = folder;
  }

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at = this.#left > 0 ? this.#body(chunk, at) : this.#line(chunk, at);
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  /** `errors`: what git said. */
  finish(errors: string): readonly Written[] {
    if (this.#written.length < this.#entries.length) throw this.#unusable(errors);
    return this.#written;
  }

  #line(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(10, at);
    this.#header += chunk.toString('latin1', at, end < 0 ? chunk.length : end);
    if (end < 0) return chunk.length;
    const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(this.#header) ?? [];
    if (size === undefined) throw this.#unusable('');
    this.#header = '';
    this.#size = Number(size);
    this.#left = this.#size + 1;
    const entry = this.#entries[this.#written.length];
    if (entry?.kind === 'file') this.#fd = openNew(join(this.#folder, entry.path));
    return end + 1;
  }

  #body(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + this.#left);
    const isLast = end - at === this.#left;
    const bytes = chunk.subarray(at, isLast ? end - 1 : Math.min(end, at + this.#left - 1));
    if (this.#fd !== null) for (let done = 0; done < bytes.length; ) done += writeSync(this.#fd, bytes, done);
    else if (this.#size <= maxLinkBytes) this.#link.push(Buffer.from(bytes));
    this.#left -= end - at;
    if (isLast) this.#ended();
    return end;
  }

  #ended(): void {
    const entry = this.#entries[this.#written.length];
    if (!entry) throw gitFailed(command, 'it printed more than was asked for');
    const target = entry.kind === 'link' ? { target: Buffer.concat(this.#link).toString('utf8') } : {};
    this.#link = [];
    this.close();
    this.#written.push({ entry, bytes: this.#size, ...target });
  }

  #unusable(errors: string): EvaError {
    const path = this.#entries[this.#written.length]?.path ?? '';
    if (/ missing$/.test(this.#header) || /promisor remote/.test(errors))
      return new EvaError([problem('EVA_GIT:missing_object', { path })]);
    return gitFailed(command, errors || this.#header || 'its output ended early');
  }
}

/** Opens a new file that only this user can read. A file that is there already is an error: two entries of a tree have one path. */
function openNew(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return openSync(path, 'wx', 0o700);
}

/**
 * Makes the links of a commit, except those that leave the folder. Call it after all files are written, and once: nothing is written through
 * a link, since two links together can leave the folder. Throws if a link has the path of a folder.
 */
export function writeLinks(written: readonly Written[], folder: string): void {
  const links = written.flatMap(({ entry, target }) => {
    const path = join(folder, entry.path);
    return target !== undefined && staysIn(folder, path, target) ? [{ path, target }] : [];
  });
  for (const { path } of links) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (const { path, target } of links) symlinkSync(target, path);
}

function staysIn(folder: string, path: string, target: string): boolean {
  if (target === '' || target.includes('\0') || isAbsolute(target)) return false;
  return resolve(dirname(path), target).startsWith(folder + sep);
}
