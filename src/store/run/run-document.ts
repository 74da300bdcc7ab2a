import { isUtf8 } from 'node:buffer';
import { constants, fstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BoundedCache } from '#model/data/collections.js';
import { excessOf, fileBounds, isObject } from '#model/data/json.js';
import type { CompareFacts } from '#model/pairs/compare-rule.js';
import type { Problem } from '#model/problem.js';
import { EvaError, evaError, problem } from '#model/problem.js';
import type { ReplySources } from '#model/reply/reply-sources.js';
import type { CaseResult, EvidenceDigests, RunPlan, RunResult, Shard } from '#model/run/run.js';
import { flagWords, short } from '#model/text/quoted.js';
import { linesOf } from '../files/jsonl.js';
import { onDisk, readRegular, readStart, withRegular } from '../files/regular-file.js';
import { caseByRefs, damaged, fillInputs, type KeepInput, trialByRefs } from './input-log.js';
import { storedFlaw } from './stored-flaw.js';

/** The documents in the folder of a run, by their names without `.json`. */
interface StoredDocuments {
  readonly plan: RunPlan;
  readonly result: RunResult;
}

/** The maximum size of a file that eva reads as a whole, in bytes. A larger result is read line by line. */
const maxBytes = 256 * 1024 * 1024;

/**
 * Reads a JSON document in the folder of a run, with its inputs, and checks its shape. A result may have any size. `next`: what replaces a missing document.
 * Throws EVA_BAD_RUN, EVA_ODD_FILE, EVA_DISK.
 */
export function readRunDocument<K extends keyof StoredDocuments>(
  dir: string,
  kind: K,
  next: AfterLoss,
): StoredDocuments[K] {
  const file = `${kind}.json`;
  const run_id = basename(dir);
  const path = join(dir, file);
  const isLarge = (fd: number) => fstatSync(fd).size > maxBytes;
  const byLines = kind === 'result' && onDisk('read', path, () => withRegular(path, constants.O_RDONLY, isLarge));
  const value = byLines === true ? readByLines(path, run_id) : readWhole(path, run_id, next);
  fillInputs(dir, value);
  const flaw = storedFlaw(kind, value);
  if (flaw !== null)
    throw evaError('EVA_BAD_RUN:flawed_document', `cannot read run ${short(run_id)}: ${short(file)}: ${short(flaw)}`, {
      hint: damaged,
    });
  return value as StoredDocuments[K];
}

function readByLines(path: string, run_id: string): unknown {
  const value = onDisk('read', path, () => withRegular(path, constants.O_RDONLY, (fd) => parseResultLines(fd, path)));
  if (value === undefined) throw tooLarge(path, run_id);
  return value;
}

function readWhole(path: string, run_id: string, next: AfterLoss): unknown {
  const file = basename(path);
  const bytes = readRegular(path, maxBytes, () => tooLarge(path, run_id));
  if (bytes === null) throw new EvaError([noDocument(run_id, file, next)]);
  const value = parsed(bytes);
  if (value === undefined)
    throw evaError('EVA_BAD_RUN:not_json', `cannot read run ${short(run_id)}: ${short(file)} is not complete JSON`, {
      hint: damaged,
    });
  return value;
}

function tooLarge(path: string, run_id: string): EvaError {
  return new EvaError([largeDocument(run_id, basename(path), maxBytes / 1024 / 1024)]);
}

/** Parses JSON; undefined if the bytes are not JSON in UTF-8 or are nested too deeply. */
function parsed(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  if (excessOf(text, { ...fileBounds, marks: Number.POSITIVE_INFINITY })) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const beginOfCases = '  "cases": [';

/**
 * Yields `result.json` in pieces, so that the whole never is in memory: first the fields of the run, one per line, then the cases, with one
 * line per trial and score. `keep` replaces the texts of messages.
 */
export function* resultPieces({ cases, ...head }: RunResult, keep: KeepInput): Generator<string> {
  yield '{\n';
  yield* fieldPieces('  ', head);
  yield `${beginOfCases}`;
  for (const [index, result] of cases.entries()) yield* casePieces(result, index === 0 ? '\n' : ',\n', keep);
  yield '\n  ]\n}\n';
}

function* casePieces({ trials, scores, ...facts }: CaseResult, before: string, keep: KeepInput): Generator<string> {
  yield `${before}    {\n`;
  yield* fieldPieces('      ', facts);
  yield* listPieces('      ', 'trials', trials, (trial) => trialByRefs(trial, keep));
  yield ',\n';
  yield* listPieces('      ', 'scores', scores);
  yield '\n    }';
}

/** The part of a result before its cases. A finished one has the keys of a row. */
export interface ResultHead {
  readonly run_id: string;
  readonly id: string;
  readonly state: RunResult['state'];
  readonly shard: Shard | null;
  readonly replies?: RunResult['replies'];
  readonly ts?: string;
  readonly partial?: boolean;
  readonly all_passed?: boolean;
  readonly total?: number;
  readonly looked?: number;
  readonly waits_for?: number;
  readonly inconclusive_cases?: readonly string[];
  readonly variant?: string;
  readonly override?: true;
  readonly group?: string;
  readonly evidence?: EvidenceDigests & { readonly synthetic?: boolean };
  readonly compare?: CompareFacts;
  readonly sources?: ReplySources;
}

/** Reads the part of `result.json` before its cases; null if it is missing, invalid or above 1 MiB. Throws EVA_DISK, EVA_ODD_FILE. */
export function readResultHead(path: string): ResultHead | null {
  const head = onDisk('read', path, () => withRegular(path, constants.O_RDONLY, textBeforeCases));
  try {
    const value: unknown = JSON.parse(`${(head ?? '').replace(/,\s*$/, '')}}`);
    return storedFlaw('resultHead', value) === null ? (value as ResultHead) : null;
  } catch {
    return null;
  }
}

/** The bytes that are read of a result, and the most that are: usually the first are enough. */
const usualBytes = 32 * 1024;

const mostBytes = 1024 * 1024;

function textBeforeCases(fd: number, bytes = usualBytes): string | null {
  const text = readStart(fd, bytes).toString('utf8');
  const end = text.indexOf(`\n${beginOfCases}\n`);
  if (end !== -1) return text.slice(0, end);
  return bytes < mostBytes ? textBeforeCases(fd, mostBytes) : null;
}

/**
 * Yields `plan.json` in pieces: first the fields of the run, then outlooks and cases, one per line. `keep` replaces the texts of inputs.
 */
export function* planPieces({ cases, outlooks, ...head }: RunPlan, keep: KeepInput): Generator<string> {
  yield '{\n';
  yield* fieldPieces('  ', head);
  yield* listPieces('  ', 'outlooks', outlooks);
  yield ',\n';
  yield* listPieces('  ', 'cases', cases, (testCase) => caseByRefs(testCase, keep));
  yield '\n}\n';
}

/** Yields fields as lines of a JSON object, each followed by a comma. */
function* fieldPieces(indent: string, fields: object): Generator<string> {
  for (const [key, value] of Object.entries(fields))
    yield `${indent}${JSON.stringify(key)}: ${JSON.stringify(value)},\n`;
}

/** Yields a list field of a JSON object, one item per line. `shown` returns the JSON value of an item. */
function* listPieces<T extends object>(
  indent: string,
  key: string,
  items: readonly T[],
  shown: (item: T) => object = (item) => item,
): Generator<string> {
  yield `${indent}"${key}": [`;
  for (const [index, item] of items.entries())
    yield `${index === 0 ? '\n' : ',\n'}${indent}  ${JSON.stringify(shown(item))}`;
  yield items.length === 0 ? ']' : `\n${indent}]`;
}

/** The lists of a case in `result.json` that have one line for each trial. */
const listNames = ['trials', 'scores'] as const;

type ListName = (typeof listNames)[number];

/** The most bytes of a result without its trials and scores. */
const mostBytesOfFacts = 256 * 1024 * 1024;

/**
 * Parses an open `result.json` line by line, as `resultPieces` writes it, so that it may be larger than a text can be. Equal parts of trials
 * are one object in memory. Returns undefined for a file of another form.
 */
export function parseResultLines(fd: number, path: string): unknown {
  const facts: string[] = [];
  let bytesOfFacts = 0;
  const lists: Record<ListName, object[]>[] = [];
  let open: object[] | null = null;
  const shared = new SharedParts();
  for (const { bytes } of linesOf(fd, path)) {
    if (bytes === null) return undefined;
    // Deeper than the fields of a case: one trial, or one score.
    const isItem = bytes.length > 8 && bytes.readUInt32LE(0) === fourSpaces && bytes.readUInt32LE(4) === fourSpaces;
    if (open !== null && isItem) {
      const item = parsedItem(bytes);
      if (item === undefined) return undefined;
      open.push(shared.of(item));
      continue;
    }
    open = null;
    bytesOfFacts += bytes.length;
    if (bytesOfFacts > mostBytesOfFacts || !isUtf8(bytes)) return undefined;
    const line = bytes.toString('utf8');
    facts.push(line);
    if (line === '    {') lists.push({ trials: [], scores: [] });
    const name = listNames.find((listName) => line === `      "${listName}": [`);
    if (name) open = lists.at(-1)?.[name] ?? null;
  }
  return filled(parsedLine(facts.join('\n')), lists);
}

const fourSpaces = 0x20202020;

const comma = 0x2c;

function parsedItem(bytes: Buffer): Record<string, unknown> | undefined {
  if (!isUtf8(bytes)) return undefined;
  const end = bytes.at(-1) === comma ? bytes.length - 1 : bytes.length;
  const item = parsedLine(bytes.toString('utf8', 0, end));
  return isObject(item) ? item : undefined;
}

function parsedLine(text: string): unknown {
  if (text.length > fileBounds.levels && excessOf(text, fileBounds)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Puts the lists into the cases of a result; undefined unless it has as many cases. */
function filled(value: unknown, lists: readonly Record<ListName, object[]>[]): unknown {
  const cases = isObject(value) ? value['cases'] : null;
  if (!isObject(value) || !Array.isArray(cases) || cases.length !== lists.length) return undefined;
  return { ...value, cases: cases.map((entry, at) => (isObject(entry) ? { ...entry, ...lists[at] } : entry)) };
}

/** The length of JSON above which two parts are hardly ever equal. */
const longestShared = 1000;

/** Makes equal parts of trials and scores one object: a run can have a million of them. */
class SharedParts {
  readonly #parts = new BoundedCache<string, unknown>();

  /** Returns the item, whose parts are replaced by equal ones of earlier items. */
  of(item: Record<string, unknown>): object {
    for (const [key, value] of Object.entries(item)) {
      if (typeof value !== 'object' || value === null) continue;
      item[key] = key === 'origin' ? this.of(value as Record<string, unknown>) : this.#shared(value);
    }
    return item;
  }

  #shared(value: object): unknown {
    const text = JSON.stringify(value);
    return text.length > longestShared ? value : this.#parts.of(text, () => value);
  }
}

/** What replaces a missing document of a run: a resume, another run of the program that made it, or a new run. */
type AfterLoss = keyof typeof afterLoss;

const afterLoss = {
  resume: (run_id: string) =>
    `the run was interrupted; to continue it, type: eva eval ${flagWords('--resume', run_id)}`,
  program: () => 'the run was interrupted; to continue it, run the program again',
  start: () => 'the run ended before its first call, or the file was deleted; start the run again',
};

export function noDocument(run_id: string, file: string, next: AfterLoss): Problem {
  return problem('EVA_BAD_RUN:no_document', `cannot read run ${short(run_id)}: it has no ${short(file)}`, {
    hint: afterLoss[next](run_id),
  });
}

export function largeDocument(run_id: string, file: string, limitMib: number): Problem {
  return problem(
    'EVA_BAD_RUN:large_document',
    `cannot read run ${short(run_id)}: ${short(file)} is larger than ${limitMib} MiB`,
    { hint: 'read its verdicts in .eval.jsonl, or run fewer trials to get a smaller file' },
  );
}
