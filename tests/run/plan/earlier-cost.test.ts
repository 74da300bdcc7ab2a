import assert from 'node:assert/strict';
import test from 'node:test';
import { earlierUsdPerReply } from '#run/plan/cost.js';
import type { LoggedRow } from '#store/logs/eval-log.js';
import { runRow } from '../../support/run-row.js';

const { synthetic: _, oldest_reply: __, ...now } = runRow().evidence;

const fresh = { ...runRow().evidence, oldest_reply: '2026-01-10T12:00:01.000Z' };

const usage = { replies: 4, input_tokens: 20, output_tokens: 10, unmetered_replies: 0 };

const paid = { evidence: fresh, usage, cost_usd: 2 };

function perReply(...rows: readonly object[]): number | null {
  const logged = rows.map((value, index) => ({ line: index + 1, value: value as LoggedRow }));
  return earlierUsdPerReply('diff', now, { rows: logged, bad: [] });
}

test("the cost of a reply is the last run's cost divided by its replies", () => {
  assert.equal(perReply(runRow({ ...paid, cost_usd: 8 }), runRow(paid)), 0.5);
});

test('a reply from a batch counts as half, since it costs half', () => {
  assert.equal(perReply(runRow({ ...paid, usage: { ...usage, batch_replies: 4 } })), 1);
  assert.equal(perReply(runRow({ ...paid, cost_usd: 3, usage: { ...usage, batch_replies: 2 } })), 1);
});

const passedOver: readonly [what: string, row: object][] = [
  ['of another prompt', runRow({ ...paid, id: 'other' })],
  ['narrowed by --case', runRow({ ...paid, partial: true })],
  ['of another model', runRow({ ...paid, evidence: { ...fresh, models: 'others' } })],
  ['with another judge', runRow({ ...paid, evidence: { ...fresh, judge: 'another' } })],
  ['with synthetic replies', runRow({ ...paid, evidence: { ...fresh, synthetic: true } })],
  [
    'with a reply from before the run',
    runRow({ ...paid, evidence: { ...fresh, oldest_reply: '2026-01-10T11:59:00.000Z' } }),
  ],
  ['without replies', runRow({ ...paid, evidence: { ...fresh, oldest_reply: null } })],
  ['with an unknown cost', runRow({ ...paid, cost_usd: null })],
  ['with a negative cost', runRow({ ...paid, cost_usd: -1 })],
  ['with invalid usage', { ...runRow(paid), usage: 'none' }],
  ['with more batch replies than replies', runRow({ ...paid, usage: { ...usage, batch_replies: 5 } })],
  ['without a number of replies', runRow({ ...paid, usage: { ...usage, replies: 0 } })],
];

for (const [what, row] of passedOver) {
  test(`a run ${what} gives no cost`, () => {
    assert.equal(perReply(row), null);
    assert.equal(perReply(runRow(paid), row), 0.5);
  });
}
