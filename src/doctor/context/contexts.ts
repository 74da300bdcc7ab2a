import { join } from 'node:path';
import { listPromptIds, promptDirProblem, recordingsFile } from '#library/prompts.js';
import type { CheckedPrompt, LibraryFiles } from '#lifecycle/read-prompt.js';
import { openTrust } from '#lifecycle/trust/trust.js';
import { isThere } from '#load/source/inside-root.js';
import type { Problem } from '#model/problem.js';
import { readRecordings } from '#store/replies/recordings.js';
import type { DoctorEnvironment, LibraryContext, PromptContext } from '../check.js';
import { collectProblems } from './collect-problems.js';
import { aliasOwners, readAliases } from './read-aliases.js';
import { readEvidenceByPrompt } from './read-evidence.js';

export interface LibraryOptions {
  readonly root: string;
  readonly env: DoctorEnvironment;
  readonly strict: boolean;
  readonly now: Date;
}

/**
 * Reads the files of the library: the log, and the aliases of all prompts, even if only some are checked, since two prompts must not share
 * an alias. Reads the trust file if there is anything to trust. A file that cannot be read is a problem of the library.
 */
export function libraryContext(options: LibraryOptions, files: LibraryFiles): LibraryContext {
  const { root, env } = options;
  const { config, programs } = files;
  const trustProblems: Problem[] = [];
  const others: Problem[] = [];
  const trust = lazy(() => collectProblems(trustProblems, null, () => openTrust(env.user, root)));
  if (programs.length > 0) trust();
  const ids = listPromptIds(root);
  const inside = new Set(ids.filter((id) => !promptDirProblem(root, id)));
  const aliases = readAliases(root, [...inside], others);
  const evidenceOf = readEvidenceByPrompt(root, others);
  const fileProblems = () => [...files.problems, ...trustProblems, ...others];
  return {
    ...options,
    ids,
    inside,
    config,
    trust,
    aliases,
    aliasOwner: aliasOwners(aliases),
    evidenceOf,
    programs,
    fileProblems,
  };
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Returns the input of the rules about a prompt: its files, with the problems of its recordings. */
export function promptContext(files: CheckedPrompt, library: LibraryContext): PromptContext {
  const { id } = files;
  const names = { metaFile: `prompts/${id}/meta.yml`, bodyFile: `prompts/${id}/prompt.xml` };
  return { ...files, ...names, library, problems: [...files.problems, ...recordingProblems(id, library)] };
}

function recordingProblems(id: string, { root, inside }: LibraryContext): readonly Problem[] {
  const file = recordingsFile(id);
  if (!inside.has(id) || !isThere(root, file)) return [];
  const problems: Problem[] = [];
  const recordings = collectProblems(problems, null, () => readRecordings(join(root, 'prompts', id), file));
  return [...problems, ...(recordings?.problems ?? [])];
}
