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
    ['eval.yml:4:14 EVA_NO_FILE:named {"path":"data/no.csv","looked":["data/no.csv","prompts/diff/data/no.csv"]}'],
  ],
  [
    'a file outside',
    `dataset: ../tickets.csv\n${label}`,
    ['eval.yml:4:14 EVA_OUTSIDE:path {"path":"../tickets.csv","why":"up"}'],
  ],
  [
    'a hidden file',
    `dataset: .data/tickets.csv\n${label}`,
    ['eval.yml:4:14 EVA_HIDDEN_FILE:path {"path":".data/tickets.csv"}'],
    { '.data/tickets.csv': tickets },
  ],
  ['a folder', `dataset: data\n${label}`, ['eval.yml:4:14 EVA_NOT_A_FILE:directory {"path":"data"}']],
  [
    'a link that leaves the library',
    `dataset: data/link.csv\n${label}`,
    ['eval.yml:4:14 EVA_OUTSIDE:link {"path":"data/link.csv"}'],
    { 'data/link.csv': { link: '/etc/passwd' } },
  ],
  [
    'a name without a format',
    `dataset: data/tickets.txt\n${label}`,
    [
      'eval.yml:4:14 EVA_BAD_VALUE:data_format {"file":"data/tickets.txt","known":[".csv",".tsv",".jsonl",".ndjson",".json",".yml",".yaml"]}',
    ],
    { 'data/tickets.txt': tickets },
  ],
  [
    'a delimiter of a JSON file',
    `dataset: { file: a.json, delimiter: ";" }\n${label}`,
    ['eval.yml:4:30 warning EVA_UNUSED_SETTING {"key":"delimiter","reason":"no_csv"}'],
    { 'a.json': '[{"ticket":"a","label":"b"}]' },
  ],
  [
    'a delimiter of two characters',
    `dataset: { file: data/tickets.csv, delimiter: "::", inputs: { ticket: body } }\n${label}`,
    [
      'eval.yml:4:51 EVA_BAD_VALUE "delimiter" has the wrong form (The character between the values of a CSV file: one character, no quote and no line end. Default: a comma, for .tsv a tab.)',
    ],
  ],
  [
    'no field for a required input',
    `dataset: data/tickets.csv\n${label}`,
    [
      'eval.yml:4:5 EVA_MISSING_INPUT:field {"names":["ticket"],"meant":null,"fields":["body","label","language","customer","split","limit"]}',
    ],
  ],
  [
    'a file without a header',
    `dataset: { file: data/bare.csv, id: id }\n${label}`,
    [
      'data/bare.csv:1:1 EVA_DATA_FIELD:header {"wanted":["id","label","ticket"],"names":["T1","billing","you charged me twice"]}',
    ],
    { 'data/bare.csv': 'T1,billing,you charged me twice\nT2,refund,money back\n' },
  ],
  [
    'a title above the header',
    `dataset: { file: data/titled.csv, id: id }\n${label}`,
    ['data/titled.csv:1:1 EVA_DATA_FIELD:header {"wanted":["id","label","ticket"],"names":["Export"]}'],
    { 'data/titled.csv': 'Export,,\nid,label,ticket\nT1,billing,you charged me twice\n' },
  ],
  [
    'a renamed input that there is not',
    `dataset: { file: data/tickets.csv, inputs: { tickt: body } }\n${label}`,
    ['eval.yml:4:50 EVA_UNKNOWN_INPUT:prompt {"name":"tickt","odd":"","meant":"ticket","known":"ticket, tone"}'],
  ],
  [
    'fields that no item has',
    `dataset: { file: data/tickets.csv, inputs: { ticket: bodi }, id: no, where: { spilt: test }, unless: { nothing: 1 }, cluster: custmer, slices: [lang] }\nassert: [{ equals: { field: lable } }, { contains_all: [{ field: kw }, b] }]\nrubric: r\nreference: { field: answer }\n`,
    [
      'eval.yml:4:58 EVA_DATA_FIELD:unknown {"field":"bodi","isPadded":false,"known":["body","label","language","customer","split","limit"]}',
      'eval.yml:4:70 EVA_DATA_FIELD:unknown {"field":"no","isPadded":false,"known":["body","label","language","customer","split","limit"]}',
      'eval.yml:4:83 EVA_DATA_FIELD:unknown {"field":"spilt","meant":"split","isPadded":false,"known":["body","label","language","customer","split","limit"]}',
      'eval.yml:4:108 EVA_DATA_FIELD:unknown {"field":"nothing","isPadded":false,"known":["body","label","language","customer","split","limit"]}',
      'eval.yml:4:131 EVA_DATA_FIELD:unknown {"field":"custmer","meant":"customer","isPadded":false,"known":["body","label","language","customer","split","limit"]}',
      'eval.yml:4:149 EVA_DATA_FIELD:unknown {"field":"lang","isPadded":false,"known":["body","label","language","customer","split","limit"]}',
      'eval.yml:5:33 EVA_DATA_FIELD:unknown {"field":"lable","meant":"label","isPadded":false,"known":["body","label","language","customer","split","limit"]}',
      'eval.yml:5:70 EVA_DATA_FIELD:unknown {"field":"kw","isPadded":false,"known":["body","label","language","customer","split","limit"]}',
      'eval.yml:7:25 EVA_DATA_FIELD:unknown {"field":"answer","isPadded":false,"known":["body","label","language","customer","split","limit"]}',
    ],
  ],
  [
    'a field that no item has, in several places',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, slices: [Label] }\nassert: [{ equals: { field: Label } }]\nreference: { field: Label }\nrubric: r\n`,
    [
      'eval.yml:4:75 EVA_DATA_FIELD:unknown {"field":"Label","meant":"label","isPadded":false,"known":["body","label","language","customer","split","limit"]}',
      'eval.yml:5:33 EVA_DATA_FIELD:unknown {"field":"Label","meant":"label","isPadded":false,"known":["body","label","language","customer","split","limit"]}',
      'eval.yml:6:25 EVA_DATA_FIELD:unknown {"field":"Label","meant":"label","isPadded":false,"known":["body","label","language","customer","split","limit"]}',
    ],
  ],
  [
    'an input that the case gives too',
    `inputs: { ticket: x }\n${file}${label}`,
    ['eval.yml:4:15 EVA_INPUT_TWICE:field {"name":"ticket","field":"body"}'],
  ],
  [
    'a constant beside a field of the same name',
    `inputs: { ticket: x }\ndataset: data/a.csv\n${label}`,
    ['eval.yml:4:15 EVA_INPUT_TWICE:field {"name":"ticket","field":"ticket"}'],
    { 'data/a.csv': 'ticket,label\na,b\n' },
  ],
  [
    'an item without a value',
    `dataset: data/a.jsonl\n${label}`,
    [
      'data/a.jsonl:2:1 EVA_DATA_VALUE:missing {"field":"ticket"}',
      'data/a.jsonl:3:11 EVA_DATA_VALUE:null {"field":"ticket"}',
      'data/a.jsonl:3:24 EVA_DATA_VALUE:null {"field":"label"}',
    ],
    { 'data/a.jsonl': '{"ticket":"a","label":"b"}\n{"label":"b"}\n{"ticket":null,"label":null}\n' },
  ],
  [
    'values that checks cannot use',
    `dataset: data/a.jsonl\nassert:\n  - matches: { field: pattern }\n  - max_tokens: { field: limit }\n  - contains_all: { field: words }\n  - contains: { field: text }\n`,
    [
      'data/a.jsonl:1:25 EVA_DATA_VALUE:check {"field":"pattern","flaw":"matches: unterminated group"}',
      'data/a.jsonl:1:37 EVA_DATA_VALUE:check {"field":"limit","flaw":"max_tokens: the value must be a whole number, 1 or more"}',
      'data/a.jsonl:1:51 EVA_DATA_VALUE:check {"field":"words","flaw":"contains_all: the value must be a list of at least one text"}',
      'data/a.jsonl:1:62 EVA_DATA_VALUE:check {"field":"text","flaw":"contains: every response contains an empty text, so this check decides nothing"}',
    ],
    {
      'data/a.jsonl':
        '{"ticket":"a","pattern":"(","limit":"ten","words":"w","text":""}\n{"ticket":"b","pattern":"x+","limit":"10","words":["w"],"text":"t"}\n',
    },
  ],
  [
    'a blank reference',
    `dataset: data/a.csv\nrubric: r\nreference: { field: answer }\n`,
    ['data/a.csv:2:3 EVA_DATA_VALUE:blank {"field":"answer","key":"reference"}'],
    { 'data/a.csv': 'ticket,answer\na, \nb,x\n' },
  ],
  [
    'a class that is not in the list',
    `${file}then:\n  - class: { expected: { field: label }, of: [billing, refunds] }\n    criteria: { recall_gte: { class: refunds, proportion: 0.5 } }\n`,
    [
      'data/tickets.csv:3:24 EVA_DATA_VALUE:class {"field":"label","value":"refund","meant":"refunds"}',
      'data/tickets.csv:5:19 EVA_DATA_VALUE:class {"field":"label","value":"fraud","meant":null}',
      'data/tickets.csv:6:23 EVA_DATA_VALUE:class {"field":"label","value":"fraud","meant":null}',
      'data/tickets.csv:7:19 EVA_DATA_VALUE:class {"field":"label","value":"refund","meant":"refunds"}',
      'data/tickets.csv:9:12 EVA_DATA_VALUE:class {"field":"label","value":"refund","meant":"refunds"}',
    ],
  ],
  [
    'a criterion about a class that there is not',
    `${file}then:\n  - class: { expected: { field: label } }\n    criteria: [{ recall_gte: { class: frad, proportion: 0.5 } }, { f1_gte: { class: each, proportion: 1 } }, { proportion_gte: { proportion: 0.5 } }]\n`,
    [
      'eval.yml:7:43 EVA_BAD_VALUE:class_name {"name":"frad","meant":"fraud","known":["billing","refund","fraud"]}',
      'eval.yml:7:72 EVA_UNPROVABLE',
      'eval.yml:7:116 EVA_BAD_CRITERIA:unfit {"criterion":"proportion_gte","kind":"class"}',
    ],
  ],
  [
    'an expected class for all items that is not in the list',
    `${file}then:\n  - class: { expected: refnd, of: [billing, refund] }\n    criteria: { f1_gte: { class: each, proportion: 0.5 } }\n`,
    ['eval.yml:6:28 EVA_BAD_VALUE:class_name {"name":"refnd","meant":"refund","known":["billing","refund"]}'],
  ],
  [
    'a message without text',
    `dataset: { file: a.csv, id: id }\n${label}`,
    [
      'a.csv:2:3 warning EVA_DATA_VALUE:blank_message {"fields":["ticket"]}',
      'a.csv:4:3 warning EVA_DATA_VALUE:blank_message {"fields":["ticket"]}',
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
    ['eval.yml:6:75 EVA_BAD_VALUE:class_twice {"name":"Fraud"}'],
  ],
  [
    'too many classes',
    `dataset: data/a.csv\nthen:\n  - class: { expected: { field: label } }\n    criteria: { f1_gte: { class: each, proportion: 0.5 } }\n`,
    ['eval.yml:6:28 EVA_BAD_VALUE:classes {"classes":101,"limit":100}'],
    { 'data/a.csv': `ticket,label\n${Array.from({ length: 101 }, (_, at) => `t${at},c${at}`).join('\n')}\n` },
  ],
  [
    'a class without a data set',
    'inputs: { ticket: x }\nthen:\n  - class: { expected: billing }\n    criteria: { recall_gte: { class: billing, proportion: 0.5 } }\n',
    ['eval.yml:6:9 EVA_MISSING_KEY:class_dataset'],
  ],
  [
    'classes of clusters and draws',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, cluster: customer, draws: 2 }\nthen:\n  - class: { expected: { field: label } }\n    criteria: { recall_gte: { class: fraud, proportion: 0.5 } }\n`,
    [
      'eval.yml:6:9 EVA_CONTRADICTION:class_units {"first":"dataset.cluster","firstAt":"line 4","second":"class"}',
      'eval.yml:6:9 EVA_CONTRADICTION:class_units {"first":"dataset.draws","firstAt":"line 4","second":"class"}',
    ],
  ],
  [
    'pooled draws with a sample or a sequential test',
    `sequential: true\ndataset: { file: data/tickets.csv, inputs: { ticket: body }, claim: file, draws: 2 }\n${label}criteria: { proportion_gte: { proportion: 0.5 } }\nsample_size: 3\n`,
    [
      'eval.yml:5:79 EVA_CONTRADICTION:draws_of_file {"first":"sequential","firstAt":"line 4","second":"dataset.draws"}',
      'eval.yml:8:18 EVA_CONTRADICTION:draws_of_file {"first":"dataset.draws","firstAt":"line 5","second":"sample_size"}',
    ],
  ],
  [
    'weighed items without a limit',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, cluster: { field: customer, weigh: items } }\n${label}`,
    ['eval.yml:4:94 EVA_MISSING_KEY:cluster_limit'],
  ],
  [
    'too many slices, and slices that no item is in',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, slices: [{ field: customer, at_most: 4 }, { field: language, criteria: { proportion_gte: { proportion: 0.5 } }, only: [de, fr] }] }\n${label}`,
    [
      'eval.yml:4:84 EVA_BAD_VALUE:slice_values {"field":"customer","values":5,"limit":4}',
      'eval.yml:4:189 EVA_BAD_VALUE:slice_only {"field":"language","value":"fr","meant":null,"known":["en","de"]}',
    ],
  ],
  [
    'a field of slices twice',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, slices: [language, { field: language }] }\n${label}`,
    ['eval.yml:4:94 EVA_BAD_VALUE:slice_twice {"field":"language"}'],
  ],
  [
    'settings of slices that are only reported',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, slices: [{ field: language, must: pass, only: [de] }] }\n${label}`,
    [
      'eval.yml:4:94 warning EVA_UNUSED_SETTING {"key":"must","reason":"slices_reported"}',
      'eval.yml:4:106 warning EVA_UNUSED_SETTING {"key":"only","reason":"slices_reported"}',
    ],
  ],
  [
    'a criterion of slices that does not fit',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, slices: [{ field: language, criteria: { mean_gte: { threshold: 1 } } }] }\n${label}`,
    ['eval.yml:4:106 EVA_BAD_CRITERIA:unfit {"criterion":"mean_gte","kind":"checks"}'],
  ],
  [
    'a reference without a rubric',
    `${file}${label}reference: { field: label }\n`,
    ['eval.yml:6:5 warning EVA_UNUSED_SETTING {"key":"reference","reason":"no_rubric"}'],
  ],
  [
    'weights in a claim about a file',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, claim: file, cluster: { field: customer, weigh: clusters } }\n${label}`,
    ['eval.yml:4:107 warning EVA_UNUSED_SETTING {"key":"weigh","reason":"file_claim"}'],
  ],
  [
    'a value of where that no item has, and one that leaves none',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, where: { language: [de, es] } }\n${label}`,
    ['eval.yml:4:75 warning EVA_DATA_VALUE:nowhere {"field":"language","value":"es","key":"where"}'],
  ],
  [
    'conditions that leave no item',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, where: { language: es, split: test } }\n${label}`,
    [
      'eval.yml:4:66 EVA_DATA_EMPTY:filtered {"items":8,"dropped":[{"condition":"language = es","items":8},{"condition":"split = test","items":2}]}',
      'eval.yml:4:75 warning EVA_DATA_VALUE:nowhere {"field":"language","value":"es","key":"where"}',
    ],
  ],
  [
    'a file without items',
    `dataset: data/a.csv\n${label}`,
    ['data/a.csv:1:1 EVA_DATA_EMPTY:file'],
    { 'data/a.csv': 'ticket,label\n' },
  ],
  [
    'more than 100 items that must all pass',
    `dataset: data/a.csv\n${label}`,
    ['eval.yml:4:5 warning EVA_EVERY_ITEM {"items":101}'],
    { 'data/a.csv': `ticket,label\n${Array.from({ length: 101 }, (_, at) => `t${at},x`).join('\n')}\n` },
  ],
  [
    'a broken CSV and YAML',
    `dataset: data/a.csv\n${label}`,
    ['data/a.csv:2:3 EVA_DATA_SYNTAX:stray_quote {"open":null}', 'data/a.csv:3:1 EVA_DATA_SYNTAX:open_quote'],
    { 'data/a.csv': 'ticket,label\na "b",c\n"d' },
  ],
  [
    'a YAML file that is no list',
    `dataset: data/a.yml\n${label}`,
    ['data/a.yml:1:1 EVA_DATA_SYNTAX:not_list {"list":null}'],
    { 'data/a.yml': 'ticket: a\n' },
  ],
  [
    'a broken YAML file',
    `dataset: data/a.yml\n${label}`,
    ['data/a.yml:1:11 EVA_YAML_SYNTAX:open_quote {"closer":"\\""}'],
    { 'data/a.yml': '- ticket: "a\n' },
  ],
  [
    'an id twice',
    `dataset: { file: data/tickets.csv, inputs: { ticket: body }, id: customer }\n${label}`,
    [
      'data/tickets.csv:3:34 EVA_DATA_ID:twice {"id":"a","unit":"line","line":2}',
      'data/tickets.csv:6:32 EVA_DATA_ID:twice {"id":"c","unit":"line","line":5}',
      'data/tickets.csv:9:22 EVA_DATA_ID:twice {"id":"e","unit":"line","line":8}',
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
    ['eval.yml:6:16 EVA_UNKNOWN_REFERENCE {"field":"answer"}', 'eval.yml:7:24 EVA_UNKNOWN_REFERENCE {"field":"label"}'],
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
  assert.equal(problems.at(-1), 'data/a.csv EVA_MORE_PROBLEMS {"more":40}');
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
    'eval.yml:3:95 warning EVA_DATA_VALUE:nowhere {"field":"language","value":"es","key":"where"}',
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
