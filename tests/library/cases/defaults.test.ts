import assert from 'node:assert/strict';
import test from 'node:test';
import { rubricsOf } from '#model/grader.js';
import { loadDataset } from '../case-data/load-dataset.js';

/** Returns an eval.yml with these defaults and cases, each on one line. */
const evalFile = (defaults: string, ...cases: readonly string[]) =>
  `defaults: { model: claude-opus-4-7, ${defaults} }\ncases:\n${cases.map((one) => `  - { inputs: { ticket: t, tone: kind }, ${one} }\n`).join('')}`;

const shared = 'assert: [{ contains: a }, { contains: { input: tone } }], rubric: fine';

test('checks of defaults come before those of a case, and its own rubric replaces that of defaults', (t) => {
  const { cases, problems } = loadDataset(
    t,
    evalFile(
      shared,
      'name: both',
      'name: own, assert: [{ equals: b }], rubric: mine',
      'name: none, inherit: false, assert: [{ equals: b }]',
      'name: checks, inherit: [assert]',
      'name: judged, inherit: [rubric]',
    ),
  );
  assert.deepEqual(problems, []);
  const parts = cases.map(({ name, expectations }) => {
    const [first] = expectations;
    assert.ok(first?.grader.grader === 'trial_passes');
    const { checks } = first.grader.params;
    return [
      name,
      checks.map(({ value }) => value),
      rubricsOf(first.grader.params).map(({ text }) => text),
      first.about,
    ];
  });
  assert.deepEqual(parts, [
    ['both', ['a', 'kind'], ['fine'], 'every check and the rubric'],
    ['own', ['a', 'kind', 'b'], ['mine'], 'every check and the rubric'],
    ['none', ['b'], [], 'the check'],
    ['checks', ['a', 'kind'], [], 'every check'],
    ['judged', [], ['fine'], 'the rubric'],
  ]);
});

test('then and scenarios inherit nothing', (t) => {
  const { cases, problems } = loadDataset(
    t,
    `${evalFile('assert: [{ contains: a }]', 'name: one, inherit: false, then: [{ assert: [{ equals: b }], criteria: { proportion_gte: { proportion: 0.5 } } }], sample_size: 20')}scenarios:
  - { title: talk, inputs: { ticket: t }, given: g, when: w, then: [{ assert: [{ equals: c }], criteria: { proportion_gte: { proportion: 0.5 } } }], sample_size: 20 }
`,
  );
  assert.deepEqual(problems, []);
  const values = cases.map(({ expectations }) =>
    expectations.map(({ grader }) =>
      grader.grader === 'trial_passes' ? grader.params.checks.map(({ value }) => value) : [],
    ),
  );
  assert.deepEqual(values, [[['b']], [['c']]]);
});

test('a case that inherits nothing and expects nothing is a mistake, and a problem of an inherited check is reported once', (t) => {
  const { problems } = loadDataset(
    t,
    evalFile('assert: [{ contains: { input: other } }]', 'name: a', 'name: b', 'name: c, inherit: false'),
  );
  assert.deepEqual(
    problems.map((line) => line.split(' ').slice(0, 2).join(' ')),
    ['eval.yml:1:67 EVA_UNKNOWN_REFERENCE:input', 'eval.yml:5:48 EVA_NOTHING_EXPECTED'],
  );
});

test('inherit without anything to inherit has no effect', (t) => {
  const { problems } = loadDataset(t, evalFile('seed: 1', 'name: a, assert: [{ contains: a }], inherit: false'));
  assert.deepEqual(problems, [
    'eval.yml:3:78 warning EVA_UNUSED_SETTING "inherit" has no effect: "defaults" has neither assert nor rubric (remove it)',
  ]);
});

test('each rubric of a list has its own judge, and its text has the inputs of the case', (t) => {
  const { cases, problems } = loadDataset(
    t,
    evalFile(
      'judge: { pass_threshold: 3 }',
      'name: a, reference: r, rubric: ["plain {{other}}", { text: "Is it {{tone}}?", about: tone, judge: { pass_threshold: 5, votes: 3 } }]',
    ),
  );
  assert.deepEqual(problems, []);
  const grader = cases[0]?.expectations[0]?.grader;
  assert.ok(grader?.grader === 'trial_passes');
  assert.deepEqual(
    rubricsOf(grader.params).map(({ text, about, reference, judge }) => [
      text,
      about,
      reference,
      judge.pass_threshold,
      judge.votes,
    ]),
    [
      ['plain {{other}}', undefined, 'r', 3, 1],
      ['Is it kind?', 'tone', 'r', 5, 3],
    ],
  );
});

test('a rubric with values is refused in a case on a data set', (t) => {
  const { problems } = loadDataset(
    t,
    'defaults: { model: claude-opus-4-7 }\ncases:\n  - name: a\n    dataset: { file: data/tickets.csv, inputs: { ticket: body } }\n    rubric: [fine, { text: "About {{ticket}}?" }]\n    criteria: { proportion_gte: { proportion: 0.5 } }\n',
  );
  assert.deepEqual(problems, [
    'eval.yml:5:28 EVA_BAD_VALUE:rubric_of_items the rubric has {{ticket}}, but it must be the same for all items of a data set (take the value out of the rubric, and show it to the judge with reference: { field: NAME })',
  ]);
});
