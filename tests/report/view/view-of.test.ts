import assert from 'node:assert/strict';
import test from 'node:test';
import type { Score } from '#model/run/trial.js';
import { claimViews } from '#report/view/claims.js';
import { numberOf } from '#report/view/facts.js';
import { reasonsOf } from '#report/view/reasons.js';
import { missed } from '#report/view/reply-groups.js';
import { type CaseView, type Miss, viewSchema } from '#report/view/view.js';
import { cpuMs } from '../../support/cpu-time.js';
import { held, rubric, sampleResult, sampleVerdict } from '../run-sample.js';
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

test('cases are sorted: unfinished, failed by their gap to the bar, inconclusive, passed', () => {
  assert.deepEqual(
    sample('verdicts').cases.map(({ name, outcome }) => [outcome, name.raw]),
    [
      ['failed', 'disproved'],
      ['failed', 'several-claims'],
      ['inconclusive', 'open'],
      ['passed', 'proven'],
    ],
  );
  assert.equal(sample('unfinished').cases[0]?.outcome, 'unfinished');
});

test('the outcome of a run follows from its cases, and a shard has no outcome', () => {
  const outcomes = ['green', 'red', 'unfinished', 'shard', 'no case'].map((name) => sample(name).outcome);
  assert.deepEqual(outcomes, ['passed', 'failed', 'unfinished', 'unfinished', 'failed']);
  assert.equal(
    viewFor([sampleResult('a', null, [{ findings: [held] }])], {
      run: { shard: { index: 1, of: 2 }, state: 'finished' },
    }).outcome,
    'collected',
  );
});

test('a run is synthetic, partial, replayed or unfinished by its flags', () => {
  assert.deepEqual(sample('red').flags, ['synthetic']);
  assert.deepEqual(sample('partial and replayed').flags, ['partial', 'replayed']);
  assert.deepEqual(sample('unfinished').flags, ['unfinished']);
});

test('replies with equal texts are one group with all their trials, the most frequent first', () => {
  const { groups, trials } = caseIn('verdicts', 'disproved');
  const failing = groups.filter(({ example }) => example.outcome === 'failed');
  assert.deepEqual(
    failing.map((group) => group.trials),
    [[0, 1, 3, 5], [7], [9]],
  );
  assert.deepEqual([trials.failed, trials.unusable, trials.total], [6, 1, 11]);
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

test('the decisive part of a reply is a range in it', () => {
  const [group] = caseIn('red', 'breaking-change-is-named').groups;
  const [check] = group ? missed(group.example) : [];
  const text = group?.example.turns[0]?.response.raw ?? '';
  assert.equal(text.slice(check?.span?.start, check?.span?.end), 'Breaking');
});

test('an excerpt that is not in the reply stays an excerpt', () => {
  const excerpt = { text: 'from elsewhere', line: 1, mark: { start: 0, end: 4 } };
  const result = sampleResult('odd', false, [{ reply: 'x', findings: [{ ...held, holds: false, excerpt }] }]);
  const [finding] = viewFor([result]).cases[0]?.groups[0]?.example.findings ?? [];
  assert.equal(finding?.span, undefined);
  assert.deepEqual(finding?.excerpt, { ...excerpt, text: { raw: 'from elsewhere' } });
});

test('misses are counted by part of the expectation, with the scores of the judge', () => {
  assert.deepEqual(
    caseIn('red', 'stays-short').misses.map(({ kind, times, scores }) => [kind, times, scores]),
    [
      ['check', 4, null],
      ['rubric', 1, [3, 3]],
    ],
  );
});

test('values of a conversation that miss the bar are findings, with their turn', () => {
  const { groups, trials } = caseIn('scenario', 'Bot helps with a password reset');
  const values = groups.flatMap(({ example }) => missed(example)).filter(({ kind }) => kind === 'value');
  assert.deepEqual(
    values.map(({ value, unit, turn }) => [value, unit?.raw, turn]),
    [[12.25, 's', 0]],
  );
  assert.deepEqual([trials.failed, trials.unusable, trials.gave_up], [3, 1, 1]);
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

test('a claim about passes counts them, and has a range from 0 to 1', () => {
  const [claim] = caseIn('verdicts', 'disproved').claims;
  assert.deepEqual([claim?.found.k, claim?.found.n], [5, 11]);
  assert.deepEqual([claim?.range?.lower, claim?.range?.bar], [0, 0.95]);
});

test('failed claims come first', () => {
  const verdicts = (['passed', 'inconclusive', 'failed'] as const).map((outcome) => sampleVerdict('x', outcome, 'y'));
  const result = { ...sampleResult('one', false, []), verdicts };
  assert.deepEqual(
    claimViews(result, undefined).map(({ outcome }) => outcome),
    ['failed', 'inconclusive', 'passed'],
  );
});

test('an unknown number is absent', () => {
  const names = (name: string) => sample(name).facts.map((fact) => fact.name);
  assert.ok(names('green').includes('cost'));
  assert.ok(!names('red').includes('cost'));
  assert.equal(numberOf(sample('verdicts'), 'trials_saved'), 60 * 3 - 23 - 11 - 25);
});

test('a trial that was requested is not saved, although its case stopped before it; a replay requests none', () => {
  const result = { ...sampleResult('one', false, []), sample_size: 60, stopped_at: 3, requested: 6 };
  const saved = (model: number) => {
    const replies = { model, recorded: 6 - model, synthetic: 0 };
    return numberOf(viewFor([result], { run: { replies } }), 'trials_saved');
  };
  assert.deepEqual([saved(6), saved(0)], [54, 57]);
});

test('the next command shows the failed cases, and counts them', () => {
  const next = sample('verdicts').next.find(({ name }) => name === 'failing');
  assert.deepEqual(next, { name: 'failing', command: { raw: 'eva report --failed' }, replies: 6 + 2 + 1 });
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
