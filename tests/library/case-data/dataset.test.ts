import assert from 'node:assert/strict';
import test from 'node:test';
import { itemCase } from '#library/items/sample.js';
import { rubricsOf } from '#model/grader.js';
import { loadDataset, oneCase, tickets } from './load-dataset.js';

const checks = 'assert: [{ equals: { field: label } }]\ncriteria: { proportion_gte: { proportion: 0.5 } }\n';

test('a case on a data set has one trial for each item, and the data set without its items', (t) => {
  const { cases, datasets, problems } = loadDataset(
    t,
    oneCase(`dataset: { file: data/tickets.csv, inputs: { ticket: body } }\n${checks}`),
  );
  assert.deepEqual(problems, []);
  const [one] = cases;
  assert.equal(one?.sample_size, 8);
  const { sha256, digest, mean_bytes, ...dataset } = one?.dataset ?? ({} as never);
  assert.deepEqual(dataset, {
    file: 'data/tickets.csv',
    items: 8,
    kept: 8,
    asked: 8,
    kept_units: 8,
    units: 8,
    draws: 1,
    claim: 'population',
    seed: 0,
    inputs: { ticket: 'body' },
    slices: [],
    filter: '',
  });
  assert.equal(sha256.length + digest.length, 128);
  assert.equal(datasets.get('tickets')?.kept, 8);
});

test('a field fills the input of its name, also in the short form', (t) => {
  const { cases, problems } = loadDataset(t, oneCase(`dataset: data/tickets.csv\n${checks}`), {
    'data/tickets.csv': tickets.replace('body', 'ticket'),
  });
  assert.deepEqual(problems, []);
  assert.deepEqual(cases[0]?.dataset?.inputs, { ticket: 'ticket' });
});

test('the values of an item replace inputs and references, and other inputs are the same for all items', (t) => {
  const { cases, datasets, problems } = loadDataset(
    t,
    oneCase(`inputs: { tone: short }
dataset: { file: data/tickets.csv, inputs: { ticket: body }, where: { language: de } }
rubric: Is it right?
reference: { field: label }
${checks}`),
  );
  assert.deepEqual(problems, []);
  const [one] = cases;
  const index = datasets.get('tickets');
  assert.ok(one && index);
  const at = index.ids().findIndex((_id: string, position: number) => index.read(position)['label'] === 'fraud');
  const drawn = itemCase(one, index.read(at), index.ids()[at] ?? '');
  assert.deepEqual(drawn.subject.kind === 'prompt' && drawn.subject.inputs, {
    ticket: 'das war ich nicht',
    tone: 'short',
  });
  const grader = drawn.expectations[0]?.grader;
  assert.ok(grader?.grader === 'trial_passes');
  assert.equal(grader.params.checks[0]?.value, 'fraud');
  assert.equal(rubricsOf(grader.params)[0]?.reference, 'fraud');
});

test('sample_size counts only on the case, seed and draws count, and where and unless choose items', (t) => {
  const { cases, problems } = loadDataset(
    t,
    `defaults: { model: claude-opus-4-7, sample_size: 2, seed: 7 }
cases:
  - name: all
    dataset: &tickets { file: data/tickets.csv, inputs: { ticket: body }, where: { split: [test] }, unless: { language: de, customer: "" }, draws: 3 }
    assert: [{ equals: { field: label } }]
  - name: some
    sample_size: 3
    seed: 1
    dataset: *tickets
    assert: [{ equals: { field: label } }]
`,
  );
  assert.deepEqual(problems, []);
  const facts = cases.map(({ sample_size, dataset }) => [sample_size, dataset?.kept, dataset?.asked, dataset?.seed]);
  assert.deepEqual(facts, [
    [12, 4, 4, 7],
    [9, 4, 3, 1],
  ]);
  assert.equal(cases[0]?.dataset?.filter, 'split = test, language is not de, customer is not empty');
});

test('clusters are units', (t) => {
  const { cases, problems } = loadDataset(
    t,
    oneCase(`sample_size: 2
dataset: { file: data/tickets.csv, inputs: { ticket: body }, cluster: customer }
${checks}`),
  );
  assert.deepEqual(problems, []);
  const [one] = cases;
  assert.deepEqual(one?.dataset?.cluster, { field: 'customer' });
  assert.deepEqual([one?.dataset?.kept_units, one?.dataset?.units], [5, 2]);
});

test('in a claim about a file clusters change nothing', (t) => {
  const keys = 'file: data/tickets.csv, inputs: { ticket: body }, claim: file';
  const load = (more: string) => loadDataset(t, oneCase(`dataset: { ${keys}${more} }\n${checks}`));
  const [all, clustered] = [load(''), load(', cluster: customer')];
  assert.deepEqual(clustered.problems, [
    'eval.yml:4:79 warning EVA_UNUSED_SETTING "cluster" has no effect: a claim about the items of a file weighs them equally (remove it)',
  ]);
  const factsOf = ({ cases, datasets }: typeof all) => [cases[0]?.dataset?.units, datasets.get('tickets')?.ids()];
  assert.deepEqual(factsOf(clustered), factsOf(all));
});

test('slices are reported, or decided by a criterion for the values that matter', (t) => {
  const { cases, problems } = loadDataset(
    t,
    oneCase(`significance_level: 0.1
dataset:
  file: data/tickets.csv
  inputs: { ticket: body }
  slices:
    - split
    - { field: language, criteria: { proportion_gte: { proportion: 0.85 } }, must: not_fail, only: [de] }
${checks}`),
  );
  assert.deepEqual(problems, []);
  const slices = cases[0]?.dataset?.slices.map(({ field, values, gate }) => ({
    field,
    values: values.map(({ value, kept, reported }) => [value, kept, reported]),
    gate: gate && [gate.must, gate.criterion.criterion, gate.criterion.params, gate.criterion.significance_level],
  }));
  assert.deepEqual(slices, [
    {
      field: 'split',
      values: [
        ['test', 6, undefined],
        ['dev', 2, undefined],
      ],
      gate: undefined,
    },
    {
      field: 'language',
      values: [
        ['en', 5, true],
        ['de', 3, undefined],
      ],
      gate: ['not_fail', 'proportion_gte', { proportion: 0.85 }, 0.1],
    },
  ]);
});

test('classes are those of the file unless the case lists them, with the number of items that expect each', (t) => {
  const { cases, problems } = loadDataset(
    t,
    oneCase(`sample_size: 8
dataset: { file: data/tickets.csv, inputs: { ticket: body } }
then:
  - class: { expected: { field: label } }
    criteria: { f1_gte: { class: each, proportion: 0.5 } }
  - class: { expected: { field: label }, at: /category, of: [Fraud, Refund, other, Billing], ignore_case: true }
    criteria: [{ recall_gte: { class: Fraud, proportion: 0.5 } }, { f1_gte: { class: each, proportion: 0.4 } }]
`),
  );
  assert.deepEqual(problems, []);
  const specs = cases[0]?.expectations.map(({ grader }) => grader.grader === 'class' && grader.params);
  assert.deepEqual(specs, [
    {
      expected: { field: 'label' },
      of: ['billing', 'refund', 'fraud'],
      ignore_case: false,
      kept: [3, 3, 2],
      asked: [3, 3, 2],
    },
    {
      expected: { field: 'label' },
      at: '/category',
      of: ['Fraud', 'Refund', 'other', 'Billing'],
      ignore_case: true,
      kept: [2, 3, 0, 3],
      asked: [2, 3, 0, 3],
    },
  ]);
});

test('files are CSV, TSV, JSONL, JSON or YAML by their names or by format', (t) => {
  const item = '{"ticket": "a", "label": "x"}';
  const forms = [
    ['data/a.csv', '', 'ticket,label\na,x\n'],
    ['data/a.txt', ', format: csv, delimiter: ";"', 'ticket;label\na;x\n'],
    ['data/a.tsv', '', 'ticket\tlabel\na\tx\n'],
    ['data/a.jsonl', '', `${item}\n`],
    ['data/a.ndjson', '', `${item}\n`],
    ['data/a.json', '', `[${item}]\n`],
    ['data/a.yml', '', '- ticket: a\n  label: x\n'],
    ['data/a.yaml', '', '- { ticket: a, label: x }\n'],
  ] as const;
  const digests = forms.map(([file, keys, text]) => {
    const { cases, problems } = loadDataset(
      t,
      oneCase(`dataset: { file: ${file}${keys} }\nassert: [{ equals: { field: label } }]\n`),
      {
        [file]: text,
      },
    );
    assert.deepEqual(problems, []);
    return cases[0]?.dataset?.digest;
  });
  assert.equal(new Set(digests).size, 1);
  assert.ok(digests[0]);
});

test('a file of the prompt is found after one of the library', (t) => {
  const { cases, problems } = loadDataset(t, oneCase(`dataset: own.csv\nassert: [{ equals: { field: label } }]\n`), {
    'prompts/diff/own.csv': 'ticket,label\na,x\n',
  });
  assert.deepEqual(problems, []);
  assert.equal(cases[0]?.dataset?.file, 'prompts/diff/own.csv');
});

test('a scenario keeps its texts, which the items fill', (t) => {
  const { cases, datasets, problems } = loadDataset(
    t,
    `defaults: { model: claude-opus-4-7 }
scenarios:
  - title: tickets
    given: The user writes {{ticket}} in {{language}}.
    when: The user wants help.
    dataset: { file: data/tickets.csv, inputs: { ticket: body } }
    then:
      - expected_behavior: It helps.
        reference: { field: label }
        criteria: { median_gte: { threshold: 5 } }
`,
  );
  assert.deepEqual(problems, []);
  const [one] = cases;
  const index = datasets.get('tickets');
  assert.ok(one?.subject.kind === 'conversation' && index);
  assert.equal(one.subject.given, 'The user writes {{ticket}} in {{language}}.');
  assert.equal(one.sample_size, 8);
  const values = index.read(0);
  const drawn = itemCase(one, values, 'x').subject;
  assert.equal(
    drawn.kind === 'conversation' && drawn.given,
    `The user writes ${values['body']} in ${values['language']}.`,
  );
});

test('a sample_size above the number of items asks all of them, and a text may be the class of all', (t) => {
  const { cases, problems } = loadDataset(
    t,
    oneCase(`sample_size: 100
dataset: { file: data/tickets.csv, inputs: { ticket: body } }
then:
  - class: { expected: billing, of: [billing, refund] }
    criteria: { recall_gte: { class: billing, proportion: 0.5 } }
`),
  );
  assert.deepEqual(problems, []);
  const grader = cases[0]?.expectations[0]?.grader;
  assert.equal(cases[0]?.sample_size, 8);
  assert.deepEqual(grader?.grader === 'class' && [grader.params.expected, grader.params.kept], ['billing', [8, 0]]);
});
