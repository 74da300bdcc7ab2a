import { join } from 'node:path';
import { isObject } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { evaError, problem } from '#model/problem.js';
import { callRoles, type ReplySource, type ReplyStore, type StoredReply } from '#model/reply/exchange.js';
import { flawedField, isCount, isNothingOr, isText, oneOf, replyFlaw } from '#model/reply/reply-flaw.js';
import { attemptKinds } from '#model/reply/reply-sources.js';
import { groupedDigits, short } from '#model/text/quoted.js';
import { writeAtomically } from '../files/atomic-write.js';
import { type BadLine, inOrderOfTime, maxFileBytes, maxLines, readRows, type TakeRow } from '../files/jsonl.js';
import { withLock } from '../locks.js';

const fileName = 'recordings.jsonl';

export interface Recordings {
  readonly store: Pick<ReplyStore, 'get'>;
  readonly size: number;
  /** Ids of the runs that requested them. Recordings that somebody wrote by hand name none. */
  readonly runs: ReadonlySet<string>;
  /** A warning for each line that cannot be read. Its reply is missing. */
  readonly problems: readonly Problem[];
}

/** Reads `recordings.jsonl` of a prompt; `file` is its name in problems, relative to the root. A missing file has no replies. */
export function readRecordings(promptDir: string, file: string): Recordings {
  const { replies, bad } = readReplies(join(promptDir, fileName));
  const problems = bad.map(({ line, reason }) =>
    problem('EVA_BAD_RECORDING', `this line of the recordings ${short(reason)}`, {
      hint: 'record the prompt again with --record',
      at: { file, line },
      severity: 'warning',
    }),
  );
  const runs = new Set([...replies.values()].flatMap(({ run_id }) => run_id ?? []));
  return { store: { get: (key) => replies.get(key) }, size: replies.size, runs, problems };
}

/** Collects replies and merges them into `recordings.jsonl`. */
export class RecordingWriter implements Pick<ReplyStore, 'put'> {
  readonly #path: string;
  readonly #source: ReplySource;
  readonly #collected = new Map<string, StoredReply>();

  constructor(promptDir: string, source: 'recorded' | 'synthetic' = 'recorded') {
    this.#path = join(promptDir, fileName);
    this.#source = source;
  }

  /** Collects a reply until `save`. A synthetic reply stays synthetic. */
  put(reply: StoredReply): void {
    const source = reply.source === 'synthetic' ? 'synthetic' : this.#source;
    this.#collected.set(reply.key, { ...reply, source });
  }

  /**
   * Merges the replies that were collected since the last time into the file; a collected reply replaces an old one with the same key. One process
   * saves at a time. Throws EVA_LOG_TOO_LARGE and keeps the old file if the new one would be too large to read.
   */
  save(): void {
    if (this.#collected.size === 0) return;
    withLock(this.#path, () => {
      const all = [...new Map([...readReplies(this.#path).replies, ...this.#collected]).values()].sort(byPlace);
      writeAtomically(this.#path, linesOf(all, this.#path));
    });
    this.#collected.clear();
  }
}

function linesOf(replies: readonly StoredReply[], path: string): string {
  const lines = replies.map((reply) => `${JSON.stringify(reply)}\n`);
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  if (bytes > maxFileBytes || lines.length > maxLines)
    throw evaError(
      'EVA_LOG_TOO_LARGE:recordings',
      `${short(path)} would exceed ${maxFileBytes / 1024 / 1024} MiB or ${groupedDigits(maxLines)} lines, so nothing was recorded`,
      { hint: 'record fewer cases with --case, or delete recordings that you no longer need' },
    );
  return lines.join('');
}

/** Compares by case, role, trial, turn, vote and attempt, so that the order does not depend on the order of arrival. */
function byPlace(a: StoredReply, b: StoredReply): number {
  return (
    inOrder(a.case, b.case) ||
    callRoles.indexOf(a.role) - callRoles.indexOf(b.role) ||
    a.draw.trial - b.draw.trial ||
    a.draw.turn - b.draw.turn ||
    a.draw.vote - b.draw.vote ||
    a.draw.attempt - b.draw.attempt ||
    inOrder(a.key, b.key)
  );
}

function inOrder(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** ISO 8601 in UTC, with or without a fraction of a second. */
const utcTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

/** Accepts a name that rows take from replies, up to this many UTF-16 units, since the length of a row is limited. */
const isNameUpTo = (longest: number) => isNothingOr((value) => typeof value === 'string' && value.length <= longest);

const tests = {
  key: (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  case: isText,
  role: oneOf(...callRoles),
  source: oneOf('model', 'recorded', 'synthetic'),
  ts: (value: unknown) => typeof value === 'string' && utcTime.test(value) && !Number.isNaN(Date.parse(value)),
  at_most: isNothingOr((value) => flawedField(value, { input_tokens: isCount, output_tokens: isCount }) === null),
  run_id: isNameUpTo(100),
  server: isNameUpTo(300),
  program: isNameUpTo(100),
  run_kind: isNothingOr(oneOf(...attemptKinds)),
  draw: { trial: isCount, turn: isCount, vote: isCount, attempt: isCount },
};

/**
 * Accepts a stored reply, or returns the first field that is missing or invalid as the reason. Adds milliseconds to its time, so that times
 * can be compared as text. Leaves out the number that its line has in a journal.
 */
export const takeReply: TakeRow<StoredReply> = (value) => {
  const inReply = replyFlaw(isObject(value) ? value['reply'] : undefined);
  const flaw = flawedField(value, tests) ?? (inReply && `reply.${inReply}`);
  if (flaw !== null) return { reason: `is not a reply: "${flaw}" is missing or wrong` };
  const { n: _number, ...reply } = value as StoredReply & { readonly n?: unknown };
  return { value: { ...reply, ts: new Date(reply.ts).toISOString() } };
};

/** Reads a file of stored replies, one per line: of several with the same key, the newest. A missing file has none. Throws as `readRows` does. */
function readReplies(path: string): {
  readonly replies: ReadonlyMap<string, StoredReply>;
  readonly bad: readonly BadLine[];
} {
  const { rows, bad } = inOrderOfTime(readRows(path, takeReply), ({ ts }) => ts);
  return { replies: new Map(rows.map(({ value }) => [value.key, value])), bad };
}
