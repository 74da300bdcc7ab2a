import { join } from 'node:path';
import { isObject } from '#model/data/json.js';
import type { ComparedCase, CompareRow } from '#model/pairs/compare-row.js';
import { pairOutcomes } from '#model/pairs/comparison.js';
import {
  flawedField,
  isCount,
  isCountOrNull,
  isFlag,
  isNothingOr,
  isText,
  isTextOrNull,
  oneOf,
} from '#model/reply/reply-flaw.js';
import {
  appendRow,
  firstThatFit,
  fullRowBytes,
  inOrderOfTime,
  lineOf,
  type Rows,
  readRows,
  takeDated,
} from '../files/jsonl.js';
import { checkAppendable } from '../files/regular-file.js';
import { beginTimes, readAttempts } from './attempts-log.js';

const fileName = '.compare.jsonl';

/** The rows in the order in which their comparisons began. */
export type CompareLog = Rows<CompareRow>;

/** Appends the row of a comparison to `.compare.jsonl`, shortened if it is long, and waits until the disk has it. Throws EVA_DISK, EVA_ODD_FILE. */
export function appendCompareRow(root: string, row: CompareRow): void {
  appendRow(join(root, fileName), fitCompareRow(row), { sync: true });
}

/** Checks that a row could be appended, before a comparison costs money. Changes nothing. Throws as `appendCompareRow` does. */
export function checkCompareLog(root: string): void {
  checkAppendable(join(root, fileName));
}

/** Reads `.compare.jsonl` of a library, and lists the invalid lines. Throws as `readRows` does. */
export function readCompareRows(root: string): CompareLog {
  const log = readRows(join(root, fileName), (value) => {
    const flaw = flawedField(value, facts);
    return flaw === null
      ? takeDated(value as CompareRow)
      : { reason: `is not the row of a comparison: "${flaw}" is missing or wrong` };
  });
  const begins = beginTimes(readAttempts(root));
  return inOrderOfTime(log, ({ run_id, ts }) => begins.get(run_id) ?? ts);
}

/** Returns the name of the file if it has the row of this comparison, else null. Throws as `readRows` does. */
export function compareRowPath(root: string, run_id: string): string | null {
  return readCompareRows(root).rows.some(({ value }) => value.run_id === run_id) ? fileName : null;
}

type Test = (value: unknown) => boolean;

const isShare: Test = (value) => typeof value === 'number' && value > 0 && value < 1;
const isProbabilityOrNull: Test = (value) => value === null || (typeof value === 'number' && value >= 0 && value <= 1);

const sideFacts = {
  prompt: isText,
  models: isText,
  synthetic: isFlag,
  oldest_reply: isTextOrNull,
  from_run: isTextOrNull,
  kept: isCount,
  asked: isCount,
};

const isOutcome = oneOf(...pairOutcomes);

const caseFacts = {
  case: isText,
  n: isCount,
  used: isCount,
  b: isCountOrNull,
  c: isCountOrNull,
  outcome: (value: unknown) => value === null || isOutcome(value),
  p_value: isProbabilityOrNull,
  fail_p: isProbabilityOrNull,
  better_p: isProbabilityOrNull,
};

const facts = {
  row: (value: unknown) => value === 1,
  ts: isText,
  id: isText,
  run_id: isText,
  variant: isNothingOr(isText),
  against: isText,
  a: { label: isText, commit: isNothingOr(isText), ...sideFacts },
  b: { cases: isText, judge: isText, ...sideFacts },
  not_worse_by: isShare,
  alpha: isShare,
  try: isNothingOr(isCount),
  cases: (value: unknown) =>
    Array.isArray(value) && value.every((entry) => isObject(entry) && flawedField(entry, caseFacts) === null),
  outcome: isOutcome,
  same: isNothingOr((value) => value === true),
  partial: (value: unknown) => value === false,
  cut: isNothingOr(isCount),
  eva_version: isText,
};

/**
 * Shortens a row that is too long: leaves out cases from the end, first those that are not worse, and counts them in `cut`. Cases on which
 * the outcome depends most come first.
 */
export function fitCompareRow(row: CompareRow): CompareRow {
  if (lineOf(row).length < fullRowBytes) return row;
  const rankOf = ({ outcome }: ComparedCase) => (outcome === null ? ranks.length : ranks.indexOf(outcome));
  const ordered = row.cases.toSorted((a, other) => rankOf(a) - rankOf(other));
  const room = fullRowBytes - lineOf({ ...row, cases: [], cut: row.cases.length }).length;
  const kept = firstThatFit(ordered, room);
  return { ...row, cases: kept, cut: row.cases.length - kept.length };
}

const ranks = ['worse', 'undecided', 'not_worse', 'better'];
