import { join } from 'node:path';
import { isObject } from '#model/data/json.js';
import { flawedField, isCount, isFlag, isNothingOr, isText, oneOf } from '#model/reply/reply-flaw.js';
import { attemptKinds } from '#model/reply/reply-sources.js';
import { type AttemptLine, attemptOutcomes } from '#model/run/attempt.js';
import { syncFile } from '../files/background-sync.js';
import { appendRow, inOrderOfTime, type Rows, readRows } from '../files/jsonl.js';
import { checkAppendable } from '../files/regular-file.js';

const fileName = '.attempts.jsonl';

/** The lines in the order of their times. */
export type AttemptsLog = Rows<AttemptLine>;

/** Appends a line to `.attempts.jsonl`. The disk may get it later. Throws EVA_DISK, EVA_ODD_FILE. */
export function appendAttempt(root: string, line: AttemptLine): void {
  appendRow(join(root, fileName), line);
}

/** Waits until the disk has all lines that were appended. Throws EVA_DISK, EVA_ODD_FILE. */
export function syncAttempts(root: string): Promise<void> {
  return syncFile(join(root, fileName));
}

/** Checks that a line could be appended. Changes nothing. Throws as `appendAttempt` does. */
export function checkAttemptsLog(root: string): void {
  checkAppendable(join(root, fileName));
}

/** Reads `.attempts.jsonl` of a library, and lists the invalid lines. Throws as `readRows` does. */
export function readAttempts(root: string): AttemptsLog {
  const lines = readRows(join(root, fileName), (value) => {
    const { event, kind, shard } = isObject(value) ? value : {};
    const isShard = kind === 'shard' || shard !== undefined;
    const flaw = flawedField(value, { ...facts, ...(isShard && shardFacts), ...(event === 'end' && endFacts) });
    return flaw === null
      ? { value: value as AttemptLine }
      : { reason: `is not the line of an attempt: "${flaw}" is missing or wrong` };
  });
  return inOrderOfTime(lines, ({ ts }) => ts);
}

/** The last time that a line may have, in milliseconds since 1970: the end of the year 9999. */
const lastTime = Date.UTC(9999, 11, 31);

/**
 * Returns the time for a line that is written now, in milliseconds since 1970: that of the clock or, if the clock went back, the one after the
 * newest line. So a run that begins later has a later begin line.
 */
export function timeAfter(newest: number): number {
  return Math.min(lastTime, Math.max(Date.now(), newest + 1));
}

/** Returns the time of the newest line, in milliseconds since 1970; 0 without one. Ignores times that cannot be read. */
export function newestTime({ rows }: AttemptsLog): number {
  const newest = rows.findLast(({ value }) => Date.parse(value.ts) < lastTime);
  return newest ? Date.parse(newest.value.ts) : 0;
}

/** The times of the lines that the runs of a command write. Reads the log once. */
export class AttemptTimes {
  readonly #root: string;
  #newest: number | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** Returns the time for a line that is written now, ISO 8601: after all others. Throws as `readAttempts` does. */
  next(): string {
    this.#newest ??= newestTime(readAttempts(this.#root));
    this.#newest = timeAfter(this.#newest);
    return new Date(this.#newest).toISOString();
  }
}

/** Returns the time of each run's first line, which it wrote before its first call. */
export function beginTimes({ rows }: AttemptsLog): ReadonlyMap<unknown, string> {
  return new Map(rows.toReversed().map(({ value: { run_id, ts } }) => [run_id, ts]));
}

const isNumberFromOne = (value: unknown) => isCount(value) && Number(value) >= 1;

const isTexts = isNothingOr((value) => Array.isArray(value) && value.every(isText));

const facts = {
  event: oneOf('begin', 'red', 'end'),
  run_id: isText,
  id: isText,
  evidence: { prompt: isText, cases: isText, judge: isText, models: isText },
  kind: oneOf(...attemptKinds),
  ts: isText,
  try: isNumberFromOne,
  shards: isTexts,
  redrawn: isTexts,
  pair: isTexts,
  datasets: isTexts,
};

const shardFacts = { shard: { index: isNumberFromOne, of: isNumberFromOne } };

const endFacts = {
  outcome: oneOf(...attemptOutcomes),
  cases: { passed: isCount, failed: isCount, open: isCount },
  red: isFlag,
  red_trial: isFlag,
  row: isNothingOr(isText),
  sources: {
    asked: isCount,
    more_runs: isCount,
    unnamed: isCount,
    synthetic: isCount,
    runs: (value: unknown) => {
      const run = { run_id: isText, kind: oneOf(...attemptKinds), replies: isCount };
      return Array.isArray(value) && value.every((source) => flawedField(source, run) === null);
    },
  },
};
