import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { isBelow } from '#load/source/inside-root.js';
import type { Problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';

/** The name of a prompt's recordings, relative to the root, as problems show it. */
export function recordingsFile(id: string): string {
  return `prompts/${id}/recordings.jsonl`;
}

/** The ids of a library in code-unit order: the directories of `prompts/` whose names begin with neither `_` nor `.`. Throws EVA_DISK. */
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
    throw new EvaError([problem('EVA_DISK', `cannot list ${dir}`)], { cause: error });
  }
}

function isDirectory(dir: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return statSync(join(dir, entry.name), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * The absolute directory of a prompt that exists and lies inside the library. The id is judged as text before a path is made of it.
 * Throws EVA_BAD_ID, EVA_UNKNOWN_PROMPT.
 */
export function checkPromptId(root: string, id: string): string {
  const bad = idProblem(id);
  if (bad) throw new EvaError([bad]);
  const known = listPromptIds(root);
  if (!known.includes(id)) throw unknownPrompt(id, known);
  const leaving = linkProblem(root, id);
  if (leaving) throw new EvaError([leaving]);
  return join(root, 'prompts', id);
}

/** What is wrong with the directory of a prompt that `listPromptIds` lists, or undefined: its name, or where it leads. */
export function promptDirProblem(root: string, id: string): Problem | undefined {
  return idProblem(id) ?? linkProblem(root, id);
}

function linkProblem(root: string, id: string): Problem | undefined {
  if (isBelow(root, realpathSync.native(join(root, 'prompts', id)))) return undefined;
  const at = { file: `prompts/${id}` };
  const hint = 'put the prompt itself there, not a link to it';
  return problem('EVA_BAD_ID', 'this is a symbolic link that leaves the library', { at, hint });
}

const maxIdLength = 100;

/** What is wrong with an id as a text, or undefined. */
export function idProblem(id: string): Problem | undefined {
  const reason = reasonAgainst(id);
  if (reason === undefined) return undefined;
  const hint = 'an id is the name of a directory in prompts/, such as surgical-diff';
  return problem('EVA_BAD_ID', `${shown(id)} cannot be the id of a prompt: ${reason}`, { hint });
}

function reasonAgainst(id: string): string | undefined {
  if (id.trim() === '') return 'it is empty';
  if (id.length > maxIdLength) return `it is longer than ${maxIdLength} characters`;
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(id)) return 'it holds control or invisible characters';
  if (/[/\\]/.test(id)) return 'it holds a slash';
  if (id.startsWith('.') || id.startsWith('_')) return 'names that begin with "." or "_" are not prompts';
  return undefined;
}

function shown(id: string): string {
  return JSON.stringify(id.length > maxIdLength ? `${id.slice(0, maxIdLength)}…` : id);
}

function unknownPrompt(id: string, known: readonly string[]): EvaError {
  const meant = nearest(id, known);
  const hint = meant === undefined ? listed(known) : `did you mean "${meant}"?`;
  return new EvaError([problem('EVA_UNKNOWN_PROMPT', `there is no prompt "${id}"`, { hint })]);
}

function listed(known: readonly string[]): string {
  if (known.length === 0) return 'prompts/ holds no prompts yet';
  const more = known.length > 8 ? `, and ${known.length - 8} more` : '';
  return `there are: ${known.slice(0, 8).join(', ')}${more}`;
}
