import { join } from 'node:path';
import { isObject } from '#model/data/json.js';
import { flawedField, isCount, isText, oneOf } from '#model/reply/reply-flaw.js';
import { attemptKinds } from '#model/reply/reply-sources.js';
import { type AttemptLine, attemptOutcomes } from '#model/run/attempt.js';
import { appendRow, type Rows, readRows } from '../files/jsonl.js';
import { checkAppendable } from '../files/regular-file.js';
import { checkRunLog } from './eval-log.js';

const fileName = '.attempts.jsonl';

/** The lines in the order of the file. */
export type AttemptsLog = Rows<AttemptLine>;

/** Appends a line to `.attempts.jsonl` and waits until the disk has it. Throws EVA_DISK, EVA_ODD_FILE. */
export function appendAttempt(root: string, line: AttemptLine): void {
  appendRow(join(root, fileName), line, { sync: true });
}

/** Checks that a line could be appended. Changes nothing. Throws as `appendAttempt` does. */
export function checkAttemptsLog(root: string): void {
  checkAppendable(join(root, fileName));
}

/** Reads `.attempts.jsonl` of a library, and lists the invalid lines. Throws as `readRows` does. */
export function readAttempts(root: string): AttemptsLog {
  return readRows(join(root, fileName), (value) => {
    const flaw = flawOf(value);
    return flaw === null
      ? { value: value as AttemptLine }
      : { reason: `is not the line of an attempt: "${flaw}" is missing or wrong` };
  });
}

const isNumberFromOne = (value: unknown) => isCount(value) && Number(value) >= 1;

function isTexts(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isText));
}

const facts = {
  event: oneOf('begin', 'red', 'end'),
  run_id: isText,
  id: isText,
  evidence: { prompt: isText, cases: isText, judge: isText, models: isText },
  kind: oneOf(...attemptKinds),
  ts: isText,
  try: isNumberFromOne,
  shards: isTexts,
  datasets: isTexts,
};

const shardFacts = { shard: { index: isNumberFromOne, of: isNumberFromOne } };

const endFacts = {
  outcome: oneOf(...attemptOutcomes),
  cases: { passed: isCount, failed: isCount, open: isCount },
  red: (value: unknown) => typeof value === 'boolean',
  red_trial: (value: unknown) => value === undefined || typeof value === 'boolean',
  sources: {
    asked: isCount,
    more_runs: isCount,
    unnamed: isCount,
    synthetic: isCount,
    runs: (value: unknown) => Array.isArray(value) && value.every(isSourceRun),
  },
};

function isSourceRun(value: unknown): boolean {
  return flawedField(value, { run_id: isText, kind: oneOf(...attemptKinds), replies: isCount }) === null;
}

/** Returns the first field that is missing or invalid; null for a valid line. */
function flawOf(value: unknown): string | null {
  const { event, kind, shard } = isObject(value) ? value : {};
  const isShard = kind === 'shard' || shard !== undefined;
  return flawedField(value, { ...facts, ...(isShard && shardFacts), ...(event === 'end' && endFacts) });
}

/** Checks that a run could append its lines and its row. Changes nothing. Throws EVA_DISK, EVA_ODD_FILE. */
export function checkLogs(root: string): void {
  checkRunLog(root);
  checkAttemptsLog(root);
}
