import { isObject } from '#model/data/json.js';
import { callRoles, type StoredReply } from '#model/reply/exchange.js';
import { flawedField, isCount, isText, oneOf, replyFlaw } from '#model/reply/reply-flaw.js';
import { attemptKinds } from '#model/reply/reply-sources.js';
import { type BadLine, inOrderOfTime, readRows, type TakeRow } from '../files/jsonl.js';

/** ISO 8601 in UTC, with or without a fraction of a second. */
const utcTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

/** Accepts a name that rows take from replies, up to this many UTF-16 units, since the length of a row is limited. */
const isNameUpTo = (longest: number) => (value: unknown) =>
  value === undefined || (typeof value === 'string' && value.length <= longest);

const tests = {
  key: (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  case: isText,
  role: oneOf(...callRoles),
  source: oneOf('model', 'recorded', 'synthetic'),
  ts: (value: unknown) => typeof value === 'string' && utcTime.test(value) && !Number.isNaN(Date.parse(value)),
  at_most: isTokensOrNothing,
  run_id: isNameUpTo(100),
  server: isNameUpTo(300),
  program: isNameUpTo(100),
  run_kind: (value: unknown) => value === undefined || oneOf(...attemptKinds)(value),
  draw: { trial: isCount, turn: isCount, vote: isCount, attempt: isCount },
};

/**
 * Accepts a stored reply, or returns the first field that is missing or invalid as the reason. Adds milliseconds to its time, so that times
 * can be compared as text. Leaves out the number that its line has in a journal.
 */
export const takeReply: TakeRow<StoredReply> = (value) => {
  const flaw = flawedField(value, tests) ?? flawOfReply(value);
  if (flaw !== null) return { reason: `is not a reply: "${flaw}" is missing or wrong` };
  const { n: _number, ...reply } = value as StoredReply & { readonly n?: unknown };
  return { value: { ...reply, ts: new Date(reply.ts).toISOString() } };
};

function isTokensOrNothing(value: unknown): boolean {
  return value === undefined || flawedField(value, { input_tokens: isCount, output_tokens: isCount }) === null;
}

function flawOfReply(value: unknown): string | null {
  const flaw = replyFlaw(isObject(value) ? value['reply'] : undefined);
  return flaw === null ? null : `reply.${flaw}`;
}

interface ReplyLines {
  /** The replies by key; of several with the same key, the newest. */
  readonly replies: ReadonlyMap<string, StoredReply>;
  readonly bad: readonly BadLine[];
}

/** Reads a file of stored replies, one per line. A missing file has no replies. Throws as `readRows` does. */
export function readReplies(path: string): ReplyLines {
  const { rows, bad } = inOrderOfTime(readRows(path, takeReply), ({ ts }) => ts);
  return { replies: new Map(rows.map(({ value }) => [value.key, value])), bad };
}
