import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { makePrivateFolder } from '#process/private-file.js';
import { restoreLargeFiles } from './large-files.js';
import { listTree, type TreeEntry } from './list-tree.js';
import { Mentions, mayMention } from './mentions.js';
import { folderInRepository, type NamedCommit, requireRef, resolveRef } from './resolve-ref.js';
import type { GitPlace } from './run-git.js';
import { type Written, writeBlobs, writeLinks } from './write-blobs.js';

/** The files of a library as a commit has them, in a private folder that must be removed. */
export interface LibraryAt extends NamedCommit {
  /** The root of the library in that folder. */
  readonly root: string;
  /** Deletes the folder. */
  readonly remove: () => void;
}

/**
 * Writes the files of a library at a git ref into a private folder: `prompts/` without recordings, eva.yml, and the files elsewhere in the
 * repository whose names these mention. Starts git, and nothing that the repository names. Without a `ref` it takes the merge base with the
 * default branch of `origin`, or HEAD. Throws EVA_GIT.
 */
export async function openLibraryAt(ref: string | null, place: GitPlace): Promise<LibraryAt> {
  if (ref !== null) requireRef(ref);
  const prefix = await folderInRepository(place);
  const named = await resolveRef(ref, place);
  const entries = await listTree(named.commit, place);
  refuseSubmodules(entries, prefix);
  const folder = makePrivateFolder();
  try {
    const root = join(folder.path, prefix);
    mkdirSync(join(root, 'prompts'), { recursive: true, mode: 0o700 });
    await writeNeeded(entries, prefix, folder.path, place);
    return { ...named, root, remove: folder.remove };
  } catch (error) {
    folder.remove();
    throw error instanceof EvaError || place.signal.aborted ? error : notWritten(error);
  }
}

/** Returns the error for a disk that is full, or for two files of a commit that this disk cannot tell apart. */
function notWritten(cause: unknown): unknown {
  if (!(cause instanceof Error && 'code' in cause)) return cause;
  return new EvaError([problem('EVA_GIT:not_written', { reason: String(cause.code) })], { cause });
}

function refuseSubmodules(entries: readonly TreeEntry[], prefix: string): void {
  const prompts = `${prefix}prompts/`;
  const found = entries.find(
    ({ kind, path }) => kind === 'submodule' && (`${path}/`.startsWith(prompts) || prompts.startsWith(`${path}/`)),
  );
  if (found) throw new EvaError([problem('EVA_GIT:submodule', { path: found.path })]);
}

/** Writes the library, then what it mentions, then what that mentions, until nothing is new. */
async function writeNeeded(
  entries: readonly TreeEntry[],
  prefix: string,
  folder: string,
  place: GitPlace,
): Promise<void> {
  const files = entries.filter(({ kind, path }) => kind !== 'submodule' && !isRecording(path, prefix));
  const own = files.filter(({ path }) => isOfLibrary(path, prefix));
  let others = files.filter(({ path }) => !isOfLibrary(path, prefix));
  const mentions = new Mentions(others.map(({ path }) => path));
  const workTree = join(place.root, prefix.replace(/[^/]+/g, '..'));
  const links: Written[] = [];
  for (let next: readonly TreeEntry[] = own; next.length > 0; ) {
    const written = await writeBlobs(next, folder, place);
    restoreLargeFiles(written, folder, workTree);
    links.push(...written.filter(({ target }) => target !== undefined));
    for (const { entry, bytes, target } of written) {
      if (target !== undefined) mentions.add(target);
      else if (mayMention(entry.path, bytes)) mentions.add(readFileSync(join(folder, entry.path), 'utf8'));
    }
    next = others.filter(({ path }) => mentions.has(path));
    others = others.filter(({ path }) => !mentions.has(path));
  }
  writeLinks(links, folder);
}

function isOfLibrary(path: string, prefix: string): boolean {
  return path === `${prefix}eva.yml` || path.startsWith(`${prefix}prompts/`) || path === `${prefix}prompts`;
}

/** Recordings are no evidence, and can be large. */
function isRecording(path: string, prefix: string): boolean {
  return path.startsWith(`${prefix}prompts/`) && /^[^/]+\/recordings\.jsonl$/.test(path.slice(prefix.length + 8));
}
