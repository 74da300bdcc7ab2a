import assert from 'node:assert/strict';
import test from 'node:test';
import { underpowered } from '#plan/feasibility.js';
import type { Files } from '../../../support/temp-library.js';
import { loadDataset, oneCase, tickets } from './load-dataset.js';

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
  [
    'a file that does not exist',
    `dataset: data/no.csv\n${label}`,
    ['eval.yml:4:14 EVA_NO_FILE:named there is no data/no.csv (looked for data/no.csv and prompts/diff/data/no.csv)'],
  ],
  [
    'a file outside',
    `dataset: ../tickets.csv\n${label}`,
    ['eval.yml:4:14 EVA_OUTSIDE:path "../tickets.csv" goes up with ".." (write a relative path inside the library)'],
  ],
  [
    'a hidden file',
    `dataset: .data/tickets.csv\n${label}`,
    [
      'eval.yml:4:14 EVA_HIDDEN_FILE:path ".data/tickets.csv" has a part that begins with a dot (if the case may read hidden files, add to the case: allow_hidden: true)',
    ],
    { '.data/tickets.csv': tickets },
  ],
  ['a folder', `dataset: data\n${label}`, ['eval.yml:4:14 EVA_NOT_A_FILE:directory data is a directory (name a file)']],
  [
    'a link that leaves the library',
    `dataset: data/link.csv\n${label}`,
    [
      'eval.yml:4:14 EVA_OUTSIDE:link data/link.csv is a symbolic link that leaves the library (put the file into the library in place of the link)',
    ],
    { 'data/link.csv': { link: '/etc/passwd' } },
  ],
  [
    'a name without a format',
    `dataset: data/tickets.txt\n${label}`,
    [
      'eval.yml:4:14 EVA_BAD_VALUE:data_format the name "data/tickets.txt" does not end with a format that eva reads (save it as one of .csv, .tsv, .jsonl, .ndjson, .json, .yml, .yaml, or name the format it has, for example format: csv)',
    ],
    { 'data/tickets.txt': tickets },
  ],
  [
    'a delimiter of a JSON file',
    `dataset: { file: a.json, delimiter: ";" }\n${label}`,
    ['eval.yml:4:30 warning EVA_UNUSED_SETTING "delimiter" has no effect: only a CSV file has delimiters (remove it)'],
    { 'a.json': '[{"ticket":"a","label":"b"}]' },
  ],
  [
    'a delimiter of two characters',
    `dataset: { file: data/tickets.csv, delimiter: "::", inputs: { ticket: body } }\n${label}`,
    [
      'eval.yml:4:51 EVA_BAD_VALUE:form "delimiter" has the wrong form (The character between the values of a CSV file: one character, no quote and no line end. Default: a comma, for .tsv a tab.)',
    ],
  ],
  [
    'no field for a required input',
    `dataset: data/tickets.csv\n${label}`,
    [
      'eval.yml:4:5 EVA_MISSING_INPUT:field no field of the data set is named like the required input "ticket" (write dataset: { inputs: { ticket: FIELD } }; the fields are "body", "label", "language", "customer", "split", "limit")',
    ],
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
    'a renamed input that there is not',
    `dataset: { file: data/tickets.csv, inputs: { tickt: body } }\n${label}`,
    ['eval.yml:4:50 EVA_UNKNOWN_INPUT:prompt the prompt has no input "tickt" (did you mean "ticket"?)'],
  ],
  [
    'fields that no item has',
    `dataset: { file: data/tickets.csv, inputs: { ticket: bodi }, id: no, where: { spilt: test }, unless: { nothing: 1 }, cluster: custmer, slices: [lang] }\nassert: [{ equals: { field: lable } }, { contains_all: [{ field: kw }, b] }]\nrubric: r\nreference: { field: answer }\n`,
    [
      'eval.yml:4:58 EVA_DATA_FIELD:unknown no item has a field "bodi" (the file has "body", "label", "language", "customer", "split", "limit")',
      'eval.yml:4:70 EVA_DATA_FIELD:unknown no item has a field "no" (the file has "body", "label", "language", "customer", "split", "limit")',
      'eval.yml:4:83 EVA_DATA_FIELD:unknown no item has a field "spilt" (did you mean "split"?)',
      'eval.yml:4:108 EVA_DATA_FIELD:unknown no item has a field "nothing" (the file has "body", "label", "language", "customer", "split", "limit")',
      'eval.yml:4:131 EVA_DATA_FIELD:unknown no item has a field "custmer" (did you mean "customer"?)',
      'eval.yml:4:149 EVA_DATA_FIELD:unknown no item has a field "lang" (the file has "body", "label", "language", "customer", "split", "limit")',
      'eval.yml:5:33 EVA_DATA_FIELD:unknown no item has a field "lable" (did you mean "label"?)',
      'eval.yml:5:70 EVA_DATA_FIELD:unknown no item has a field "kw" (the file has "body", "label", "language", "customer", "split", "limit")',
      'eval.yml:7:25 EVA_DATA_FIELD:unknown no item has a field "answer" (the file has "body", "label", "language", "customer", "split", "limit")',
    ],
  ],
  [
    'a field that no item has, in several places',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, slices: [Label] }\nassert: [{ equals: { field: Label } }]\nreference: { field: Label }\nrubric: r\n`,
    [
      'eval.yml:4:75 EVA_DATA_FIELD:unknown no item has a field "Label" (did you mean "label"?)',
      'eval.yml:5:33 EVA_DATA_FIELD:unknown no item has a field "Label" (did you mean "label"?)',
      'eval.yml:6:25 EVA_DATA_FIELD:unknown no item has a field "Label" (did you mean "label"?)',
    ],
  ],
  [
    'an input that the case gives too',
    `inputs: { ticket: x }\n${file}${label}`,
    [
      'eval.yml:4:15 EVA_INPUT_TWICE:field the input "ticket" has a value here, and the field "body" of the data set fills it too (remove it here, or rename the field in the file)',
    ],
  ],
  [
    'a constant beside a field of the same name',
    `inputs: { ticket: x }\ndataset: data/a.csv\n${label}`,
    [
      'eval.yml:4:15 EVA_INPUT_TWICE:field the input "ticket" has a value here, and the field "ticket" of the data set fills it too (remove it here, or rename the field in the file)',
    ],
    { 'data/a.csv': 'ticket,label\na,b\n' },
  ],
  [
    'an item without a value',
    `dataset: data/a.jsonl\n${label}`,
    [
      'data/a.jsonl:2:1 EVA_DATA_VALUE:missing the item has no value for "ticket" (add the value, or leave out such items with where or unless)',
      'data/a.jsonl:3:11 EVA_DATA_VALUE:null "ticket" is null, which is no value (write a value, or leave out such items with unless)',
      'data/a.jsonl:3:24 EVA_DATA_VALUE:null "label" is null, which is no value (write a value, or leave out such items with unless)',
    ],
    { 'data/a.jsonl': '{"ticket":"a","label":"b"}\n{"label":"b"}\n{"ticket":null,"label":null}\n' },
  ],
  [
    'values that checks cannot use',
    `dataset: data/a.jsonl\nassert:\n  - matches: { field: pattern }\n  - max_tokens: { field: limit }\n  - contains_all: { field: words }\n  - contains: { field: text }\n`,
    [
      'data/a.jsonl:1:25 EVA_DATA_VALUE:check the value of "pattern" cannot be used: matches: unterminated group (correct it, or leave out such items with where or unless)',
      'data/a.jsonl:1:37 EVA_DATA_VALUE:check the value of "limit" cannot be used: max_tokens: the value must be a whole number, 1 or more (correct it, or leave out such items with where or unless)',
      'data/a.jsonl:1:51 EVA_DATA_VALUE:check the value of "words" cannot be used: contains_all: the value must be a list of at least one text (correct it, or leave out such items with where or unless)',
      'data/a.jsonl:1:62 EVA_DATA_VALUE:check the value of "text" cannot be used: contains: every response contains an empty text, so this check decides nothing (correct it, or leave out such items with where or unless)',
    ],
    {
      'data/a.jsonl':
        '{"ticket":"a","pattern":"(","limit":"ten","words":"w","text":""}\n{"ticket":"b","pattern":"x+","limit":"10","words":["w"],"text":"t"}\n',
    },
  ],
  [
    'a blank reference',
    `dataset: data/a.csv\nrubric: r\nreference: { field: answer }\n`,
    [
      'data/a.csv:2:3 EVA_DATA_VALUE:blank "answer" is blank, but "reference" needs a text (write a text, or leave out such items with unless)',
    ],
    { 'data/a.csv': 'ticket,answer\na, \nb,x\n' },
  ],
  [
    'a class that is not in the list',
    `${file}then:\n  - class: { expected: { field: label }, of: [billing, refunds] }\n    criteria: { recall_gte: { class: refunds, proportion: 0.5 } }\n`,
    [
      'data/tickets.csv:3:24 EVA_DATA_VALUE:class "refund" in "label" is none of the classes (did you mean "refunds"?)',
      'data/tickets.csv:5:19 EVA_DATA_VALUE:class "fraud" in "label" is none of the classes (correct it, or add it to "of")',
      'data/tickets.csv:6:23 EVA_DATA_VALUE:class "fraud" in "label" is none of the classes (correct it, or add it to "of")',
      'data/tickets.csv:7:19 EVA_DATA_VALUE:class "refund" in "label" is none of the classes (did you mean "refunds"?)',
      'data/tickets.csv:9:12 EVA_DATA_VALUE:class "refund" in "label" is none of the classes (did you mean "refunds"?)',
    ],
  ],
  [
    'a criterion about a class that there is not',
    `${file}then:\n  - class: { expected: { field: label } }\n    criteria: [{ recall_gte: { class: frad, proportion: 0.5 } }, { f1_gte: { class: each, proportion: 1 } }, { proportion_gte: { proportion: 0.5 } }]\n`,
    [
      'eval.yml:7:43 EVA_BAD_VALUE:class_name there is no class "frad" (did you mean "fraud"?)',
      'eval.yml:7:72 EVA_UNPROVABLE no sample can prove a proportion of 1 (set a proportion below 1, or remove criteria: then every trial must pass)',
      'eval.yml:7:116 EVA_BAD_CRITERIA:unfit "proportion_gte" cannot decide classes (write recall_gte, precision_gte or f1_gte with class and proportion)',
    ],
  ],
  [
    'an expected class for all items that is not in the list',
    `${file}then:\n  - class: { expected: refnd, of: [billing, refund] }\n    criteria: { f1_gte: { class: each, proportion: 0.5 } }\n`,
    ['eval.yml:6:28 EVA_BAD_VALUE:class_name there is no class "refnd" (did you mean "refund"?)'],
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
    'a class twice in the list',
    `${file}then:\n  - class: { expected: { field: label }, of: [billing, refund, fraud, Fraud], ignore_case: true }\n    criteria: { recall_gte: { class: fraud, proportion: 0.5 } }\n`,
    ['eval.yml:6:75 EVA_BAD_VALUE:class_twice the class "Fraud" is in the list twice (remove one of them)'],
  ],
  [
    'too many classes',
    `dataset: data/a.csv\nthen:\n  - class: { expected: { field: label } }\n    criteria: { f1_gte: { class: each, proportion: 0.5 } }\n`,
    [
      'eval.yml:6:28 EVA_BAD_VALUE:classes 101 classes are more than 100 (check that the field has classes; to compare free texts, use equals)',
    ],
    { 'data/a.csv': `ticket,label\n${Array.from({ length: 101 }, (_, at) => `t${at},c${at}`).join('\n')}\n` },
  ],
  [
    'a class without a data set',
    'inputs: { ticket: x }\nthen:\n  - class: { expected: billing }\n    criteria: { recall_gte: { class: billing, proportion: 0.5 } }\n',
    [
      'eval.yml:6:9 EVA_MISSING_KEY:class_dataset "class" needs a data set (add dataset: FILE to the case, or compare the response with equals)',
    ],
  ],
  [
    'classes of clusters and draws',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, cluster: customer, draws: 2 }\nthen:\n  - class: { expected: { field: label } }\n    criteria: { recall_gte: { class: fraud, proportion: 0.5 } }\n`,
    [
      'eval.yml:6:9 EVA_CONTRADICTION:class_units "class" cannot be used together with "dataset.cluster" (line 4) (recall and precision count single items with one answer each: remove one of them, or move "class" to another case)',
      'eval.yml:6:9 EVA_CONTRADICTION:class_units "class" cannot be used together with "dataset.draws" (line 4) (recall and precision count single items with one answer each: remove one of them, or move "class" to another case)',
    ],
  ],
  [
    'pooled draws with a sample or a sequential test',
    `sequential: true\ndataset: { file: data/tickets.csv, inputs: { ticket: body }, claim: file, draws: 2 }\n${label}criteria: { proportion_gte: { proportion: 0.5 } }\nsample_size: 3\n`,
    [
      'eval.yml:5:79 EVA_CONTRADICTION:draws_of_file "dataset.draws" cannot be used together with "sequential" (line 4) (a claim about all answers to the items of a file needs every answer: remove one of them)',
      'eval.yml:8:18 EVA_CONTRADICTION:draws_of_file "sample_size" cannot be used together with "dataset.draws" (line 5) (a claim about all answers to the items of a file needs every answer: remove one of them)',
    ],
  ],
  [
    'too many slices, and slices that no item is in',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, slices: [{ field: customer, at_most: 4 }, { field: language, criteria: { proportion_gte: { proportion: 0.5 } }, only: [de, fr] }] }\n${label}`,
    [
      'eval.yml:4:84 EVA_BAD_VALUE:slice_values the field "customer" has 5 values, which makes more than 4 slices (choose a field with fewer values, or raise at_most)',
      'eval.yml:4:189 EVA_BAD_VALUE:slice_only no item has "fr" in "language" (known: "en", "de")',
    ],
  ],
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
    'a criterion of slices that does not fit',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, slices: [{ field: language, criteria: { mean_gte: { threshold: 1 } } }] }\n${label}`,
    [
      'eval.yml:4:106 EVA_BAD_CRITERIA:unfit "mean_gte" cannot decide trials that pass or fail (write proportion_gte: { proportion: 0.95 })',
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
    'a file without items',
    `dataset: data/a.csv\n${label}`,
    [
      'data/a.csv:1:1 EVA_DATA_EMPTY:file the file has no items (add items: lines below the header of a CSV file, one object a line in JSONL, or entries of the list)',
    ],
    { 'data/a.csv': 'ticket,label\n' },
  ],
  [
    'more than 100 items that must all pass',
    `dataset: data/a.csv\n${label}`,
    [
      'eval.yml:4:5 warning EVA_EVERY_ITEM the case passes only if all 101 items are answered right (set a bar, for example criteria: { proportion_gte: { proportion: 0.9 } })',
    ],
    { 'data/a.csv': `ticket,label\n${Array.from({ length: 101 }, (_, at) => `t${at},x`).join('\n')}\n` },
  ],
  [
    'a broken CSV and YAML',
    `dataset: data/a.csv\n${label}`,
    [
      'data/a.csv:2:3 EVA_DATA_SYNTAX:stray_quote a value without quotes around it holds a quote (put the value in quotes and double the quotes inside: "say ""hi""")',
      'data/a.csv:3:1 EVA_DATA_SYNTAX:open_quote this quote is never closed (close it with ")',
    ],
    { 'data/a.csv': 'ticket,label\na "b",c\n"d' },
  ],
  [
    'a YAML file that is no list',
    `dataset: data/a.yml\n${label}`,
    [
      'data/a.yml:1:1 EVA_DATA_SYNTAX:not_list the file is not a list of items (write a list such as [{"field": "value"}], or set format: jsonl if each line is an item)',
    ],
    { 'data/a.yml': 'ticket: a\n' },
  ],
  [
    'a broken YAML file',
    `dataset: data/a.yml\n${label}`,
    [
      'data/a.yml:1:11 EVA_YAML_SYNTAX:open_quote the quote that begins here is not closed (write " where the text ends)',
    ],
    { 'data/a.yml': '- ticket: "a\n' },
  ],
  [
    'an id twice',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, id: customer }\n${label}`,
    [
      'data/tickets.csv:3:34 EVA_DATA_ID:twice the id "a" is already used at line 2 (give every item an id of its own, or remove id: from the data set)',
      'data/tickets.csv:6:32 EVA_DATA_ID:twice the id "c" is already used at line 5 (give every item an id of its own, or remove id: from the data set)',
      'data/tickets.csv:9:22 EVA_DATA_ID:twice the id "e" is already used at line 8 (give every item an id of its own, or remove id: from the data set)',
    ],
  ],
  [
    'misspelt keys',
    `dataset: { fil: data/tickets.csv }\n${label}`,
    ['eval.yml:4:16 EVA_UNKNOWN_KEY unknown key "fil" (did you mean "file"?)'],
  ],
  [
    'a list where a file belongs',
    `dataset: [data/tickets.csv]\n${label}`,
    [
      'eval.yml:4:14 EVA_WRONG_TYPE "dataset" is a list where text or a mapping belongs (write a mapping, or one text: a path or a name)',
    ],
  ],
  [
    'references without a data set',
    `inputs: { ticket: x }\nrubric: r\nreference: { field: answer }\n${label}`,
    [
      'eval.yml:6:16 EVA_UNKNOWN_REFERENCE the field "answer" is unknown: the case has no data set (add dataset: with the path of a file, or write the value itself)',
      'eval.yml:7:24 EVA_UNKNOWN_REFERENCE the field "label" is unknown: the case has no data set (add dataset: with the path of a file, or write the value itself)',
    ],
  ],
];

for (const [what, lines, problems, files] of mistakes) {
  test(`${what}: reported at its place`, (t) => {
    assert.deepEqual(loadDataset(t, oneCase(lines), files).problems, problems);
  });
}

test('twenty problems of a code are listed of a data file, and the others counted, beside those of eval.yml', (t) => {
  const items = Array.from({ length: 60 }, (_, at) => `t${at},`).join('\n');
  const { problems } = loadDataset(t, oneCase(`dataset: data/a.csv\nmodle: x\n${label}`), {
    'data/a.csv': `ticket,label\n${items}\n`,
  });
  assert.equal(problems.length, 22);
  assert.match(problems[0] ?? '', /^eval.yml:5:5 EVA_UNKNOWN_KEY/);
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
