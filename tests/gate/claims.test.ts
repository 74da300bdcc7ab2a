import assert from 'node:assert/strict';
import test from 'node:test';
import type { EvalGatesInput } from '#gate/gate.js';
import { claimsOfCases, failedBefore, weakerThan } from '#gate/weaker-claims.js';
import type { AttemptBegin, AttemptLine } from '#model/run/attempt.js';
import type { Evidence } from '#model/run/run.js';
import type { FullRun } from '#run/attempts/full-run.js';
import type { CaseClaims } from '#store/logs/prompt-logs.js';
import { caseOn, share, slicesOf } from '../support/dataset-case.js';
import { caseOf, criterion, passesOrNot, scoredFrom } from '../support/statistical-case.js';
import { evidenceNow, good, lines, red } from './gate-world.js';

const claims = (part: Partial<CaseClaims>): readonly CaseClaims[] => [
  { case: 'one', sample: 40, bars: {}, parts: [], ...part },
];

/** A bar, what it was and what it is now, and whether it asks for less now. */
const bars: readonly (readonly [label: string, before: number, now: number, isWeaker: boolean])[] = [
  ['proportion_gte.proportion', 0.8, 0.7, true],
  ['proportion_gte.proportion', 0.7, 0.8, false],
  ['median_lte.threshold', 5, 6, true],
  ['median_lte.threshold', 6, 5, false],
  ['proportion_gte.significance_level', 0.01, 0.05, true],
  ['max_chars', 90, 900, true],
  ['min_chars', 90, 9, true],
  ['judge 1.votes', 3, 1, true],
];

for (const [label, before, now, isWeaker] of bars) {
  test(`${label} ${before} → ${now} is ${isWeaker ? 'weaker' : 'not weaker'}`, () => {
    const named = weakerThan(claims({ bars: { [label]: before } }), claims({ bars: { [label]: now } }));
    assert.deepEqual(named, isWeaker ? [`case "one": ${label} ${before} → ${now}`] : []);
  });
}

test('a smaller sample, and a case, check or bar that is gone, are named; a level goes with its bar', () => {
  const before = claims({ bars: { 'x.proportion': 0.8, 'x.significance_level': 0.05 }, parts: ['the check a'] });
  assert.deepEqual(weakerThan(before, claims({ sample: 30 })), [
    'case "one": sample 40 → 30',
    'case "one": x.proportion 0.8 is gone',
    'case "one": the check a is gone',
  ]);
  assert.deepEqual(weakerThan(before, []), ['case "one" is gone']);
  assert.deepEqual(weakerThan(before, claims({ ...before[0], sample: 50 })), []);
});

test('the claims of a case have the bars of its slices and the votes of its judge, but no level where every trial must pass', () => {
  const slices = slicesOf({ de: 10, fr: 10 }, { criterion: share(0.8), must: 'pass' });
  const [onItems] = claimsOfCases([caseOn({ kept: 20, slices: [slices] }, criterion('every_trial', {}))]);
  assert.deepEqual(onItems?.bars, {
    'slices of language must pass: proportion_gte.proportion': 0.8,
    'slices of language must pass: proportion_gte.significance_level': 0.05,
  });
  const [judged] = claimsOfCases([caseOf(10, scoredFrom(1, 10), [])]);
  assert.deepEqual(judged?.bars, { 'judge 1.votes': 1 });
});

test('two long checks with the same beginning are two parts', () => {
  const beginning = 'x'.repeat(100);
  const of = (text: string) => {
    const checks = [{ op: 'contains', value: beginning + text }];
    return claimsOfCases([caseOf(1, { ...passesOrNot, params: { checks } } as typeof passesOrNot, [])]);
  };
  assert.equal(weakerThan(of('a'), of('b')).length, 1);
  assert.deepEqual(weakerThan(of('a'), of('a')), []);
});

const latest = { ts: '2026-01-10T12:00:00.000Z' } as FullRun;

const [before, after] = ['2026-01-09T12:00:00.000Z', '2026-01-11T12:00:00.000Z'];

const otherCases = { cases: 'cases-0' };

function failed(rows: readonly object[], attempts: readonly AttemptLine[] = []): readonly string[] {
  const log = (values: readonly object[]) => ({ rows: values.map((value, at) => ({ line: at + 1, value })), bad: [] });
  return failedBefore(latest, evidenceNow, { runs: log(rows), attempts: log(attempts) } as unknown as EvalGatesInput);
}

const redRow = (evidence: Partial<Evidence>, ts = before) => red({ ts, evidence: { ...good, ...evidence } });

test('a run of this body that failed under other cases or another judge before is named', () => {
  assert.deepEqual(failed([redRow(otherCases)]), ['run red-run']);
  assert.deepEqual(failed([redRow({ judge: 'judge-0' })]), ['run red-run']);
});

test('of other bodies, the same files, later runs and replies that a person wrote no run is named', () => {
  assert.deepEqual(failed([redRow({ ...otherCases, prompt: 'prompt-0' })]), []);
  assert.deepEqual(failed([redRow({})]), []);
  assert.deepEqual(failed([redRow({ models: 'models-0' })]), [], 'the models alone are other ones');
  assert.deepEqual(failed([redRow(otherCases, after)]), []);
  assert.deepEqual(failed([redRow({ ...otherCases, synthetic: true })]), []);
});

test('an attempt without its row is named too, unless it is a replay, a comparison or a look', () => {
  const attempt = (begin: Partial<AttemptBegin>) =>
    lines(
      'lost',
      { ts: before, evidence: { ...evidenceNow, ...otherCases }, ...begin },
      { ts: before, red: true, outcome: 'failed', evidence: { ...evidenceNow, ...otherCases } },
    );
  assert.deepEqual(failed([], attempt({})), ['run lost']);
  for (const kind of ['replay', 'compare', 'look'] as const) assert.deepEqual(failed([], attempt({ kind })), [], kind);
});
