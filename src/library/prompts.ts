import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import type { IdFlaw } from '#errors/sentences/input/library.js';
import { flawsOfIds } from '#errors/sentences/input/library.js';
import { isBelow } from '#load/source/inside-root.js';
import type { Problem } from '#model/problem.js';
import { errorCode } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { short } from '#model/text/quoted.js';

/** Returns the path of a prompt's recordings relative to the root, as problems show it. */
export function recordingsFile(id: string): string {
  return `prompts/${id}/recordings.jsonl`;
}

/** Lists the ids of a library in code-unit order: directories of `prompts/` that begin with neither `_` nor `.`; none without `prompts/`. Throws EVA_DISK. */
export function listPromptIds(root: string): readonly string[] {
  const dir = join(root, 'prompts');
  return entriesOf(dir)
    .filter((entry) => !/^[_.]/.test(entry.name) && isDirectory(dir, entry))
    .map((entry) => entry.name)
    .sort();
}

function entriesOf(dir: string): readonly Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw new EvaError([problem('EVA_DISK:list', `cannot list ${short(dir)}`)], { cause: error });
  }
}

function isDirectory(dir: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return statSync(join(dir, entry.name), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Returns the absolute directory of a prompt, which exists and lies inside the library. Checks the id before it becomes part of a path.
 * `known` has the ids of the library, if they were listed already. Throws EVA_BAD_ID, EVA_UNKNOWN_PROMPT.
 */
export function checkPromptId(root: string, id: string, known = listPromptIds(root)): string {
  const bad = idProblem(id);
  if (bad) throw new EvaError([bad]);
  if (!known.includes(id)) throw unknownPrompt(id, known);
  const leaving = linkProblem(root, id);
  if (leaving) throw new EvaError([leaving]);
  return join(root, 'prompts', id);
}

/** Returns the problem of a directory that `listPromptIds` lists: an invalid name, or a link out of the library; else undefined. */
export function promptDirProblem(root: string, id: string): Problem | undefined {
  return idProblem(id) ?? linkProblem(root, id);
}

function linkProblem(root: string, id: string): Problem | undefined {
  if (isBelow(root, realpathSync.native(join(root, 'prompts', id)))) return undefined;
  const at = { file: `prompts/${id}` };
  return problem('EVA_BAD_ID:link', 'this is a symbolic link that leaves the library', {
    hint: 'put the prompt itself there, not a link to it',
    at,
  });
}

const maxIdLength = 100;

export function idProblem(id: string): Problem | undefined {
  const flaw = flawOf(id);
  return (
    flaw &&
    problem('EVA_BAD_ID:name', `${JSON.stringify(shortened(id))} cannot be the id of a prompt: ${flawsOfIds[flaw]}`, {
      hint: 'an id is the name of a directory in prompts/, such as surgical-diff',
    })
  );
}

function flawOf(id: string): IdFlaw | undefined {
  if (id.trim() === '') return 'empty';
  if (id.length > maxIdLength) return 'long';
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(id)) return 'invisible';
  if (/[/\\]/.test(id)) return 'slash';
  if (id.startsWith('.') || id.startsWith('_')) return 'hidden';
  return undefined;
}

function shortened(id: string): string {
  return id.length > maxIdLength ? `${id.slice(0, maxIdLength)}…` : id;
}

function unknownPrompt(id: string, known: readonly string[]): EvaError {
  return new EvaError([problem('EVA_UNKNOWN_PROMPT:library', { id, meant: nearest(id, known), known })]);
}
