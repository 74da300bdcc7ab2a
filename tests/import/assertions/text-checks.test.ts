import assert from 'node:assert/strict';
import test from 'node:test';
import type { JsonObject } from '#model/data/json.js';
import { checkOf, importAsserts } from './import-asserts.js';

type Row = readonly [assertion: JsonObject, becomes: readonly JsonObject[] | string];

function holds(rows: readonly Row[]): void {
  for (const [assertion, becomes] of rows) assert.deepEqual(checkOf(assertion), becomes, JSON.stringify(assertion));
}

test('contains and its relatives keep their texts', () => {
  holds([
    [{ type: 'contains', value: 'Paris' }, [{ contains: 'Paris' }]],
    [{ type: 'not-icontains', value: 'sorry' }, [{ not_icontains: 'sorry' }]],
    [{ type: 'contains', value: 42 }, [{ contains: '42' }]],
    [{ type: 'contains-any', value: ['a', 7] }, [{ contains_any: ['a', '7'] }]],
    [{ type: 'not-icontains-any', value: ['a', 'b'] }, [{ not_icontains_any: ['a', 'b'] }]],
    [{ type: 'icontains-all', value: ['a', '', 'b'] }, [{ icontains_all: ['a', 'b'] }]],
  ]);
});

test('a text with commas is a list, with quotes around items that have commas themselves', () => {
  holds([
    [
      { type: 'contains-any', value: ' red , blue,, "light, green" ' },
      [{ contains_any: ['red', 'blue', 'light, green'] }],
    ],
    [{ type: 'contains-all', value: '"say ""hi""","a\\"b"' }, [{ contains_all: ['say "hi"', 'a"b'] }]],
    [{ type: 'contains-all', value: '"open, b' }, 'contains-all: its value is no list of texts'],
  ]);
});

test('not-contains-all holds if one of the texts is missing', () => {
  holds([
    [
      { type: 'not-contains-all', value: ['a', 'b'] },
      [{ at_least: { count: 1, of: [{ not_contains: 'a' }, { not_contains: 'b' }] } }],
    ],
    [{ type: 'not-contains-all', value: ['a'] }, [{ not_contains: 'a' }]],
  ]);
});

test('an empty text is left out', () => {
  holds([
    [{ type: 'contains', value: '' }, 'contains: its text is empty, so it could never fail'],
    [{ type: 'contains' }, 'contains: it has no value'],
    [
      { type: 'icontains-any', value: ['a', ''] },
      'icontains-any: one of its texts is empty, and every answer contains that',
    ],
    [{ type: 'regex', value: '' }, 'regex: its pattern is empty, so it could never fail'],
    [{ type: 'starts-with', value: '' }, 'starts-with: its text is empty, so it could never fail'],
    [{ type: 'equals', value: '' }, 'equals: its text is empty'],
  ]);
});

test('equals compares a text, a number as text, and an object as JSON', () => {
  holds([
    [{ type: 'equals', value: 'Paris' }, [{ equals: 'Paris' }]],
    [{ type: 'not-equals', value: 5 }, [{ not_equals: '5' }]],
    [{ type: 'equals', value: { a: [1] } }, [{ json_value: { equals: { a: [1] } } }]],
    [{ type: 'equals', value: { a: { text: 'x' } } }, [{ json_schema: { const: { a: { text: 'x' } } } }]],
  ]);
});

test('an answer that is no JSON is not equal to an object', () => {
  const either = [{ not_is_json: true }, { not_json_value: { equals: [1] } }];
  holds([[{ type: 'not-equals', value: [1] }, [{ at_least: { count: 1, of: either } }]]]);
});

test('white space at the end of a text counts, as it does in promptfoo', () => {
  holds([
    [{ type: 'equals', value: 'Paris.\n' }, [{ matches: '\\AParis\\.\\n\\Z' }]],
    [{ type: 'starts-with', value: 'Answer: ' }, [{ matches: '\\AAnswer: ' }]],
    [{ type: 'not-starts-with', value: 'Answer:' }, [{ not_starts_with: 'Answer:' }]],
  ]);
});

test('is-json takes a schema as data or as text', () => {
  const schema = { type: 'object', required: ['a'] };
  holds([
    [{ type: 'is-json' }, [{ is_json: true }]],
    [{ type: 'not-is-json' }, [{ not_is_json: true }]],
    [{ type: 'is-json', value: schema }, [{ json_schema: schema }]],
    [{ type: 'is-json', value: 'type: object\nrequired: [a]\n' }, [{ json_schema: schema }]],
    [{ type: 'is-json', value: 'just words' }, 'is-json: its value is no JSON Schema'],
    [
      { type: 'not-is-json', value: schema },
      [{ at_least: { count: 1, of: [{ not_is_json: true }, { not_json_schema: schema }] } }],
    ],
    [
      { type: 'is-json', value: { items: [{ type: 'string' }] } },
      [{ json_schema: { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] } }],
    ],
  ]);
});

test('contains-json looks for objects', () => {
  holds([
    [{ type: 'contains-json' }, [{ json_schema: { type: 'object' }, extract: 'json' }]],
    [
      { type: 'contains-json', value: { required: ['a'] } },
      [{ json_schema: { type: 'object', required: ['a'] }, extract: 'json' }],
    ],
    [{ type: 'not-contains-json' }, 'not-contains-json: eva has no check that an answer has no JSON in it'],
    [
      { type: 'contains-json', transform: 'JSON.parse(output).a' },
      'contains-json: eva extracts once from an answer, and the transform does',
    ],
  ]);
});

test('a schema with formats is carried over without them, and that is said', () => {
  const { assert: checks, findings } = importAsserts([
    { type: 'is-json', value: { properties: { format: { type: 'string' }, day: { format: 'date' } } } },
  ]);
  assert.equal(checks.length, 1);
  assert.deepEqual(findings, ['replaced :1 is-json: eva does not check `format` of a JSON Schema']);
});

test('a schema that eva cannot compile is left out with the reason', () => {
  const reason = checkOf({ type: 'is-json', value: { type: 'text' } });
  assert.match(String(reason), /^is-json: eva cannot use it: .*type/);
});

test('lengths and distances', () => {
  holds([
    [{ type: 'word-count', value: 5 }, [{ min_tokens: 5 }, { max_tokens: 5 }]],
    [{ type: 'word-count', value: { min: 2, max: 9 } }, [{ min_tokens: 2 }, { max_tokens: 9 }]],
    [{ type: 'word-count', value: { max: 9 } }, [{ max_tokens: 9 }]],
    [{ type: 'not-word-count', value: { min: 2 } }, [{ max_tokens: 1 }]],
    [{ type: 'not-word-count', value: '5' }, [{ at_least: { count: 1, of: [{ max_tokens: 4 }, { min_tokens: 6 }] } }]],
    [
      { type: 'word-count', value: 'five' },
      'word-count: its value is no number of words, and no range of `min` and `max`',
    ],
    [
      { type: 'levenshtein', value: 'Paris' },
      [{ about: 'levenshtein: at most 5 edits', module: 'checks.mjs#check_1' }],
    ],
    [
      { type: 'levenshtein', value: 'Paris', threshold: 1.5 },
      [{ about: 'levenshtein: at most 1 edits', module: 'checks.mjs#check_1' }],
    ],
    [{ type: 'not-levenshtein', value: 'Paris' }, 'not-levenshtein: eva has no check for a distance that is too small'],
  ]);
});

test('variables go into texts and texts of lists, and nothing else', () => {
  const vars = { city: 'Oslo', list: [1] };
  assert.deepEqual(checkOf({ type: 'contains', value: 'in {{city}}' }, { vars }), [{ contains: 'in Oslo' }]);
  assert.deepEqual(checkOf({ type: 'contains-any', value: ['{{city}}', 'x'] }, { vars }), [
    { contains_any: ['Oslo', 'x'] },
  ]);
  assert.deepEqual(checkOf({ type: 'equals', value: { a: '{{city}}' } }, { vars }), [
    { json_value: { equals: { a: '{{city}}' } } },
  ]);
  assert.equal(
    checkOf({ type: 'contains', value: '{% if city %}x{% endif %}' }, { vars }),
    'contains: its value cannot be computed: the block `{% if %}`',
  );
});

test('values come from files', () => {
  const files = { 'a.txt': ' Oslo\n', 's.json': '{"type":"object"}', 'l.yaml': '[a, b]', 'p.txt': 'in {{city}}' };
  assert.deepEqual(checkOf({ type: 'contains', value: 'file://a.txt' }, { files }), [{ contains: 'Oslo' }]);
  assert.deepEqual(checkOf({ type: 'is-json', value: 'file://s.json' }, { files }), [
    { json_schema: { type: 'object' } },
  ]);
  assert.deepEqual(checkOf({ type: 'contains-any', value: 'file://l.yaml' }, { files }), [
    { contains_any: ['a', 'b'] },
  ]);
  assert.equal(checkOf({ type: 'contains', value: 'file://no.txt' }, { files }), 'contains: no.txt does not exist');
  assert.equal(
    checkOf({ type: 'contains', value: 'file://make.js' }, { files }),
    'contains: its value comes from code, which eva does not execute',
  );
});

test('the placeholders in a text from a file are filled in, and that is said', () => {
  const given = { vars: { city: 'Oslo' }, files: { 'p.txt': 'in {{city}}' } };
  const { assert: checks, findings } = importAsserts([{ type: 'contains', value: 'file://p.txt' }], given);
  assert.deepEqual(checks, [{ contains: 'in Oslo' }]);
  assert.equal(findings.length, 1);
  assert.match(findings[0] ?? '', /^replaced :1 contains: promptfoo does not insert variables/);
});

test('a text check of a model with tools says that it does not see calls', () => {
  const { findings } = importAsserts([{ type: 'contains', value: 'x' }], { context: { tools: ['search'] } });
  assert.deepEqual(findings, [
    'replaced :1 contains: eva compares the text of an answer, and promptfoo also the JSON of its tool calls',
  ]);
});

test('a check after a transform of the calls sees what promptfoo sees', () => {
  const given = { options: { transform: 'output[0].function.name' }, context: { tools: ['search'] } };
  const { extract, findings } = importAsserts([{ type: 'equals', value: 'search' }], given);
  assert.deepEqual([extract, findings], [{ module: 'checks.mjs#extract_1' }, []]);
  const trimmed = { ...given, options: { transform: 'output.trim()' } };
  assert.equal(importAsserts([{ type: 'equals', value: 'search' }], trimmed).findings.length, 1);
});
