import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
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

/** Seconds of a run with these cases. */
async function secondsOf(t: TestContext, rows: readonly Row[]): Promise<number> {
  return (await evaluateRows(t, rows)).result?.duration_s ?? Number.POSITIVE_INFINITY;
}

test('a pattern that cannot end adds at most 1.5 s to a run', async (t) => {
  const added: number[] = [];
  while (added.length < 10 && !added.some((one) => one <= 1.5)) {
    // a machine that is busy elsewhere gets more chances
    const floor = await secondsOf(t, [quick]);
    added.push((await secondsOf(t, hanging.slice(0, 1))) - floor);
  }
  assert.ok(
    added.some((one) => one <= 1.5),
    `${added} s`,
  );
});

test('a pattern that takes its time and ends is answered, in a schema too', async (t) => {
  const blanks = `${' '.repeat(8_000)}x`;
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
  let evaluated = await evaluateRows(t, rows);
  // a machine that is busy elsewhere gets more chances
  for (let more = 4; more > 0 && evaluated.told.includes('ran out of time'); more--)
    evaluated = await evaluateRows(t, rows);
  assert.equal(evaluated.exitCode, 1, evaluated.told);
  assertReasons(evaluated, rows);
});

test('a pattern that cannot end fails its own case, matches or not_matches, and no other', async (t) => {
  const late = [100, 400, 700].map((delayMs): Row => ({ ...quick, name: `after ${delayMs} ms`, delayMs }));
  const rows = [quick, ...hanging, inSchema, ...late];
  const stalls: number[] = [];
  while (stalls.length < 5 && !stalls.some((ms) => ms < 1000)) {
    // a machine that is busy elsewhere gets more chances
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const evaluated = await evaluateRows(t, rows);
    delay.disable();
    stalls.push(delay.max / 1e6);
    const { exitCode, told, rows: log, requests } = evaluated;
    assert.equal(exitCode, 1, told);
    assertReasons(evaluated, rows);
    assert.equal(log[0]?.passed, 4);
    assert.equal(requests, rows.length, 'no reply was lost to the waiting and asked for again');
  }
  assert.ok(
    stalls.some((ms) => ms < 1000),
    `everything stood still for ${stalls} ms`,
  );
});
