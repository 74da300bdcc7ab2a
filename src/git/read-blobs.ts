import { EvaError, problem } from '#errors/index.js';
import { type GitCommand, type GitPlace, gitFailed, gitStart, noGit, runGit } from '#provider/process/git-program.js';
import { collectOutput, endProgram, type StartedProgram, startProgram } from '#provider/process/start-program.js';
import type { TreeEntry } from './list-tree.js';

/** Gets the bytes of files of a commit, one file after the other. */
export interface BlobSink {
  /** Called before the bytes of the file with this index. */
  readonly begin: (index: number) => void;
  readonly add: (bytes: Buffer) => void;
  /** Called after the bytes of a file, and once at the end. */
  readonly end: () => void;
}

/** The maximum size of git's messages that are read, in bytes. */
const maxMessageBytes = 8192;

const command: GitCommand = ['cat-file', '--batch'];

/** Returns the sizes of files and links in bytes, in their order; null for an object that the clone does not have. Throws EVA_GIT. */
export async function blobSizes(entries: readonly TreeEntry[], place: GitPlace): Promise<readonly (number | null)[]> {
  if (entries.length === 0) return [];
  const args: GitCommand = ['cat-file', '--batch-check'];
  const { code, stdout, stderr } = await runGit(args, place, namesOf(entries));
  const lines = stdout.split('\n');
  if (code !== 0 || lines.length !== entries.length + 1) throw gitFailed(args, stderr || 'its output ended early');
  return entries.map((_, at) => {
    const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(lines[at] ?? '') ?? [];
    return size === undefined ? null : Number(size);
  });
}

/** Reads files of a commit byte for byte: no filter of the repository runs. Throws EVA_GIT for an object that the clone does not have. */
export async function readBlobs(entries: readonly TreeEntry[], sink: BlobSink, place: GitPlace): Promise<void> {
  if (entries.length === 0) return;
  const started = await startProgram(gitStart(command, place), place.signal, namesOf(entries));
  if (started.child.pid === undefined) throw noGit();
  const errors = collectOutput(started.child.stderr, maxMessageBytes, () => {});
  const parser = new BlobParser(entries, sink);
  const stop = () => void endProgram(started);
  place.signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of outputOf(started)) parser.push(chunk);
  } finally {
    place.signal.removeEventListener('abort', stop);
    sink.end();
    await endProgram(started);
  }
  place.signal.throwIfAborted();
  parser.finish(errors.text());
}

function namesOf(entries: readonly TreeEntry[]): string {
  return entries.map(({ object }) => `${object}\n`).join('');
}

async function* outputOf({ child }: StartedProgram): AsyncGenerator<Buffer> {
  for await (const chunk of child.stdout ?? []) yield chunk as Buffer;
}

/** Parses the output of `git cat-file --batch`: a line with name, type and size, the bytes, a line end. */
class BlobParser {
  readonly #entries: readonly TreeEntry[];
  readonly #sink: BlobSink;
  #header = '';
  /** The number of complete files. */
  #done = 0;
  /** The bytes of the current file that are still to come, with the line end after them; 0 before its first line. */
  #left = 0;

  constructor(entries: readonly TreeEntry[], sink: BlobSink) {
    this.#entries = entries;
    this.#sink = sink;
  }

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at = this.#left > 0 ? this.#body(chunk, at) : this.#line(chunk, at);
  }

  /** `errors`: what git said. */
  finish(errors: string): void {
    if (this.#done < this.#entries.length) throw this.#unusable(errors);
  }

  #line(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(10, at);
    this.#header += chunk.toString('latin1', at, end < 0 ? chunk.length : end);
    if (end < 0) return chunk.length;
    const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(this.#header) ?? [];
    if (size === undefined || this.#done === this.#entries.length) throw this.#unusable('');
    this.#header = '';
    this.#left = Number(size) + 1;
    this.#sink.begin(this.#done);
    return end + 1;
  }

  #body(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + this.#left);
    const isLast = end - at === this.#left;
    this.#sink.add(chunk.subarray(at, isLast ? end - 1 : end));
    this.#left -= end - at;
    if (isLast) {
      this.#sink.end();
      this.#done += 1;
    }
    return end;
  }

  #unusable(errors: string): EvaError {
    const path = this.#entries[this.#done]?.path ?? '';
    if (/ missing$/.test(this.#header) || /promisor remote/.test(errors))
      return new EvaError([problem('EVA_GIT:missing_object', { path })]);
    return gitFailed(command, errors || this.#header || 'its output ended early');
  }
}
