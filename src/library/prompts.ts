import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import type { IdFlaw } from '#errors/sentences/library.js';
import { isBelow } from '#load/source/inside-root.js';
import { parseYaml, type YamlSource } from '#load/source/yaml-source.js';
import { canonicalJson } from '#model/data/digest.js';
import type { JsonValue } from '#model/data/json.js';
import { hasErrors, type Loaded, type Problem } from '#model/problem.js';
import type { Status } from '#model/prompt.js';
import { nearest } from '#model/text/nearest.js';

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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new EvaError([problem('EVA_DISK:list', { dir })], { cause: error });
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
  return problem('EVA_BAD_ID:link', null, { at });
}

const maxIdLength = 100;

/** Returns the problem of an invalid id; undefined if it is valid. */
export function idProblem(id: string): Problem | undefined {
  const flaw = flawOf(id);
  return flaw && problem('EVA_BAD_ID:name', { id: shortened(id), flaw });
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

/** The values of meta.yml that a promotion changes. `updated` is an ISO date. */
interface StatusChange {
  readonly status: Status;
  readonly updated: string;
}

/**
 * Replaces `status` and `updated` in the text of a meta.yml and keeps every other byte: comments, quotes, order, line ends and byte order
 * mark. Reads the result again, and reports EVA_META_EDIT if any other value differs.
 */
export function setStatus(text: string, file: string, change: StatusChange): Loaded<string> {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const bare = text.slice(mark.length);
  const source = parseYaml(bare, file);
  if (!source.value || hasErrors(source.problems)) return { value: null, problems: source.problems };
  const edited = edit(bare, source.value, change);
  if (edited === null || !saysOnly(source.value.value, edited, file, change)) return refusal(file);
  return { value: mark + edited, problems: [] };
}

function edit(text: string, source: YamlSource, change: StatusChange): string | null {
  const edits = [];
  for (const [key, value] of Object.entries(change)) {
    const range = source.range([key]);
    if (!range) return null;
    edits.push({ ...range, value });
  }
  edits.sort((a, b) => b.start - a.start);
  return edits.reduce((done, { start, end, value }) => {
    const quoted = inQuotesOf(done.slice(start, end), value);
    return done.slice(0, start) + quoted + done.slice(end);
  }, text);
}

function inQuotesOf(old: string, value: string): string {
  const quote = /^["']/.exec(old)?.[0] ?? '';
  return quote + value + quote;
}

/** Returns true if an edit changed only the two values. Anchors, block scalars and merges could make it change more. */
function saysOnly(before: JsonValue, edited: string, file: string, change: StatusChange): boolean {
  const after = parseYaml(edited, file);
  if (!after.value || hasErrors(after.problems)) return false;
  return canonicalJson(after.value.value) === canonicalJson({ ...(before as object), ...change });
}

function refusal(file: string): Loaded<string> {
  return { value: null, problems: [problem('EVA_META_EDIT', { file }, { at: { file } })] };
}
