import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '#model/data/digest.js';
import { isObject, type JsonObject } from '#model/data/json.js';
import { EvaError, errorCode, hasErrors, type Loaded, type Problem, problem } from '#model/problem.js';
import { type Status, statuses } from '#model/prompt.js';
import { nearest } from '#model/text/nearest.js';
import { shellWord, short } from '#model/text/quoted.js';
import { inSameQuotes, splitMark, type TextEdit, withEdits } from '#model/text/yaml-text.js';
import { isBelow } from './source/inside-root.js';
import { isEmptyFile, parseYaml, type YamlSource } from './source/yaml-source.js';

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
  if (!known.includes(id)) throw new EvaError([unknownPrompt(id, known)]);
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
  if (!flaw) return undefined;
  const shown = JSON.stringify(id.length > maxIdLength ? `${id.slice(0, maxIdLength)}…` : id);
  return problem('EVA_BAD_ID:name', `${shown} cannot be the id of a prompt: ${flawsOfIds[flaw]}`, {
    hint: 'an id is the name of a directory in prompts/, such as surgical-diff',
  });
}

function flawOf(id: string): IdFlaw | undefined {
  if (id.trim() === '') return 'empty';
  if (id.length > maxIdLength) return 'long';
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(id)) return 'invisible';
  if (/[/\\]/.test(id)) return 'slash';
  if (id.startsWith('.') || id.startsWith('_')) return 'hidden';
  return undefined;
}

/** The values of meta.yml that a promotion changes. `updated` is an ISO date. */
interface StatusChange {
  readonly status: Status;
  readonly updated: string;
}

export function newMeta({ status, updated }: StatusChange): string {
  return `status: ${status}\ncreated: ${updated}\nupdated: ${updated}\n`;
}

/** Returns the status in the text of a meta.yml, `draft` if it sets none; null if it cannot be read. */
export function statusIn(text: string, file: string): Status | null {
  const { value: source, problems } = parseYaml(splitMark(text).bare, file);
  if (!source) return isEmptyFile(problems) ? 'draft' : null;
  const { status = 'draft' } = isObject(source.value) ? source.value : {};
  return statuses.find((known) => known === status) ?? null;
}

/**
 * Writes `status` and `updated` into the text of a meta.yml and keeps every other byte: comments, quotes, order, line ends and byte order
 * mark. Adds a missing key at the end. Reads the result again, and reports EVA_META_EDIT if any other value differs.
 */
export function setStatus(text: string, file: string, change: StatusChange): Loaded<string> {
  const { mark, bare } = splitMark(text);
  const { value: source, problems } = parseYaml(bare, file);
  const isEmpty = !source && isEmptyFile(problems);
  if (!isEmpty && (!source || hasErrors(problems))) return { value: null, problems };
  const before = source ? source.value : {};
  if (!isObject(before)) return refusal(file);
  const edited = editions(bare, source, change).find((edition) => hasOnly({ ...before, ...change }, edition, file));
  return edited === undefined ? refusal(file) : { value: mark + edited, problems: [] };
}

/** Returns the texts that may be the result, the best first: missing keys may be added at several places. */
function editions(text: string, source: YamlSource | null, change: StatusChange): readonly string[] {
  const entries = Object.entries(change) as readonly (readonly [string, string])[];
  const replaced = entries.flatMap(([key, value]) => {
    const range = source?.range([key]);
    return range ? [{ ...range, text: inSameQuotes(text.slice(range.start, range.end), value) }] : [];
  });
  const missing = entries.filter(([key]) => !source?.range([key])).map(([key, value]) => `${key}: ${value}`);
  const additions = missing.length === 0 ? [null] : additionsTo(text, source, missing);
  return additions.map((addition) => withEdits(text, addition ? [...replaced, addition] : replaced));
}

/** Returns the ways to add lines to the mapping of a file: at its end, or else at its start. */
function additionsTo(text: string, source: YamlSource | null, lines: readonly string[]): readonly TextEdit[] {
  const { start = 0 } = source?.range([]) ?? {};
  if (text[start] === '{') return additionsInBraces(source, start, lines.join(', '));
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /[ ]*$/.exec(text.slice(0, start))?.[0] ?? '';
  const added = lines.map((line) => line + lineEnd);
  const atEnd = added.map((line) => indent + line).join('');
  const isWhole = text === '' || text.endsWith('\n');
  return [insertion(text.length, isWhole ? atEnd : lineEnd + atEnd), insertion(start, added.join(indent) + indent)];
}

/** Returns the ways to add entries to a mapping in braces: after the last value, or else after the opening brace. */
function additionsInBraces(source: YamlSource | null, start: number, entries: string): readonly TextEdit[] {
  const keys = Object.keys((source?.value ?? {}) as JsonObject);
  const ends = keys.flatMap((key) => source?.range([key])?.end ?? []);
  if (ends.length === 0) return [insertion(start + 1, entries)];
  return [insertion(Math.max(...ends), `, ${entries}`), insertion(start + 1, `${entries}, `)];
}

function insertion(start: number, text: string): TextEdit {
  return { start, end: start, text };
}

/** Returns true if a text has these values. Anchors, block scalars and merges could make an edit change others. */
function hasOnly(values: JsonObject, text: string, file: string): boolean {
  const { value, problems } = parseYaml(text, file);
  if (!value || hasErrors(problems)) return false;
  return canonicalJson(value.value) === canonicalJson(values);
}

function refusal(file: string): Loaded<string> {
  return {
    value: null,
    problems: [
      problem('EVA_META_EDIT', `eva cannot change status and updated in ${short(file)} without changing more`, {
        hint: 'write status and updated as plain words on lines of their own',
        at: { file },
      }),
    ],
  };
}

const flawsOfIds = {
  empty: 'it is empty',
  long: 'it is longer than 100 characters',
  invisible: 'it has control or invisible characters',
  slash: 'it has a slash',
  hidden: 'eva skips names that begin with "." or "_"',
} as const;

type IdFlaw = keyof typeof flawsOfIds;

export function unknownPrompt(id: string, known: readonly string[]): Problem {
  const meant = nearest(id, known);
  return problem('EVA_UNKNOWN_PROMPT:library', `there is no prompt "${short(id)}"`, {
    hint: meant === undefined ? (hintOfList(id, known) ?? promptsIn(known)) : `did you mean "${short(meant)}"?`,
  });
}

/** Returns the hint for a word that means several prompts: `all`, or ids with commas between them. */
function hintOfList(id: string, known: readonly string[]): string | undefined {
  if (id === 'all') return 'to take all prompts, name none: eva eval, or eva doctor';
  const ids = id.split(',').map((one) => one.trim());
  const areIds = ids.length > 1 && ids.every((one) => known.includes(one));
  return areIds ? `write blanks between ids: ${ids.map((one) => shellWord(short(one))).join(' ')}` : undefined;
}

/** Returns the hint that lists the prompts of a library. */
export function promptsIn(known: readonly string[]): string {
  if (known.length === 0) return 'prompts/ holds no prompts yet; make one: eva new ID';
  const more = known.length > 8 ? `, and ${known.length - 8} more` : '';
  return `there are: ${known.slice(0, 8).map(short).join(', ')}${more}`;
}
