import { type EvaError, evaError } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';
import {
  type GitCommand,
  type GitPlace,
  gitFailed,
  gitStart,
  insteadOfCommit,
  noGit,
  runGit,
} from '#provider/process/git-program.js';
import { collectOutput, endProgram, startProgram } from '#provider/process/start-program.js';

export interface TreeEntry {
  readonly kind: 'file' | 'link' | 'submodule';
  readonly object: string;
  /** Relative to the top of the repository. */
  readonly path: string;
}

const kinds: Readonly<Record<string, TreeEntry['kind']>> = {
  '100644': 'file',
  '100755': 'file',
  '100664': 'file',
  '120000': 'link',
  '160000': 'submodule',
};

/** The maximum sizes of a path and of a name in it, in bytes: what systems open, less the path of the folder for the copy. */
const maxPath = 3072;

const maxName = 255;

/** Returns all entries of a commit, without paths that eva could not open or that git itself does not write. Throws EVA_GIT. */
export async function readTree(commit: string, place: GitPlace): Promise<CommitTree> {
  const args: GitCommand = ['ls-tree', '-r', '-z', '--full-tree', commit];
  const { code, stdout, stderr } = await runGit(args, place);
  if (code !== 0) throw gitFailed(args, stderr, place);
  const entries = stdout.split('\0').flatMap((line) => {
    const [, mode = '', object = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
    const kind = kinds[mode];
    return kind === undefined || !isSafe(path) ? [] : [{ kind, object, path }];
  });
  const tree = new CommitTree(entries);
  // Only a damaged commit has two entries of one path, or a folder with the path of a file or link.
  const twice = tree.entries.find(({ path }, at) => tree.entries[at + 1]?.path === path || tree.isFolder(path));
  if (twice) throw twiceInCommit(twice.path, place);
  return tree;
}

/** Returns the error for a path that a commit has twice, or that the disk cannot tell from another one. */
export function twiceInCommit(path: string, place: GitPlace): EvaError {
  return evaError(
    'EVA_GIT:twice',
    `that commit has two files, or a file and a folder, with the path ${quoted(path)}, or with names that this disk cannot tell apart`,
    { hint: `name another commit, or ${insteadOfCommit(place)}` },
  );
}

/** A name that is no UTF-8 has U+FFFD here: no path that eva can read means that file. */
function isSafe(path: string): boolean {
  if (Buffer.byteLength(path) > maxPath || path.includes('\ufffd')) return false;
  const names = path.split(/[/\\]/);
  return names.every((name) => Buffer.byteLength(name) <= maxName && !/^[ .]*$|^(?:\.git|git~1)[ .]*$/i.test(name));
}

export class CommitTree {
  /** By path, in the order of code units, so that the entries of a folder follow each other. */
  readonly entries: readonly TreeEntry[];
  readonly #byPath: ReadonlyMap<string, TreeEntry>;

  constructor(entries: readonly TreeEntry[]) {
    this.entries = [...entries].sort((a, b) => (a.path < b.path ? -1 : 1));
    this.#byPath = new Map(entries.map((entry) => [entry.path, entry]));
  }

  at(path: string): TreeEntry | undefined {
    return this.#byPath.get(path);
  }

  isFolder(path: string): boolean {
    return this.entries[this.#firstBelow(path)]?.path.startsWith(`${path}/`) === true;
  }

  /** Returns the entries below a folder, at all depths, until there are more than `most`. */
  below(path: string, most: number): readonly TreeEntry[] {
    const first = this.#firstBelow(path);
    const found = this.entries.slice(first, first + most + 1);
    const end = found.findIndex((entry) => !entry.path.startsWith(`${path}/`));
    return end < 0 ? found : found.slice(0, end);
  }

  #firstBelow(path: string): number {
    let [low, high] = [0, this.entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.entries[middle]?.path ?? '') < `${path}/`) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Gets the bytes of files of a commit, one file after the other. */
interface BlobSink {
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
  if (code !== 0 || lines.length !== entries.length + 1)
    throw gitFailed(args, stderr || 'its output ended early', place);
  return entries.map((_, at) => {
    const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(lines[at] ?? '') ?? [];
    return size === undefined ? null : Number(size);
  });
}

/** Reads files of a commit byte for byte: no filter of the repository runs. Throws EVA_GIT for an object that the clone does not have. */
export async function readBlobs(entries: readonly TreeEntry[], sink: BlobSink, place: GitPlace): Promise<void> {
  if (entries.length === 0) return;
  const started = await startProgram(gitStart(command, place), place.signal, namesOf(entries));
  if (started.child.pid === undefined) throw noGit(place);
  const errors = collectOutput(started.child.stderr, maxMessageBytes, () => {});
  const parser = new BlobParser(entries, sink, place);
  const stop = () => void endProgram(started);
  place.signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of started.child.stdout ?? []) parser.push(chunk as Buffer);
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

/** Parses the output of `git cat-file --batch`: a line with name, type and size, the bytes, a line end. */
class BlobParser {
  readonly #entries: readonly TreeEntry[];
  readonly #sink: BlobSink;
  readonly #place: GitPlace;
  #header = '';
  #done = 0;
  /** The bytes of the current file that are still to come, with the line end after them; 0 before its first line. */
  #left = 0;

  constructor(entries: readonly TreeEntry[], sink: BlobSink, place: GitPlace) {
    this.#entries = entries;
    this.#sink = sink;
    this.#place = place;
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
      return evaError(
        'EVA_GIT:missing_object',
        `this clone is partial, and does not have ${quoted(path)} of that commit`,
        { hint: 'get all files: git fetch --refetch --no-filter origin (with actions/checkout: no filter)' },
      );
    return gitFailed(command, errors || this.#header || 'its output ended early', this.#place);
  }
}
