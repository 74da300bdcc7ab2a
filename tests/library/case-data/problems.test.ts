import assert from 'node:assert/strict';
import test from 'node:test';
import { underpowered } from '#run/plan/feasibility.js';
import type { Files } from '../../support/temp-library.js';
import { loadDataset, oneCase } from './load-dataset.js';

const file = 'dataset: { file: data/tickets.csv, inputs: { ticket: body } }\n';

const label = 'assert: [{ equals: { field: label } }]\n';

const type = 'EVA_WRONG_TYPE item';

const quote = 'where text belongs (put it in quotes)';

const notTexts: readonly (readonly string[])[] = [
  ['[1, 2]', `51 ${type} 1 of "of" is a number ${quote}`, `54 ${type} 2 of "of" is a number ${quote}`],
  ['[true, fraud]', `51 ${type} 1 of "of" is true or false ${quote}`],
  ['[yes, no, null]', `60 ${type} 3 of "of" is nothing where text belongs (give it a value, or remove it)`],
];

const mistakes: readonly (readonly [what: string, lines: string, problems: readonly string[], files?: Files])[] = [
  ['a folder', `dataset: data\n${label}`, ['eval.yml:4:14 EVA_NOT_A_FILE:directory data is a directory (name a file)']],
  [
    'a delimiter of a JSON file',
    `dataset: { file: a.json, delimiter: ";" }\n${label}`,
    ['eval.yml:4:30 warning EVA_UNUSED_SETTING "delimiter" has no effect: only a CSV file has delimiters (remove it)'],
    { 'a.json': '[{"ticket":"a","label":"b"}]' },
  ],
  [
    'a file without a header',
    `dataset: { file: data/bare.csv, id: id }\n${label}`,
    [
      'data/bare.csv:1:1 EVA_DATA_FIELD:header the first line has none of the columns that the case names: "id", "label", "ticket" (the first line must be the header: add one, or remove what is above it; or use its names in the case: "T1", "billing", "you charged me twice")',
    ],
    { 'data/bare.csv': 'T1,billing,you charged me twice\nT2,refund,money back\n' },
  ],
  [
    'a title above the header',
    `dataset: { file: data/titled.csv, id: id }\n${label}`,
    [
      'data/titled.csv:1:1 EVA_DATA_FIELD:header the first line has none of the columns that the case names: "id", "label", "ticket" (the first line must be the header: add one, or remove what is above it; or use its names in the case: "Export")',
    ],
    { 'data/titled.csv': 'Export,,\nid,label,ticket\nT1,billing,you charged me twice\n' },
  ],
  [
    'a message without text',
    `dataset: { file: a.csv, id: id }\n${label}`,
    [
      'a.csv:2:3 warning EVA_DATA_VALUE:blank_message a message of this item is blank: "ticket" has no text (write a text, or leave out such items with unless: { ticket: "" }: some servers refuse a blank message)',
      'a.csv:4:3 warning EVA_DATA_VALUE:blank_message a message of this item is blank: "ticket" has no text (write a text, or leave out such items with unless: { ticket: "" }: some servers refuse a blank message)',
    ],
    { 'a.csv': 'id,ticket,label\na,,x\nb,hello,y\nc,"  ",z\n', 'prompts/diff/prompt.xml': '{{ticket}}\n' },
  ],
  ...notTexts.map(
    ([classes, ...wrong]) =>
      [
        `classes that are no texts: ${classes}`,
        `${file}then:\n  - class: { expected: { field: label }, of: ${classes} }\n    criteria: { f1_gte: { class: each, proportion: 0.5 } }\n`,
        wrong.map((problem) => `eval.yml:6:${problem}`),
      ] as const,
  ),
  [
    'a field of slices twice',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, slices: [language, { field: language }] }\n${label}`,
    ['eval.yml:4:94 EVA_BAD_VALUE:slice_twice the field "language" is in "slices" twice (remove one of them)'],
  ],
  [
    'settings of slices that are only reported',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, slices: [{ field: language, must: pass, only: [de] }] }\n${label}`,
    [
      'eval.yml:4:94 warning EVA_UNUSED_SETTING "must" has no effect: slices without criteria are only reported (remove it, or add criteria:)',
      'eval.yml:4:106 warning EVA_UNUSED_SETTING "only" has no effect: slices without criteria are only reported (remove it, or add criteria:)',
    ],
  ],
  [
    'a reference without a rubric',
    `${file}${label}reference: { field: label }\n`,
    [
      'eval.yml:6:5 warning EVA_UNUSED_SETTING "reference" has no effect: only the judge of a rubric sees it, and this case has no rubric (remove it, or add rubric:)',
    ],
  ],
  [
    'clusters in a claim about a file',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, claim: file, cluster: customer }\n${label}`,
    [
      'eval.yml:4:79 warning EVA_UNUSED_SETTING "cluster" has no effect: a claim about the items of a file weighs them equally (remove it)',
    ],
  ],
  [
    'a value of where that no item has, and one that leaves none',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, where: { language: [de, es] } }\n${label}`,
    [
      'eval.yml:4:75 warning EVA_DATA_VALUE:nowhere no item has "es" in "language" (correct the value, or remove it from where)',
    ],
  ],
  [
    'conditions that leave no item',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, where: { language: es, split: test } }\n${label}`,
    [
      'eval.yml:4:66 EVA_DATA_EMPTY:filtered the conditions leave none of 8 items (change a condition: language = es drops 8; split = test drops 2)',
      'eval.yml:4:75 warning EVA_DATA_VALUE:nowhere no item has "es" in "language" (correct the value, or remove it from where)',
    ],
  ],
  [
    'more than 100 items that must all pass',
    `dataset: data/a.csv\n${label}`,
    [
      'eval.yml:4:5 warning EVA_EVERY_ITEM the case passes only if all 101 items are answered right (set a bar, for example criteria: { proportion_gte: { proportion: 0.9 } })',
    ],
    { 'data/a.csv': `ticket,label\n${Array.from({ length: 101 }, (_, at) => `t${at},x`).join('\n')}\n` },
  ],
];

for (const [what, lines, problems, files] of mistakes) {
  test(`${what}: reported at its place`, (t) => {
    assert.deepEqual(loadDataset(t, oneCase(lines), files).problems, problems);
  });
}

test('twenty problems of a code are listed of a data file, and the others counted, beside those of eval.yml', (t) => {
  const items = Array.from({ length: 60 }, (_, at) => `t${at},`).join('\n');
  const { problems } = loadDataset(t, `${oneCase(`dataset: data/a.csv\n${label}`)}\nmodle: x\n`, {
    'data/a.csv': `ticket,label\n${items}\n`,
  });
  assert.equal(problems.length, 22);
  assert.match(problems[0] ?? '', /^eval.yml:\d+:1 EVA_UNKNOWN_KEY/);
  assert.match(problems[1] ?? '', /^data\/a.csv:2:\d+ EVA_DATA_VALUE:check/);
  assert.equal(problems.at(-1), 'data/a.csv EVA_MORE_PROBLEMS and 40 more problems (fix these first)');
});

test('cases on one data set share the index of its items, and its problems are reported once', (t) => {
  const { datasets, problems } = loadDataset(
    t,
    `defaults: { model: claude-opus-4-7 }
cases:
  - { name: a, dataset: &tickets { file: data/tickets.csv, inputs: { ticket: body }, where: { language: [en, es] } }, rubric: r }
  - { name: b, dataset: *tickets, rubric: s }
`,
  );
  assert.deepEqual(problems, [
    'eval.yml:3:95 warning EVA_DATA_VALUE:nowhere no item has "es" in "language" (correct the value, or remove it from where)',
  ]);
  assert.ok(datasets.get('a'));
  assert.equal(datasets.get('a'), datasets.get('b'));
});

test('a case whose items cannot be used has no problems that follow from that', (t) => {
  const { cases, problems } = loadDataset(
    t,
    oneCase(`dataset: { file: data/tickets.csv, inputs: { ticket: body }, where: { splt: test } }
${label}criteria: { proportion_gte: { proportion: 0.9 } }
then:
  - class: { expected: { field: label } }
    criteria: { recall_gte: { class: fraud, proportion: 0.5 } }
`),
  );
  assert.equal(problems.length, 1);
  assert.match(problems[0] ?? '', /EVA_DATA_FIELD:unknown/);
  assert.deepEqual(underpowered(cases, { isAllowed: false }), []);
});
