import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import type { Body } from '#model/prompt.js';
import type { RunPlan } from '#model/run/run.js';
import { planDifference } from '#run/plan/plan-difference.js';
import { allowUnderpowered, planRun } from '#run/plan/plan-run.js';
import { datasetWith } from '../../support/dataset.js';
import { caseWith, promptWith } from '../../support/prompt.js';
import { caseOf, criterion, scoredFrom } from '../../support/statistical-case.js';

const ordinary = [
  caseWith('typo', [{ op: 'contains', value: 'x' }]),
  caseWith('other', [{ op: 'contains', value: 'y' }]),
];

function plan(cases: readonly Case[] = ordinary, body: Body = 'one\ntwo\nthree\n', body_file = 'prompt.xml'): RunPlan {
  const config = { concurrency: 4, providers: {}, prices: {}, budget: {}, cache: false, promotion: {} };
  const input = { cases, config, models: [], programs: [], manner: allowUnderpowered };
  const { value, problems } = planRun({ prompt: promptWith({ body, body_file }), ...input });
  assert.ok(value, JSON.stringify(problems));
  return JSON.parse(JSON.stringify(value));
}

function changed(change: (one: Case) => Case): readonly Case[] {
  return ordinary.map((one) => (one.name === 'typo' ? change(one) : one));
}

const withModel = (one: Case): Case =>
  one.subject.kind === 'prompt'
    ? { ...one, subject: { ...one.subject, settings: { ...one.subject.settings, model: 'claude-haiku-4-5' } } }
    : one;

const withTools = (one: Case): Case => {
  if (one.subject.kind !== 'prompt') return one;
  const tools = [{ name: 'search', input_schema: { type: 'object' } }];
  return { ...one, subject: { ...one.subject, settings: { ...one.subject.settings, top_p: 0.5, tools } } };
};

const differences: readonly (readonly [string, RunPlan, readonly string[]])[] = [
  ['nothing', plan(), []],
  ['the place of a case in its file', plan(changed((one) => ({ ...one, at: { file: 'eval.yml', line: 9 } }))), []],
  ['a line of the body', plan(ordinary, 'one\ntwo\nthird\n'), ['prompt.xml changed at line 3']],
  ['the end of the body', plan(ordinary, 'one\ntwo'), ['prompt.xml changed at line 3']],
  ['a number', plan(changed((one) => ({ ...one, sample_size: 40 }))), ['case "typo": sample_size was 1 and is 40']],
  ['a model', plan(changed(withModel)), ['case "typo": model was "claude-opus-4-7" and is "claude-haiku-4-5"']],
  [
    'options of the model',
    plan(changed(withTools)),
    ['case "typo": top_p is set, to 0.5', 'case "typo": tools is set, to [{"name":"search","input_schema":{"type"…'],
  ],
  ['a new setting', plan(changed((one) => ({ ...one, expected: 0.9 }))), ['case "typo": expected is set, to 0.9']],
  [
    'a check',
    plan(changed(() => caseWith('typo', [{ op: 'contains', value: 'z' }]))),
    ['case "typo": expectations[0].checks[0].value was "x" and is "z"'],
  ],
  ['a removed case', plan(ordinary.slice(1)), ['case "typo" is no longer there']],
  ['a new case', plan([...ordinary, caseWith('third', [])]), ['case "third" is new']],
  ['the order', plan([...ordinary].reverse()), ['the cases stand in another order']],
];

for (const [what, now, expected] of differences) {
  test(`${what} is listed, and nothing else`, () => {
    assert.deepEqual(planDifference(plan(), now), expected);
  });
}

const png = { path: 'a.png', media_type: 'image/png', sha256: 'a', bytes: 1 } as const;

const messages = (text: string, sha256 = 'a', path = 'a.png'): RunPlan =>
  plan(
    ordinary,
    [
      { role: 'system', content: text },
      { role: 'user', content: [{ text: 'Look' }, { file: { ...png, sha256, path } }] },
    ],
    'messages.yml',
  );

test('changes of messages are listed by message', () => {
  assert.deepEqual(planDifference(messages('a'), messages('a', 'a', 'b.png')), []);
  assert.deepEqual(planDifference(messages('a'), messages('b')), [
    'messages.yml: message 1: content was "a" and is "b"',
  ]);
  assert.deepEqual(planDifference(messages('a'), messages('a', 'b', 'b.png')), [
    'messages.yml: message 2: content[1].file.sha256 was "a" and is "b"',
  ]);
  assert.deepEqual(planDifference(plan(), messages('a')), ['messages.yml replaces a body of one text']);
  assert.deepEqual(planDifference(messages('a'), plan(ordinary, 'a', 'prompt.md')), [
    'prompt.md replaces messages.yml',
  ]);
});

test('a change outside the cases is described by its digest', () => {
  for (const name of ['prompt', 'cases', 'judge', 'models'] as const) {
    const now = plan();
    const told = planDifference(plan(), { ...now, evidence: { ...now.evidence, [name]: 'another' } });
    assert.equal(told.length, 1, name);
  }
});

test('a rubric written since then is not a difference, any other change of a rubric is', () => {
  const grader = scoredFrom(1, 2);
  const judged = (rubric: Readonly<Record<string, string>> | null) => {
    if (grader.grader !== 'expected_behavior') throw new Error('no behaviour');
    const params = { ...grader.params, rubric };
    const bar = criterion('proportion_gte', { min_score: 2, proportion: 0.5 });
    return plan([caseOf(20, { grader: 'expected_behavior', params }, [bar])]);
  };
  assert.deepEqual(planDifference(judged(null), judged({ 1: 'bad', 2: 'good' })), []);
  assert.deepEqual(planDifference(judged({ 1: 'bad', 2: 'good' }), judged({ 1: 'bad', 2: 'fine' })), [
    'case "a": expectations[0].rubric.2 was "good" and is "fine"',
  ]);
  assert.deepEqual(planDifference(judged({ 1: 'bad', 2: 'good' }), judged(null)), [
    'case "a": expectations[0].rubric was {"1":"bad","2":"good"} and is null',
  ]);
});

test('a prompt with many changes is described in twenty sentences and a count', () => {
  const many = (text: string) =>
    plan(Array.from({ length: 30 }, (_, i) => caseWith(`c${i}`, [{ op: 'contains', value: text }])));
  const told = planDifference(many('x'), many('y'));
  assert.deepEqual([told.length, told.at(-1)], [21, 'and 10 more differences']);
});

const onData = (part: Partial<Dataset>) => plan(changed((one) => ({ ...one, dataset: datasetWith(part) })));

test('a changed data file is named once, with the numbers of its items', () => {
  const was = onData({});
  const changedFile = { sha256: '2'.repeat(64) };
  assert.deepEqual(planDifference(was, onData(changedFile)), ['data/tickets.csv changed, but none of its kept items']);
  assert.deepEqual(planDifference(was, onData({ ...changedFile, digest: '3'.repeat(64) })), [
    'data/tickets.csv changed: its items differ',
  ]);
  assert.deepEqual(planDifference(was, onData({ ...changedFile, digest: '3'.repeat(64), kept: 9 })), [
    'data/tickets.csv changed: 10 items were kept and now 9',
  ]);
});

test('another setting of a data set is named like any other setting', () => {
  assert.deepEqual(planDifference(onData({}), onData({ draws: 2 })), ['case "typo": dataset.draws was 1 and is 2']);
});
