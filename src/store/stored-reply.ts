import { callRoles, type StoredReply } from '#model/exchange.js';
import { isObject } from '#model/json.js';
import { type BadLine, readRows, type TakeRow } from './jsonl.js';

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string';
const isCount: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isCountOrNull: Test = (value) => value === null || isCount(value);
const oneOf =
  (...words: readonly string[]): Test =>
  (value) =>
    typeof value === 'string' && words.includes(value);

/** ISO 8601 in UTC, with or without a fraction of a second. */
const utcTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

const tests: Readonly<Record<string, Test>> = {
  key: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  case: isText,
  role: oneOf(...callRoles),
  source: oneOf('model', 'recorded', 'synthetic'),
  ts: (value) => typeof value === 'string' && utcTime.test(value) && !Number.isNaN(Date.parse(value)),
  'draw.trial': isCount,
  'draw.turn': isCount,
  'draw.vote': isCount,
  'draw.attempt': isCount,
  'reply.text': isText,
  'reply.tool_input': (value) => value === undefined || isObject(value),
  'reply.stop': oneOf('end', 'tool_call', 'max_tokens', 'refusal', 'other', 'app_error'),
  'reply.reason': (value) => value === undefined || isText(value),
  'reply.usage.input_tokens': isCountOrNull,
  'reply.usage.output_tokens': isCountOrNull,
  'reply.latency_s': (value) => Number.isFinite(value) && Number(value) >= 0,
  'reply.model': isText,
  'reply.details': (value) => value === undefined || isObject(value),
};

/** Takes a value for a stored reply, its time with milliseconds so that times compare as text, or names the first field that is missing or wrong. */
export const takeReply: TakeRow<StoredReply> = (value) => {
  for (const [path, test] of Object.entries(tests)) {
    if (!test(fieldOf(value, path))) return { reason: `is not a reply: "${path}" is missing or wrong` };
  }
  const reply = value as StoredReply;
  return { value: { ...reply, ts: new Date(reply.ts).toISOString() } };
};

function fieldOf(value: unknown, path: string): unknown {
  let inner = value;
  for (const name of path.split('.')) {
    if (!isObject(inner) || !Object.hasOwn(inner, name)) return undefined;
    inner = inner[name];
  }
  return inner;
}

export interface ReplyLines {
  /** By key; of several with one key the last. */
  readonly replies: ReadonlyMap<string, StoredReply>;
  readonly bad: readonly BadLine[];
}

/** Reads a file of stored replies, one a line; a missing file has none. Throws as `readRows` does. */
export function readReplies(path: string): ReplyLines {
  const { rows, bad } = readRows(path, takeReply);
  return { replies: new Map(rows.map(({ value }) => [value.key, value])), bad };
}
