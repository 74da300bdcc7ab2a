import assert from 'node:assert/strict';
import test from 'node:test';
import { itemCase } from '#library/items/sample.js';
import type { Case } from '#model/case.js';
import { rubricsOf } from '#model/grader.js';
import { loadDataset, oneCase } from '../case-data/load-dataset.js';

const criteria = 'criteria: { proportion_gte: { proportion: 0.5 } }\n';

const onTickets = 'dataset: { file: data/tickets.csv, inputs: { ticket: body } }\n';

function checksOf(testCase: Case | undefined): readonly unknown[] {
  return (testCase?.expectations ?? []).flatMap(({ grader }) =>
    grader.grader === 'trial_passes' ? grader.params.checks.map(({ op, value }) => ({ [op]: value })) : [],
  );
}

test('values of inputs are in the checks when the file is read', (t) => {
  const { cases, problems } = loadDataset(
    t,
    oneCase(`inputs: { ticket: late, tone: "[{{ticket}}]", order: 17, tags: [a, b], years: [2025, true] }
assert:
  - contains: { input: tone }
  - contains: { text: "Order {{order}} is {{ticket}} {{tone}}" }
  - contains_any: { input: tags }
  - contains_any: { input: years }
  - contains_all: [x, { input: ticket }, { text: "#{{order}}" }]
  - max_tokens: { input: order }
  - number: { equals: { input: order }, within: 2 }
  - matches: { text: "^{{tone}}" }
  - json_value: { at: /n, equals: { input: order } }
rubric: r
reference: { input: ticket }
then:
  - assert: [{ equals: { input: ticket } }]
    criteria: { proportion_gte: { proportion: 0.5 } }`),
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(checksOf(cases[0]), [
    { contains: '[{{ticket}}]' },
    { contains: 'Order 17 is late [{{ticket}}]' },
    { contains_any: ['a', 'b'] },
    { contains_any: ['2025', 'true'] },
    { contains_all: ['x', 'late', '#17'] },
    { max_tokens: 17 },
    { number: { equals: 17, within: 2 } },
    { matches: '^(?:\\[\\{\\{ticket\\}\\}\\])' },
    { json_value: { at: '/n', equals: '17' } },
    { equals: 'late' },
  ]);
  const [first, second] = cases[0]?.expectations ?? [];
  assert.equal(second?.about, 'check: equals "late"');
  assert.ok(first?.grader.grader === 'trial_passes');
  assert.deepEqual(
    rubricsOf(first.grader.params).map(({ reference }) => reference),
    ['late'],
  );
});

test('names that no input has are unknown, and an input that only a reference uses is known', (t) => {
  const { problems } = loadDataset(
    t,
    oneCase(`inputs: { ticket: late, order: 17 }
assert:
  - contains: { input: oder }
  - contains: { text: "{{tone}} {{nobody}} {{ order }}" }
  - equals: { input: toString }
then:
  - assert: [{ contains: { input: oder } }]
    ${criteria}`),
  );
  assert.deepEqual(problems, [
    'eval.yml:6:28 EVA_UNKNOWN_REFERENCE:input the input "oder" is unknown: neither this case nor meta.yml nor the body has it (did you mean "order"?)',
    'eval.yml:7:27 EVA_UNKNOWN_REFERENCE:input the input "nobody" is unknown: neither this case nor meta.yml nor the body has it (known inputs: ticket, order, tone)',
    'eval.yml:8:26 EVA_UNKNOWN_REFERENCE:input the input "toString" is unknown: neither this case nor meta.yml nor the body has it (known inputs: ticket, order, tone)',
    'eval.yml:10:39 EVA_UNKNOWN_REFERENCE:input the input "oder" is unknown: neither this case nor meta.yml nor the body has it (did you mean "order"?)',
  ]);
});

test('an input that nothing uses stays a mistake, unless a program sees all inputs', (t) => {
  const lines = (check: string) => oneCase(`inputs: { ticket: late, order: 17 }\nassert: [${check}]`);
  assert.equal(loadDataset(t, lines('{ contains: a }')).problems.length, 1);
  for (const check of [
    '{ command: [node, check.js] }',
    '{ module: checks.mjs#f }',
    '{ at_least: { count: 1, of: [{ command: [node, check.js] }] } }',
  ]) {
    const files = { 'prompts/diff/checks.mjs': 'export const f = () => true;\n' };
    assert.deepEqual(loadDataset(t, lines(check), files).problems, [], check);
  }
});

test('no name is unknown if a mistake hides inputs, or if the body has it', (t) => {
  const hidden = oneCase('inputs_from: gone\ninputs: { ticket: late }\nassert: [{ contains: { input: order } }]');
  assert.deepEqual(
    loadDataset(t, hidden).problems.map((problem) => problem.split(' ')[1]),
    ['EVA_NO_FILE:named'],
  );
  const undeclared = { 'prompts/diff/prompt.xml': '{{ticket}} {{place}}\n' };
  const { problems } = loadDataset(
    t,
    oneCase('inputs: { ticket: late }\nassert: [{ contains: { input: place } }]'),
    undeclared,
  );
  assert.doesNotMatch(problems.join('\n'), /EVA_UNKNOWN_REFERENCE/);
});

test('an empty value, a broken pattern and a blank reference are refused as if they were written', (t) => {
  const { problems } = loadDataset(
    t,
    oneCase('inputs: { ticket: late, tone: " " }\nassert: [{ contains: a }]\nrubric: r\nreference: { input: tone }'),
  );
  assert.deepEqual(problems, [
    'eval.yml:7:16 EVA_EMPTY:input "reference" is blank: the input "tone" has no text (give tone a text under "inputs", or remove "reference")',
  ]);
});

test('an item gives its own inputs to references, and constants fill the others', (t) => {
  const { cases, problems } = loadDataset(
    t,
    oneCase(`${onTickets}inputs: { tone: kind }
assert:
  - contains: { text: "{{ticket}} {{tone}}" }
  - contains: { text: "a {{tone}}" }
  - equals: { input: ticket }
  - matches: { text: "{{ticket}}$" }
  - contains_any: [{ field: label }, { input: ticket }]
rubric: r
reference: { input: ticket }
${criteria}`),
  );
  assert.deepEqual(problems, []);
  const [testCase] = cases;
  assert.ok(testCase);
  const one = itemCase(testCase, { body: 'a.b {{tone}}', label: 'x' }, 'id');
  assert.deepEqual(checksOf(one), [
    { contains: 'a.b {{tone}} kind' },
    { contains: 'a kind' },
    { equals: 'a.b {{tone}}' },
    { matches: '(?:a\\.b \\{\\{tone\\}\\})$' },
    { contains_any: ['x', 'a.b {{tone}}'] },
  ]);
  const grader = one.expectations[0]?.grader;
  assert.ok(grader?.grader === 'trial_passes');
  assert.deepEqual(
    rubricsOf(grader.params).map(({ reference }) => reference),
    ['a.b {{tone}}'],
  );
});

test('a field that is no input is known as a field alone', (t) => {
  const { problems } = loadDataset(t, oneCase(`${onTickets}assert: [{ contains: { input: label } }]\n${criteria}`));
  assert.deepEqual(problems, [
    'eval.yml:5:35 EVA_UNKNOWN_REFERENCE:input the input "label" is unknown: neither this case nor meta.yml nor the body has it (it is a field: write { field: label })',
  ]);
});

test('values of items are checked in the forms in which the checks see them', (t) => {
  const { problems } = loadDataset(
    t,
    oneCase(`dataset: { file: data/t.jsonl, inputs: { ticket: body } }
assert:
  - matches: { input: ticket }
  - matches: { text: "^{{ticket}}" }
  - max_tokens: { input: ticket }
${criteria}`),
    { 'data/t.jsonl': '{"body": "a(b"}\n{"body": "12"}\n{"body": ""}\n' },
  );
  assert.deepEqual(
    problems.map((line) => line.split(' ').slice(0, 2).join(' ')),
    [
      'data/t.jsonl:1:10 EVA_DATA_VALUE:check',
      'data/t.jsonl:1:10 EVA_DATA_VALUE:check',
      'data/t.jsonl:3:10 EVA_DATA_VALUE:check',
      'data/t.jsonl:3:10 EVA_DATA_VALUE:check',
    ],
  );
});

test('messages of a case take values, and items with different messages are different requests', (t) => {
  const { cases, problems } = loadDataset(
    t,
    oneCase(`dataset: { file: data/t.jsonl, inputs: { ticket: body } }
inputs: { tone: kind }
messages:
  - { role: user, content: { field: question } }
  - { role: assistant, content: [{ text: { text: "{{tone}} {{ticket}}" } }, { text: "{{plain}}" }] }
  - { role: user, content: { input: ticket } }
assert: [{ contains: a }]
${criteria}`),
    { 'data/t.jsonl': '{"body": "a", "question": "b {{tone}}"}\n{"body": "a", "question": "c"}\n' },
  );
  assert.deepEqual(problems, []);
  const [testCase] = cases;
  assert.ok(testCase);
  const one = itemCase(testCase, { body: 'a', question: 'b {{tone}}' }, 'id');
  assert.ok(one.subject.kind === 'prompt');
  assert.deepEqual(one.subject.messages, [
    { role: 'user', content: 'b {{tone}}' },
    { role: 'assistant', content: [{ text: 'kind a' }, { text: '{{plain}}' }] },
    { role: 'user', content: 'a' },
  ]);
});

test('braces of known names in plain texts are warned of, others are not', (t) => {
  const { problems } = loadDataset(
    t,
    oneCase(`${onTickets}assert: [{ contains: "{{ticket}}" }, { contains_any: ["{{label}}", "{{other}}"] }, { json_schema: { const: "{{ticket}}" } }]
rubric: "{{ticket}}?"
${criteria}`),
  );
  assert.deepEqual(problems, [
    'eval.yml:5:26 warning EVA_BRACES_IN_CHECK {{ticket}} is plain text here (write { input: ticket })',
    'eval.yml:5:59 warning EVA_BRACES_IN_CHECK {{label}} is plain text here (write { field: label })',
    'eval.yml:5:112 warning EVA_BRACES_IN_CHECK {{ticket}} is plain text here (write the value itself, or compare in a module: its function gets inputs)',
    'eval.yml:6:13 warning EVA_BRACES_IN_CHECK {{ticket}} is plain text here (show the value to the judge with reference: { input: ticket })',
  ]);
});
