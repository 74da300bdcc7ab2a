import assert from 'node:assert/strict';
import test from 'node:test';
import type { Check, CheckContext } from '#grade/check-parts/check.js';
import { Preparation } from '#grade/check-parts/preparation.js';
import { planChecks } from '#grade/check-parts/prepare-checks.js';
import { runChecks } from '#grade/check-parts/run-checks.js';
import { atLeastCheck } from '#grade/checks/at-least.js';
import { findCheck } from '#grade/checks/index.js';
import type { JsonValue } from '#model/data/json.js';
import type { TrialTurn } from '#model/run/trial.js';
import { context } from '../check-context.js';

async function holds(op: string, value: JsonValue, response: string, own: Partial<CheckContext> = {}) {
  const [finding] = await runChecks([{ op, value }], response, { ...context, ...own });
  return finding?.holds;
}

const refusedBy = (op: string, value: JsonValue) => planChecks([{ op, value }]).map(({ variant }) => variant);

test('number takes one JSON number and nothing else', async () => {
  for (const text of ['12', ' 12.0\n', '1.2e1', '12.4']) {
    assert.equal(await holds('number', { gte: 12, lt: 13 }, text), true, text);
  }
  for (const text of ['13', '11.9', '12 EUR', 'twelve', '', '012', '+12', '0x0c', '12,4', '"12"']) {
    assert.equal(await holds('number', { gte: 12, lt: 13 }, text), false, text);
  }
  assert.equal(await holds('number', { gt: 12 }, '12'), false);
  assert.equal(await holds('number', { lte: 12 }, '12'), true);
  assert.equal(await holds('number', { equals: 0.3 }, '0.30000000000000004'), true);
  assert.equal(await holds('number', { gt: 5 }, '1e999'), false);
  assert.equal(await holds('number', { lt: 5 }, '-1e999'), false);
  assert.equal(await holds('number', { equals: 2 ** 60 }, '1152921504606846977'), false);
  assert.equal(await holds('number', { gte: 0 }, '1152921504606846977'), true);
  assert.equal(await holds('number', { equals: 6.022e23, within: 1e20 }, '6.022e23'), true);
  assert.equal(await holds('number', { equals: 6.022e23 }, '6.022e23'), true);
  assert.equal(await holds('number', { lte: 1e20 }, '100000000000000000000'), true);
  assert.equal(await holds('number', { lte: 1e20 }, '100000000000000000001'), false);
  assert.equal(await holds('number', { equals: 100, within: 5 }, '105'), true);
  assert.equal(await holds('number', { equals: 100, within: 5 }, '105.1'), false);
});

test('a range without a number is refused', () => {
  assert.deepEqual(refusedBy('number', { gt: 3, lt: 3 }), ['empty_range']);
  assert.deepEqual(refusedBy('number', { gte: 3, lt: 3 }), ['empty_range']);
  assert.deepEqual(refusedBy('number', { gte: 3, lte: 3 }), []);
  assert.deepEqual(refusedBy('number', { equals: 1, gt: 2 }), ['empty_range']);
  assert.deepEqual(refusedBy('number', { within: 2 }), ['within']);
  assert.deepEqual(refusedBy('number', {}), ['not_range']);
  assert.deepEqual(refusedBy('number', { gte: '3' }), ['not_number']);
});

test('limits of a reply hold for known values, and leave unknown ones ungraded', async () => {
  const turn: TrialTurn = { user_message: 'a', app_response: 'b', latency: 2, details: { cost_usd: 0.02 } };
  const having = (...turns: TrialTurn[]) => ({ trial: { ...context.trial, turns } });
  const unknown: TrialTurn = { ...turn, latency: null, details: { cost_usd: null } };
  for (const [op, most, least] of [
    ['max_latency_s', 2, 1.9],
    ['max_cost_usd', 0.02, 0.019],
  ] as const) {
    assert.equal(await holds(op, most, '', having(turn)), true);
    assert.equal(await holds(op, least, '', having(turn)), false);
    assert.equal(await holds(op, most, '', having(unknown)), null);
    assert.equal(await holds(op, most, '', having(turn, unknown)), null);
    assert.deepEqual(refusedBy(op, 0), ['not_limit']);
  }
  assert.equal(await holds('max_latency_s', 1.9, '', having(turn, unknown)), false);
});

test('at_least counts the checks that hold', async () => {
  const of = [{ contains: 'a' }, { about: 'has b', contains: 'b' }, { max_latency_s: 1 }];
  const slow = { trial: { ...context.trial, turns: [{ ...context.trial.turns[0], latency: null } as TrialTurn] } };
  assert.equal(await holds('at_least', { count: 2, of }, 'ab'), true);
  assert.equal(await holds('at_least', { count: 3, of }, 'a'), false);
  assert.equal(await holds('at_least', { count: 2, of }, 'a', slow), null);
  assert.equal(await holds('at_least', { count: 1, of }, 'a', slow), true);
  assert.equal(await holds('at_least', { count: 3, of }, 'a', slow), false);
  const [finding] = await runChecks([{ op: 'at_least', value: { count: 3, of } }], 'a', context);
  assert.match(finding?.reason ?? '', /^2 of 3.*has b: /);
});

test('at_least counts a check that throws as one that does not hold', async () => {
  const broken: Check = {
    op: 'broken',
    prepare: () => ({
      run: () => {
        throw new Error('broken');
      },
    }),
  };
  const check = atLeastCheck((op) => (op === 'broken' ? broken : findCheck(op)));
  const prepared = check.prepare({ count: 1, of: [{ broken: true }, { contains: 'a' }] }, new Preparation());
  assert.ok(prepared && 'run' in prepared);
  assert.equal((await prepared.run('a', context)).holds, true);
  assert.equal((await prepared.run('b', context)).holds, false);
});

test('at_least is refused with a wrong count, with another at_least, and with checks that cannot run', () => {
  const inner = { contains: 'a' };
  assert.deepEqual(refusedBy('at_least', { count: 2, of: [inner] }), ['not_count_of']);
  assert.deepEqual(refusedBy('at_least', { count: 1, of: [] }), ['no_checks']);
  assert.deepEqual(refusedBy('at_least', { count: 1, of: [{ at_least: { count: 1, of: [inner] } }] }), ['nested']);
  assert.deepEqual(refusedBy('at_least', { count: 1, of: [inner, { contains: '' }, { matches: '(' }] }), [
    'empty_text',
    'invalid',
  ]);
});
