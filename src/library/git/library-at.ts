import { constants, copyFileSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { sha256 } from '#model/data/digest.js';
import { lfsPointer } from '#model/data/stray-content.js';
import { EvaError, evaError, isError, problem } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';
import { type GitPlace, insteadOfCommit } from '#provider/process/git-program.js';
import { makePrivateFolder } from '#provider/process/private-files.js';
import { type CopiedFile, CopyFolder, FileWriter, LinkFollower, type WrittenFiles } from './copy-files.js';
import { blobSizes, type CommitTree, readBlobs, readTree, type TreeEntry } from './read-tree.js';
import { folderInRepository, type NamedCommit, requireRef, resolveRef } from './repository.js';

/** The maximum size of a file of the copy, and of all, in bytes: above that of any file that a prompt can use. */
const limits = { file: 128 * 1024 ** 2, all: 1024 ** 3 };

/** The files of a library as a commit has them, in a private folder that must be removed. */
export interface LibraryAt extends NamedCommit {
  /** The root of the library in that folder. */
  readonly root: string;
  /** The top of the repository's working tree. */
  readonly workTree: string;
  readonly remove: () => void;
}

/**
 * Writes the files of a library at a git ref into a private folder: `prompts/` without recordings, eva.yml, and the files elsewhere in the
 * repository whose names these mention. Starts git, and nothing that the repository names. Without a `ref` it takes the merge base with the
 * default branch of `origin`, or HEAD. Throws EVA_GIT.
 */
export async function openLibraryAt(ref: string | null, place: GitPlace): Promise<LibraryAt> {
  if (ref !== null) requireRef(ref, place);
  const prefix = await folderInRepository(place);
  return openCommit(await resolveRef(ref, place), prefix, place, (path) => isOfLibrary(path, prefix));
}

/** Writes the body, meta.yml and promotions of a prompt at a commit like `openLibraryAt`, with the files that they mention. Throws EVA_GIT. */
export async function openPromptAt(commit: string, id: string, place: GitPlace): Promise<LibraryAt> {
  const prefix = await folderInRepository(place);
  const folder = `${prefix}prompts/${id}/`;
  const isOwn = (path: string) => path.startsWith(folder) && isPromptFile(path.slice(folder.length));
  return openCommit({ commit, name: commit }, prefix, place, isOwn);
}

function isPromptFile(name: string): boolean {
  return /^(?:meta\.yml|\.promotions\.jsonl|messages\.yml|prompt\.(?:xml|md|txt))$/.test(name);
}

async function openCommit(
  named: NamedCommit,
  prefix: string,
  place: GitPlace,
  isOwn: (path: string) => boolean,
): Promise<LibraryAt> {
  const tree = await readTree(named.commit, place);
  refuseSubmodules(tree.entries, prefix, place);
  const folder = makePrivateFolder();
  try {
    const copy = new CopyFolder(folder.path, place);
    copy.makeFolder(`${prefix}prompts`);
    await writeNeeded(tree, { prefix, isOwn }, copy, place);
    return { ...named, root: join(folder.path, prefix), workTree: workTreeOf(place, prefix), remove: folder.remove };
  } catch (error) {
    folder.remove();
    throw error instanceof EvaError || place.signal.aborted ? error : notWritten(error);
  }
}

function workTreeOf({ root }: GitPlace, prefix: string): string {
  return join(root, prefix.replace(/[^/]+/g, '..'));
}

function notWritten(cause: unknown): unknown {
  if (!(isError(cause) && 'code' in cause)) return cause;
  const message = `the files of that commit could not be written to the folder for temporary files (${cause.code})`;
  const hint = 'make room there, or set TMPDIR to another folder';
  return new EvaError([problem('EVA_GIT:not_written', message, { hint })], { cause });
}

function refuseSubmodules(entries: readonly TreeEntry[], prefix: string, place: GitPlace): void {
  const prompts = `${prefix}prompts/`;
  const found = entries.find(
    ({ kind, path }) => kind === 'submodule' && (`${path}/`.startsWith(prompts) || prompts.startsWith(`${path}/`)),
  );
  if (found)
    throw evaError('EVA_GIT:submodule', `${quoted(found.path)} is a git submodule, whose files are not in the commit`, {
      hint: insteadOfCommit(place),
    });
}

/**
 * Writes the library, then what it mentions, then what that mentions, until nothing is new. Links are followed, and never made. `prefix` is the
 * path of the library in its repository, and `isOwn` true for the paths that are written in any case.
 */
async function writeNeeded(
  tree: CommitTree,
  { prefix, isOwn }: { readonly prefix: string; readonly isOwn: (path: string) => boolean },
  copy: CopyFolder,
  place: GitPlace,
): Promise<void> {
  const follower = new LinkFollower(tree, await readLinks(tree.entries, place));
  const writer = new FileWriter(copy, place, limits);
  const workTree = workTreeOf(place, prefix);
  const isCopied = ({ path }: CopiedFile) => !isRecording(path, prefix) && !`${prefix}prompts/`.startsWith(`${path}/`);
  const entries = tree.entries.filter(({ kind }) => kind !== 'submodule');
  const own = entries.filter(({ path }) => isOwn(path)).flatMap((entry) => follower.files(entry));
  let others: readonly TreeEntry[] = entries.filter(({ path }) => !isOwn(path));
  let linked: readonly CopiedFile[] = [];
  const mentions = new Mentions(entries.map(({ path }) => path));
  for (let next: readonly CopiedFile[] = own.filter(isCopied); next.length > 0; ) {
    const written = await writer.write(next);
    restoreLargeFiles(written, copy.path, workTree);
    for (const { path, bytes } of written)
      if (mayMention(path, bytes)) mentions.add(readFileSync(join(copy.path, path), 'utf8'));
    const [found, rest] = partition(others, ({ path }) => mentions.has(path));
    others = rest;
    const [files, left] = partition(
      [...linked, ...found.flatMap((entry) => follower.files(entry)).filter(isCopied)],
      ({ path, entry }) => entry === null || mentions.has(path),
    );
    linked = left;
    next = files;
  }
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((entry) => !isFirst(entry))];
}

/** A path of the library: also below `eva.yml`, which is then a folder that cannot be read. */
function isOfLibrary(path: string, prefix: string): boolean {
  return [`${prefix}eva.yml/`, `${prefix}prompts/`].some((folder) => `${path}/`.startsWith(folder));
}

/** Recordings are no evidence, and can be large. */
function isRecording(path: string, prefix: string): boolean {
  return path.startsWith(`${prefix}prompts/`) && /^[^/]+\/recordings\.jsonl$/.test(path.slice(prefix.length + 8));
}

/** No system follows a link with a longer target. */
const maxLinkBytes = 4096;

/** The maximum size of all targets that are kept, in bytes. */
const maxAllBytes = 64 * 1024 * 1024;

/** Returns the targets of the links among these entries, by the names of their objects. Leaves out those that are missing or too long. */
async function readLinks(entries: readonly TreeEntry[], place: GitPlace): Promise<ReadonlyMap<string, string>> {
  const links = entries.filter(({ kind }) => kind === 'link');
  const sizes = await blobSizes(links, place);
  let left = maxAllBytes;
  const readable = links.filter((_, at) => {
    const size = sizes[at] ?? Number.POSITIVE_INFINITY;
    if (size > maxLinkBytes || size > left) return false;
    left -= size;
    return true;
  });
  const texts: Buffer[][] = [];
  const sink = {
    begin: () => void texts.push([]),
    add: (bytes: Buffer) => void texts.at(-1)?.push(Buffer.from(bytes)),
    end: () => {},
  };
  await readBlobs(readable, sink, place);
  return new Map(readable.map(({ object }, at) => [object, Buffer.concat(texts[at] ?? []).toString('utf8')]));
}

/** Files that can name other files: YAML, modules and JSON. */
const naming = /\.(ya?ml|mjs|js|json)$/i;

/** The maximum size of a file that is searched for names, in bytes. */
const maxBytes = 4 * 1024 * 1024;

/** Returns true if a file may name others, so that they are needed too. */
export function mayMention(path: string, bytes: number): boolean {
  return naming.test(path) && bytes <= maxBytes;
}

/** Finds the files, by their names, that texts mention. Memory grows with the files, not with the texts. */
export class Mentions {
  readonly #names: ReadonlySet<string>;
  readonly #found = new Set<string>();

  /** `paths`: the files that may be mentioned. */
  constructor(paths: readonly string[]) {
    this.#names = new Set(paths.map((path) => posix.basename(path)));
  }

  /** Searches a text. A name with blanks is found if it is in quotes, or alone in its line. */
  add(text: string): void {
    if (this.#names.size === 0) return;
    for (const word of text.split(/[\s"'`,;=()[\]{}<>|&\\/]+/)) this.#addName(word);
    for (const piece of text.split(/["'`\n\r\\/:,#[\]{}]+/)) this.#addName(piece.trim());
  }

  has(path: string): boolean {
    return this.#found.has(posix.basename(path));
  }

  #addName(name: string): void {
    if (this.#names.has(name)) this.#found.add(name);
  }
}

/**
 * Replaces pointers of Git LFS by the file of the working tree if that is the one that they mean. A commit has only the pointer, so without
 * this each prompt with such a file would differ.
 */
export function restoreLargeFiles(written: readonly WrittenFiles[], folder: string, workTree: string): void {
  for (const { path, entry, bytes } of written) {
    if (bytes > 1024) continue;
    const copy = join(folder, path);
    const meant = lfsPointer(readFileSync(copy));
    const own = join(workTree, entry.path);
    if (!meant || !isFile(own, meant.size) || sha256(readFileSync(own)) !== meant.sha256) continue;
    rmSync(copy);
    copyFileSync(own, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
}

function isFile(path: string, size: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size === size && size <= 1024 ** 3;
}
