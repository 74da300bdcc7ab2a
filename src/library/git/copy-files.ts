import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join, posix } from 'node:path';
import { errorCode, evaError } from '#model/problem.js';
import { type GitPlace, insteadOfCommit } from '#provider/process/git-program.js';
import { blobSizes, type CommitTree, readBlobs, type TreeEntry, twiceInCommit } from './read-tree.js';

/** The copy of a commit: a folder without links, in which nothing is written twice. */
export class CopyFolder {
  readonly path: string;
  readonly #place: GitPlace;
  readonly #folders = new Set<string>(['.']);

  /** `path`: an empty folder that only this user can read. */
  constructor(path: string, place: GitPlace) {
    this.path = path;
    this.#place = place;
  }

  /** Makes a folder with those above it, one by one. Throws EVA_GIT if a file has its path, or if the disk cannot tell two names apart. */
  makeFolder(path: string): void {
    if (this.#folders.has(path)) return;
    this.makeFolder(posix.dirname(path));
    this.#asNew(path, () => mkdirSync(join(this.path, path), { mode: 0o700 }));
    this.#folders.add(path);
  }

  /** Opens a new file that only this user can read. Returns its descriptor. Throws EVA_GIT as `makeFolder` does. */
  openFile(path: string): number {
    this.makeFolder(posix.dirname(path));
    return this.#asNew(path, () => openSync(join(this.path, path), 'wx', 0o700));
  }

  #asNew<T>(path: string, make: () => T): T {
    try {
      return make();
    } catch (error) {
      throw errorCode(error) === 'EEXIST' ? twiceInCommit(path, this.#place) : error;
    }
  }
}

export interface CopiedFile {
  /** Relative to the top of the repository; through a link if it was found through one. */
  readonly path: string;
  /** The file that has its bytes; null if eva cannot read it: a link that leads nowhere, out of the repository or in a circle. */
  readonly entry: TreeEntry | null;
}

/** The maximum number of links on the way to a file, as in systems. */
const mostLinks = 40;

/** The maximum number of names that are looked up to follow the links of a commit. */
const mostSteps = 500_000;

/** The maximum number of files that are found through links to folders. */
const mostFiles = 50_000;

/** Follows the links of a commit in its own tree. Never looks at a disk. */
export class LinkFollower {
  readonly #tree: CommitTree;
  readonly #targets: ReadonlyMap<string, string>;
  #steps = mostSteps;
  #files = mostFiles;

  /** `targets`: the texts of links, by the names of their objects. */
  constructor(tree: CommitTree, targets: ReadonlyMap<string, string>) {
    this.#tree = tree;
    this.#targets = targets;
  }

  /** Returns a file as itself, a link to a file as that file, and a link to a folder as the files below it. */
  files(entry: TreeEntry): readonly CopiedFile[] {
    const { path } = entry;
    const real = this.#real(path);
    if (real === null) return [{ path, entry: null }];
    if (this.#tree.at(real) !== undefined) return [this.#file(path, real)];
    const isInside = real === '' || path.startsWith(`${real}/`);
    const below = isInside ? [] : this.#tree.below(real, this.#files);
    if (isInside || below.length > this.#files) return [{ path, entry: null }];
    this.#files -= below.length;
    return below.map((entry) => this.#file(path + entry.path.slice(real.length), this.#real(entry.path)));
  }

  #file(path: string, real: string | null): CopiedFile {
    const found = real === null ? undefined : this.#tree.at(real);
    return { path, entry: found?.kind === 'file' ? found : null };
  }

  /** Returns the path without links, `''` for the top; null if it leads nowhere or out of the repository. */
  #real(path: string): string | null {
    let links = mostLinks;
    const left = path.split('/').reverse();
    let real = '';
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      if (this.#steps-- <= 0 || (name === '..' && real === '')) return null;
      if (name === '' || name === '.') continue;
      const parent = real.slice(0, Math.max(real.lastIndexOf('/'), 0));
      const here = name === '..' ? parent : `${real}${real && '/'}${name}`;
      const entry = this.#tree.at(here);
      if (entry?.kind === 'link') {
        const target = this.#targets.get(entry.object) ?? '';
        if (links-- === 0 || target === '' || /^[/\\]|\0/.test(target)) return null;
        left.push(...target.split('/').reverse());
      } else if (entry === undefined ? here !== '' && !this.#tree.isFolder(here) : left.length > 0) return null;
      else real = here;
    }
    return real;
  }
}

export interface WrittenFiles {
  readonly path: string;
  readonly entry: TreeEntry;
  readonly bytes: number;
}

/** Writes the files of one commit into its copy, up to a size for each and for all. */
export class FileWriter {
  readonly #copy: CopyFolder;
  readonly #place: GitPlace;
  readonly #limits: { readonly file: number; readonly all: number };
  #bytes = 0;

  constructor(copy: CopyFolder, place: GitPlace, limits: { readonly file: number; readonly all: number }) {
    this.#copy = copy;
    this.#place = place;
    this.#limits = limits;
  }

  /**
   * Writes files byte for byte. A file that cannot be read, or is too large, becomes an empty folder, so that a prompt that needs it cannot be
   * read either. Throws EVA_GIT for an object that the clone does not have, and if all files together are too large.
   */
  async write(files: readonly CopiedFile[]): Promise<readonly WrittenFiles[]> {
    const readable = files.flatMap(({ path, entry }) => (entry === null ? [] : [{ path, entry }]));
    const sizes = await blobSizes(
      readable.map(({ entry }) => entry),
      this.#place,
    );
    const sized = readable.map((file, at) => ({ ...file, bytes: sizes[at] ?? 0 }));
    const written = sized.filter(({ bytes }) => bytes <= this.#limits.file);
    for (const { bytes } of written) this.#bytes += bytes;
    if (this.#bytes > this.#limits.all)
      throw evaError(
        'EVA_GIT:too_large',
        `the files that the library needs at that commit are ${megabytes(this.#bytes)}, and eva copies at most ${megabytes(this.#limits.all)}`,
        { hint: insteadOfCommit(this.#place) },
      );
    for (const { path, entry } of files) if (entry === null) this.#copy.makeFolder(path);
    for (const { path, bytes } of sized) if (bytes > this.#limits.file) this.#copy.makeFolder(path);
    await this.#writeAll(written);
    return written;
  }

  async #writeAll(files: readonly WrittenFiles[]): Promise<void> {
    let fd: number | null = null;
    const sink = {
      begin: (index: number) => {
        fd = this.#copy.openFile(files[index]?.path ?? '');
      },
      add: (bytes: Buffer) => {
        for (let done = 0; fd !== null && done < bytes.length; ) done += writeSync(fd, bytes, done);
      },
      end: () => {
        if (fd !== null) closeSync(fd);
        fd = null;
      },
    };
    await readBlobs(
      files.map(({ entry }) => entry),
      sink,
      this.#place,
    );
  }
}

/** Returns a size in megabytes, rounded up. */
function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
