import { constants } from 'node:fs';
import type { CompareFacts } from '#model/pairs/compare-facts.js';
import type { ReplySources } from '#model/reply/reply-sources.js';
import type { CaseResult, EvidenceDigests, RunPlan, RunResult, Shard } from '#model/run/run.js';
import { onDisk } from '../../files/disk-error.js';
import { readStart, withRegular } from '../../files/regular-file.js';
import { caseByRefs, type KeepInput, trialByRefs } from '../journal/input-log.js';
import { storedFlaw } from './stored-flaw.js';

const beginOfCases = '  "cases": [';

/**
 * Yields `result.json` in pieces, so that the whole never is in memory: first the fields of the run, one per line, then the cases, with one
 * line per trial and score. `keep` replaces the texts of messages.
 */
export function* resultPieces({ cases, ...head }: RunResult, keep: KeepInput): Generator<string> {
  yield '{\n';
  yield* fieldPieces('  ', head);
  yield `${beginOfCases}`;
  for (const [index, one] of cases.entries()) yield* casePieces(one, index === 0 ? '\n' : ',\n', keep);
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
