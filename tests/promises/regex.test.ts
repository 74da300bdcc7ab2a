import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Fault } from '../support/fake-http.js';
import { type Evaluated, evaluate, libraryOf } from './evaluate.js';
import { startStorm } from './storm.js';

/** A case, the response that it gets, and what becomes of it: it passes, or its check says why not. */
interface Row {
  readonly name: string;
  readonly response: string;
  readonly assert: readonly object[];
  readonly delayMs?: number;
  readonly reason: RegExp | 'passes';
}

/** Patterns that take ages on these responses of 50 to 200 kB. */
const slow: readonly (readonly [pattern: string, response: string])[] = [
  ['(a+)+$', `${'a'.repeat(50_000)}!`],
  ['^(a|aa)+$', `${'a'.repeat(200_000)}!`],
  ['\\s+$', `${' '.repeat(199_999)}x`],
  ['(.*)\\1x$', 'ab'.repeat(100_000)],
];

const unknown = /^the pattern ran out of time \(1 s\): whether it matches is not known$/;

const hanging = slow.flatMap(([pattern, response]): Row[] => [
  { name: `matches ${pattern}`, response, assert: [{ matches: pattern }], reason: unknown },
  { name: `not_matches ${pattern}`, response, assert: [{ not_matches: pattern }], reason: unknown },
]);

const schemaWith = (pattern: string) => ({ properties: { text: { not: { pattern } } }, required: ['text'] });

const inSchema: Row = {
  name: 'json_schema',
  response: JSON.stringify({ text: `${'a'.repeat(50_000)}!` }),
  assert: [{ json_schema: schemaWith('^(a+)+$') }],
  reason: /^the validation ran out of time \(1 s\): whether it is valid is not known$/,
};

const quick: Row = {
  name: 'quick',
  response: 'all is well',
  assert: [{ matches: 'well$' }, { not_matches: '^ill' }],
  reason: 'passes',
};

/** Answers each row's case with its response and evaluates them all at once, each call bounded by five seconds. */
async function evaluateRows(t: TestContext, rows: readonly Row[]): Promise<Evaluated & { readonly requests: number }> {
  const weather = rows.map(({ delayMs }): Fault[] => (delayMs === undefined ? [] : [{ delayMs }]));
  const storm = await startStorm(
    t,
    weather,
    rows.map(({ response }) => response),
  );
  const cases = rows.map(({ name, assert }, index) => ({ name, inputs: { code: String(index) }, assert }));
  const document = { defaults: { model: 'claude-opus-4-7', timeout_s: 5 }, cases };
  const root = libraryOf(t, document, { 'eva.yml': 'concurrency: 20\n' });
  const evaluated = await evaluate(root, storm.url);
  return { ...evaluated, requests: (await storm.counts()).requests };
}

function assertReasons({ result, told }: Evaluated, rows: readonly Row[]): void {
  for (const [index, { name, reason }] of rows.entries()) {
    const one = result?.cases[index];
    assert.equal(one?.passed, reason === 'passes', `${name}\n${told}`);
    const [failing, ...others] = (one?.scores[0]?.findings ?? []).filter(({ holds }) => !holds);
    assert.deepEqual(others, []);
    if (reason !== 'passes') assert.match(failing?.reason ?? '', reason);
  }
}

test('a pattern that takes its time and ends is answered, in a schema too', async (t) => {
  const blanks = `${' '.repeat(2_000)}x`;
  const rows: readonly Row[] = [
    { name: 'none', response: blanks, assert: [{ not_matches: '\\s+$' }], reason: 'passes' },
    { name: 'found', response: `${blanks}y`, assert: [{ matches: '\\s+$|y$' }], reason: 'passes' },
    { name: 'not found', response: blanks, assert: [{ matches: '\\s+$' }], reason: /^the pattern matches nowhere/ },
    {
      name: 'valid',
      response: JSON.stringify({ text: blanks }),
      assert: [{ json_schema: schemaWith('\\s+$') }],
      reason: 'passes',
    },
    {
      name: 'invalid',
      response: JSON.stringify({ text: `${blanks}y` }),
      assert: [{ json_schema: schemaWith('\\s+$|y$') }],
      reason: /\/text/,
    },
  ];
  const evaluated = await evaluateRows(t, rows);
  assert.equal(evaluated.exitCode, 1, evaluated.told);
  assertReasons(evaluated, rows);
});

test('a pattern that cannot end fails its own case, matches or not_matches, and no other', async (t) => {
  const late = [100, 400, 700].map((delayMs): Row => ({ ...quick, name: `after ${delayMs} ms`, delayMs }));
  const rows = [quick, ...hanging, inSchema, ...late];
  const evaluated = await evaluateRows(t, rows);
  const { exitCode, told, rows: log, requests } = evaluated;
  assert.equal(exitCode, 1, told);
  assertReasons(evaluated, rows);
  assert.equal(log[0]?.passed, 4);
  assert.equal(requests, rows.length, 'no reply was lost to the waiting and asked for again');
});
