import assert from 'node:assert/strict';
import test from 'node:test';
import type { Score } from '#model/run/trial.js';
import { numberOf } from '#report/view/facts.js';
import { reasonsOf } from '#report/view/reasons.js';
import { type CaseView, type Miss, viewSchema } from '#report/view/view.js';
import { cpuMs } from '../../support/cpu-time.js';
import { held, rubric, sampleResult } from '../run-sample.js';
import { caseFor, sampleViews, viewFor } from '../sample-views.js';

function sample(name: string) {
  const make = sampleViews[name];
  if (!make) throw new Error(`no sample is called ${name}`);
  return make();
}

function caseIn(name: string, own: string): CaseView {
  const found = sample(name).cases.find((one) => one.name.raw === own);
  if (!found) throw new Error(`no case is called ${own}`);
  return found;
}

test('a view is unchanged after a round trip through JSON', () => {
  for (const make of Object.values(sampleViews)) {
    const view = make();
    assert.equal(view.schema, viewSchema);
    assert.deepEqual(JSON.parse(JSON.stringify(view)), view);
  }
});

test('a part of an expectation is identified by its kind and its place, not by its label', () => {
  const trial = {
    reply: 'x',
    findings: [{ ...held, holds: false }, { ...held, about: 'rubric' }, rubric(2, 'Vague.')],
  };
  const result = sampleResult('odd', false, [trial]);
  const one = caseFor(result, 1);
  const [expectation] = one.expectations;
  const grader = expectation?.grader;
  if (!expectation || grader?.grader !== 'trial_passes') throw new Error('a sample case has checks');
  const checks = ['a', 'b'].map((op) => ({ op, value: '' }));
  const cases = [
    { ...one, expectations: [{ ...expectation, grader: { ...grader, params: { ...grader.params, checks } } }] },
  ];
  const [example] = viewFor([result], { cases }).cases.flatMap(({ groups }) => groups);
  assert.deepEqual(
    example?.example.findings.map(({ kind, check, mark }) => [kind, check, mark]),
    [
      ['check', 0, 'failed'],
      ['check', 1, 'passed'],
      ['rubric', undefined, 'failed'],
    ],
  );
});

test('an excerpt that is not in the reply stays an excerpt', () => {
  const excerpt = { text: 'from elsewhere', line: 1, mark: { start: 0, end: 4 } };
  const result = sampleResult('odd', false, [{ reply: 'x', findings: [{ ...held, holds: false, excerpt }] }]);
  const [finding] = viewFor([result]).cases[0]?.groups[0]?.example.findings ?? [];
  assert.equal(finding?.span, undefined);
  assert.deepEqual(finding?.excerpt, { ...excerpt, text: { raw: 'from elsewhere' } });
});

test('a value that could not be measured is ungraded, with its reason', () => {
  const scores: Score[] = [
    { expectation: 0, trial: 0, value: null, why: 'ungraded', reason: 'no price is known', findings: [] },
  ];
  const result = { ...sampleResult('one', false, [{ findings: [] }]), scores };
  const [example] = viewFor([result]).cases[0]?.groups ?? [];
  assert.deepEqual(
    example?.example.findings.map(({ kind, mark, reason }) => [kind, mark, reason.raw]),
    [['value', 'ungraded', 'no price is known']],
  );
});

test('a trial that was requested is not saved, although its case stopped before it; a replay requests none', () => {
  const result = { ...sampleResult('one', false, []), sample_size: 60, stopped_at: 3, requested: 6 };
  const saved = (model: number) => {
    const replies = { model, recorded: 6 - model, synthetic: 0 };
    return numberOf(viewFor([result], { run: { replies } }), 'trials_saved');
  };
  assert.deepEqual([saved(6), saved(0)], [54, 57]);
});

test('the time is linear in the trials: twenty times as many do not take four hundred times as long', () => {
  const few = msFor(5_000);
  const many = msFor(100_000);
  assert.ok(many < 100 * Math.max(few, 5), `${few} ms and ${many} ms`);
});

function msFor(count: number): number {
  const result = sampleResult(
    'many',
    false,
    Array.from({ length: count }, (_, trial) => ({ reply: `reply ${trial}`, findings: [{ ...held, holds: false }] })),
  );
  return cpuMs(() => assert.equal(viewFor([result]).cases[0]?.trials.failed, count));
}

test('a claim names misses of its own expectation only', () => {
  const miss: Miss = {
    ...{ kind: 'check', expectation: 1, check: 0, about: { raw: 'called: "refund"' }, mark: 'failed', times: 3 },
    ...{ reason: null, scores: null, scale: null },
  };
  const own = { ...caseIn('verdicts', 'several-claims'), misses: [miss] };
  const open = own.claims.filter(({ outcome }) => outcome !== 'passed');
  assert.ok(open.length > 1);
  const named = (expectation: (at: number) => number) =>
    reasonsOf(
      own,
      own.claims.map((_claim, at) => expectation(at)),
    ).filter(({ text }) => text.some(({ raw }) => raw.startsWith('missed 3 times'))).length;
  assert.equal(
    named(() => 1),
    open.length,
  );
  assert.equal(
    named((at) => at),
    1,
  );
  assert.equal(
    named(() => 0),
    0,
  );
});

test('a claim about one class names no misses, which are counted for all classes', () => {
  const miss: Miss = {
    ...{ kind: 'value', expectation: 0, about: { raw: 'class' }, mark: 'failed', times: 18 },
    ...{ reason: null, scores: null, scale: null },
  };
  const { claims, ...own } = { ...caseIn('verdicts', 'disproved'), misses: [miss] };
  const namedBy = (criterion: string) =>
    reasonsOf({ ...own, claims: claims.map((claim) => ({ ...claim, criterion })) }).some(({ text }) =>
      text.some(({ raw }) => raw.startsWith('missed 18 times')),
    );
  assert.deepEqual(['proportion_gte', 'recall_gte', 'precision_gte', 'f1_gte'].map(namedBy), [
    true,
    false,
    false,
    false,
  ]);
});
