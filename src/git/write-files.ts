import { EvaError, problem } from '#errors/index.js';
import type { GitPlace } from '#provider/process/git-program.js';
import type { CopyFile, CopyFolder } from './copy-folder.js';
import type { CopiedFile } from './follow-links.js';
import type { TreeEntry } from './list-tree.js';
import { blobSizes, readBlobs } from './read-blobs.js';

/** A file of the copy after it was written. */
export interface Written {
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
  async write(files: readonly CopiedFile[]): Promise<readonly Written[]> {
    const readable = files.flatMap(({ path, entry }) => (entry === null ? [] : [{ path, entry }]));
    const sizes = await blobSizes(
      readable.map(({ entry }) => entry),
      this.#place,
    );
    const sized = readable.map((file, at) => ({ ...file, bytes: sizes[at] ?? 0 }));
    const written = sized.filter(({ bytes }) => bytes <= this.#limits.file);
    for (const { bytes } of written) this.#bytes += bytes;
    if (this.#bytes > this.#limits.all)
      throw new EvaError([problem('EVA_GIT:too_large', { bytes: this.#bytes, limit: this.#limits.all })]);
    for (const { path, entry } of files) if (entry === null) this.#copy.makeFolder(path);
    for (const { path, bytes } of sized) if (bytes > this.#limits.file) this.#copy.makeFolder(path);
    await this.#writeAll(written);
    return written;
  }

  async #writeAll(files: readonly Written[]): Promise<void> {
    let open: CopyFile | null = null;
    const sink = {
      begin: (index: number) => {
        open = this.#copy.openFile(files[index]?.path ?? '');
      },
      add: (bytes: Buffer) => open?.add(bytes),
      end: () => {
        open?.close();
        open = null;
      },
    };
    await readBlobs(
      files.map(({ entry }) => entry),
      sink,
      this.#place,
    );
  }
}
