import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import { noSources } from '#model/reply/reply-sources.js';
import type { AttemptLine } from '#model/run/attempt.js';
import { versionsOnData } from '#run/attempts/next-attempt.js';
import type { LoggedRow } from '#store/logs/eval-log.js';
import { datasetWith } from '../../support/dataset.js';
import { caseWith } from '../../support/prompt.js';

const digest = '1'.repeat(64);

const evidenceOf = (prompt: string) => ({ prompt, cases: 'c', judge: 'j', models: 'm' });

function testCase(): Case {
  const [expectation = assert.fail('no expectation')] = caseWith('tickets', []).expectations;
  const criteria = [{ criterion: 'proportion_gte', params: { proportion: 0.9 }, significance_level: 0.05 }];
  return { ...caseWith('tickets', []), expectations: [{ ...expectation, criteria }], dataset: datasetWith({ digest }) };
}

function row(prompt: string, ts: string, part: object = {}): LoggedRow {
  const card = { ts, all_passed: true, total: 1, passed: 1, failed_cases: [] };
  return { ...card, evidence: { ...evidenceOf(prompt), synthetic: false }, datasets: [{ digest }], ...part };
}

function attempt(prompt: string, ts: string, part: Partial<AttemptLine> = {}): AttemptLine {
  const facts = { run_id: 'r', id: 'diff', evidence: evidenceOf(prompt), kind: 'full', ts, try: 1 } as const;
  const end = { event: 'end', outcome: 'interrupted', red: false, sources: noSources } as const;
  return {
    ...facts,
    ...end,
    cases: { passed: 0, failed: 0, open: 1 },
    red_trial: true,
    datasets: [digest],
    ...part,
  } as AttemptLine;
}

function numberOf(rows: readonly LoggedRow[], attempts: readonly AttemptLine[] = []) {
  const plan = { cases: [testCase()], evidence: evidenceOf('now') };
  const lines = <T>(values: readonly T[]) => ({ rows: values.map((value, at) => ({ line: at + 1, value })), bad: [] });
  return versionsOnData({ plan, ts: '2026-05-05' }, { runs: lines(rows), attempts: lines(attempts) }).get('tickets');
}

test('the first version on a data set is the first', () => {
  assert.deepEqual(numberOf([]), { number: 1, level: 0.05 });
  assert.equal(numberOf([row('now', '2026-05-01')])?.number, 1);
});

test('each prompt counts once, whatever its runs came to, and the level is that of as many tries', () => {
  const rows = [row('a', '2026-05-01'), row('a', '2026-05-02', { all_passed: false }), row('b', '2026-05-03')];
  const found = numberOf(rows, [attempt('c', '2026-05-04')]);
  assert.equal(found?.number, 4);
  assert.ok(Math.abs((found?.level ?? 0) - (1 - 0.95 ** 4)) < 1e-12);
});

test('another seed, bar or check of the same prompt is another version, and a replay of the same files is none', () => {
  const of = (cases: string) => ({ evidence: { ...evidenceOf('now'), cases, synthetic: false } });
  const rows = ['seed 1', 'seed 2', 'seed 2', 'c'].map((cases) => row('now', '2026-05-01', of(cases)));
  const red = attempt('now', '2026-05-02', { evidence: { ...evidenceOf('now'), cases: 'seed 3' } });
  assert.equal(numberOf(rows, [red])?.number, 4);
});

test('other items, later runs, synthetic replies and attempts that saw nothing do not count', () => {
  const rows = [
    row('a', '2026-05-01', { datasets: [{ digest: '2'.repeat(64) }] }),
    row('b', '2026-06-01'),
    row('c', '2026-05-01', { evidence: { ...evidenceOf('c'), synthetic: true } }),
    row('d', '2026-05-01', { datasets: 7, evidence: null }),
  ];
  const attempts = [
    attempt('e', '2026-05-01', { red_trial: false }),
    attempt('f', '2026-05-01', { kind: 'replay' }),
    attempt('g', '2026-05-01', { event: 'begin' }),
  ];
  assert.equal(numberOf(rows, attempts)?.number, 1);
});
