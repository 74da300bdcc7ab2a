import { bad } from '../fixture.js';
import { datasetLibrary, onFile, onTickets, ticketsWith } from './library.js';

const checked = (check: string, ...lines: readonly string[]) =>
  datasetLibrary(['dataset: data/t.jsonl', `assert: [{ ${check} }]`], { 'data/t.jsonl': `${lines.join('\n')}\n` });
const csvChecked = (check: string, csv: string) =>
  datasetLibrary(['dataset: data/tickets.csv', `assert: [{ ${check} }]`], { 'data/tickets.csv': csv });

/** Mistakes in labels and other expected values. */
export const expectedValues = [
  bad('a text to contain that is empty', csvChecked('contains: { field: label }', ticketsWith('fraud', ''))),
  bad('a number with a comma in quotes', csvChecked('max_tokens: { field: limit }', ticketsWith(',40', ',"1,000"'))),
  bad('a list with a mapping', checked('contains_all: { field: words }', '{"ticket": "a", "words": ["x", {"no": 7}]}')),
  bad('a list of a CSV file', csvChecked('contains_any: { field: label }', ticketsWith('', ''))),
  bad('a pattern that is broken', csvChecked('matches: { field: label }', ticketsWith('fraud', 'fr(aud'))),
  bad('a pattern that is empty', csvChecked('matches: { field: label }', ticketsWith('fraud', ''))),
  bad(
    'labels of three kinds of mistakes',
    checked(
      'max_chars: { field: label }',
      '{"ticket": "a", "label": "x"}',
      '{"ticket": "b"}',
      '{"ticket": "c", "label": -1}',
      '{"ticket": "d", "label": null}',
    ),
  ),
  bad(
    'more than fifty mistakes of three codes',
    onFile(
      'data/t.csv',
      `no,ticket,label\n${Array.from({ length: 30 }, (_, index) => `${index},t,x\n1,"a"b,x\n,t${index},y\n`).join('')}`,
      'id: no',
    ),
  ),
];

/** Mistakes in references to fields. */
export const fieldReferences = [
  bad(
    'a reference of a judge without a data set',
    datasetLibrary(['inputs: { ticket: a }', 'rubric: Is it right?', 'reference: { field: label }']),
  ),
  bad(
    'a reference of a judge that is blank in an item',
    datasetLibrary(['dataset: data/tickets.csv', 'rubric: Is it right?', 'reference: { field: label }'], {
      'data/tickets.csv': ticketsWith('fraud', ' '),
    }),
  ),
  bad(
    'a reference in the arguments of a command',
    onTickets('', 'assert: [{ command: [node, check.mjs, { field: label }] }]'),
  ),
  bad('a reference in json_schema', onTickets('', 'assert: [{ json_schema: { field: label } }]')),
  bad('a reference with two keys', onTickets('', 'assert: [{ equals: { field: label, ignore_case: true } }]')),
  bad('a reference in sample_size', onTickets('', 'sample_size: { field: limit }')),
];

const classes = (keys: string, criteria = 'recall_gte: { class: fraud, proportion: 0.5 }') => [
  'then:',
  `  - class: { ${keys} }`,
  `    criteria: { ${criteria} }`,
];

const many = `ticket,label\n${Array.from({ length: 101 }, (_, index) => `t${index},class ${index}\n`).join('')}`;
const ofLabel = 'expected: { field: label }';

/** Mistakes in classes. */
export const itemClasses = [
  bad(
    'a criterion of an unknown class',
    onTickets('', ...classes(ofLabel, 'recall_gte: { class: farud, proportion: 0.5 }')),
  ),
  bad(
    'classes that differ in case alone',
    onTickets('', ...classes(`${ofLabel}, of: [billing, refund, fraud, Fraud], ignore_case: true`)),
  ),
  bad('101 classes', {
    ...onTickets('', ...classes(ofLabel, 'f1_gte: { class: each, proportion: 0.5 }')),
    'data/tickets.csv': many,
  }),
  bad('classes with clusters', onTickets('cluster: customer', ...classes(ofLabel))),
  bad(
    'classes without a data set',
    datasetLibrary([
      'inputs: { ticket: a }',
      ...classes('expected: billing', 'recall_gte: { class: billing, proportion: 0.5 }'),
    ]),
  ),
  bad('classes with a criterion of checks', onTickets('', ...classes(ofLabel, 'proportion_gte: { proportion: 0.5 }'))),
];
