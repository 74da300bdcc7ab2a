import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import {
  countedIn,
  evalOf,
  newestRun,
  resultIn,
  ticketLibrary,
  trialsIn,
  withoutCircumstances,
} from './ticket-library.js';
import { chanceOf, fileOf, ticketIn, tickets, triage } from './tickets.js';

const mustPass = '{ field: language, criteria: { proportion_gte: { proportion: 0.7 } }, must: pass }';

/** Cases that stop early, each by another test. */
const evaluation = evalOf(
  ['items', `slices: [${mustPass}]`, '    criteria: { proportion_gte: { proportion: 0.65 } }\n    sequential: true\n'],
  ['clusters', 'cluster: customer', '    criteria: { proportion_gte: { proportion: 0.6 } }\n    sequential: true\n'],
  ['golden', 'claim: file', '    criteria: { proportion_gte: { proportion: 0.8 } }\n    sequential: true\n'],
  ['twice', 'draws: 2', '    criteria: { proportion_gte: { proportion: 0.7 } }\n    sequential: true\n'],
  ['hopeless', 'draws: 2, slices: [language]', '    criteria: { proportion_gte: { proportion: 0.995 } }\n'],
);

/** Evaluates the cases with some concurrency. Each request waits up to 20 ms, by its text and the seed of the delays. */
async function run(t: TestContext, concurrency: number, seed: string) {
  const delayMs = (body: unknown) => Math.floor(20 * chanceOf(`${seed} ${ticketIn(body)}`));
  const server = await startFakeMessagesApi({
    answer: triage(0.97),
    faults: (_, { body }) => (concurrency === 1 ? null : { delayMs: delayMs(body) }),
  });
  t.after(() => server.close());
  const root = ticketLibrary(t, evaluation, fileOf(tickets(600)), { 'eva.yml': `concurrency: ${concurrency}\n` });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const { exitCode, stderr } = await runEva(['eval', 'diff'], { cwd: root, env });
  assert.equal(exitCode, 1, stderr);
  const dir = newestRun(root);
  return { dir, server, result: resultIn(dir) };
}

/** The parts of a result that count calls: what was asked beyond the stop depends on the concurrency. */
const callCounts = ['usage', 'replies', 'sources', 'cost_usd'];

test('replies that arrive in any order, one, 8 or 32 at a time, give equal results', async (t) => {
  const inOrder = await run(t, 1, '');
  const { cases } = inOrder.result;
  assert.ok(
    cases.every(({ stopped_at }) => stopped_at !== null),
    'every case stops early',
  );
  const expected = withoutCircumstances(countedIn(inOrder.dir), callCounts);
  const text = JSON.stringify(expected);
  for (const concurrency of [8, 32]) {
    for (const seed of ['one', 'two', 'three']) {
      const { dir, server } = await run(t, concurrency, seed);
      const other = withoutCircumstances(countedIn(dir), callCounts);
      assert.deepEqual(other, expected, `${concurrency} at once, delays ${seed}`);
      assert.equal(JSON.stringify(other), text, 'the order of keys and entries too');
      assert.ok(server.mostAtOnce() > 1);
      const surplus = server.requests.length - inOrder.server.requests.length;
      // While a slow reply is awaited, others overtake it: by how many depends on the machine.
      assert.ok(surplus >= 0 && surplus < 4 * concurrency * cases.length, `${surplus} more requests`);
    }
  }
});

test('slices that must pass outlast their case, and only their items are asked', async (t) => {
  const { dir, result, server } = await run(t, 1, '');
  const [items] = result.cases;
  const { holds, rows } = items?.dataset?.slices[0] ?? assert.fail('no slices');
  assert.deepEqual([items?.passed, holds], [true, true]);
  const counted = trialsIn(dir).filter(({ case: name }) => name === 'items');
  const asked = server.requests.filter(({ body }) => JSON.stringify(body).includes('JSON (items)'));
  assert.equal(asked.length, counted.length, 'one request for each trial, none for others');
  const indexes = counted.map(({ index }) => index);
  const gap = indexes.findIndex((index, at) => index !== at); // the first item that is passed over
  assert.ok(gap > 0, 'the case is settled before its slices');
  const languages = (from: number, to?: number) =>
    counted.slice(from, to).map(({ origin }) => origin?.slices?.['language'] ?? '');
  assert.deepEqual([...new Set(languages(0, gap))].sort(), ['de', 'en', 'nl']);
  assert.ok(new Set(languages(gap)).size < 3);
  for (const { value, n, adjusted } of rows) {
    assert.ok(
      (adjusted ?? 1) <= 0.05 * rows.length,
      `${value} passes its sequential test, which has no p-value of its own`,
    );
    assert.equal(n, languages(0).filter((language) => language === value).length, value);
  }
  const used = items?.verdicts[0]?.used ?? gap + 1;
  assert.ok(used <= gap, 'the verdict of the case rests on items before that one');
});
