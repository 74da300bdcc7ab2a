import assert from 'node:assert/strict';
import test from 'node:test';
import { isObject } from '#model/data/json.js';
import { storedFlaw } from '#store/run/stored-flaw.js';
import { sampleResult } from '../../report/run-sample.js';
import { planOf, resultOf } from '../../support/run-files.js';

const excerpt = { text: 'a', line: 1, mark: { start: 0, end: 1 } };

const finding = { about: 'contains: "x"', holds: false, reason: 'missing', excerpt, score: 3, votes: [3, null] };

const failed = { outcome: 'failed', reason: 'timeout', timed_out: true } as const;

const cases = [sampleResult('happy', false, [{ findings: [finding] }, { findings: [], outcome: failed }])];

const documents = {
  plan: planOf({ try: 1 }),
  result: resultOf({ cases, shards: { of: 2, processes: 2, repeated: [], left_out: { replies: 0, cost_usd: 0 } } }),
};

/** The optional fields of these documents. */
const optional =
  /^(try|line|column|shards|sources|timeouts|at|excerpt|mark|score|votes|timed_out|expected|turn|conversation)$/;

for (const [kind, document] of Object.entries(documents) as [keyof typeof documents, unknown][]) {
  test(`a ${kind} that eva writes is valid, and each missing or invalid field is a flaw`, () => {
    const whole = JSON.parse(JSON.stringify(document));
    assert.equal(storedFlaw(kind, whole), null);
    const accepted: string[] = [];
    for (const [owner, key, path] of fieldsOf(whole, '')) {
      const kept = owner[key];
      delete owner[key];
      if (!optional.test(key) && storedFlaw(kind, whole) === null) accepted.push(`${path} missing`);
      owner[key] = Array.isArray(kept) ? 'text' : [];
      if (storedFlaw(kind, whole) === null) accepted.push(`${path} wrong`);
      owner[key] = kept;
    }
    assert.deepEqual(accepted, []);
  });
}

function* fieldsOf(
  value: unknown,
  path: string,
): Generator<[owner: Record<string, unknown>, key: string, path: string]> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* fieldsOf(item, `${path}[${index}]`);
  else if (isObject(value)) {
    for (const key of Object.keys(value).filter((one) => !/^(details|inputs|params)$/.test(one))) {
      yield [value as Record<string, unknown>, key, `${path}.${key}`];
      yield* fieldsOf(value[key], `${path}.${key}`);
    }
  }
}

for (const [what, value, flaw] of [
  ['a list', [], 'the file is not a mapping'],
  [
    'a number beyond all numbers',
    { ...documents.result, duration_s: Number.POSITIVE_INFINITY },
    'duration_s is not a number',
  ],
  ['a word that is unknown', { ...documents.result, state: 'over' }, 'state is not one of finished, unfinished'],
  ['a count below zero', { ...documents.result, total: -1 }, 'total is not a whole number from 0'],
  ['a shard that is text', { ...documents.result, shard: 'a' }, 'shard is not a mapping'],
] as const) {
  test(`the flaw of ${what} is named by its path`, () => assert.equal(storedFlaw('result', value), flaw));
}
