import assert from 'node:assert/strict';
import test from 'node:test';
import type { VarValue } from '#import/imported.js';
import { renderTemplate } from '#import/template/evaluate.js';
import { withoutPartialTags } from '#import/template/parse-template.js';
import type { JsonValue } from '#model/data/json.js';

const values: Readonly<Record<string, JsonValue>> = {
  name: 'ada LOVELACE',
  count: 3,
  price: 2.345,
  yes: true,
  none: null,
  tags: ['b', 'A', 'c'],
  user: { first: 'Ada', tags: ['x', 'y'], length: 9, toString: 'own' },
  people: [{ name: 'Bo' }, { name: 'Al' }],
  json: '{"a": [1, 2]}',
};

function rendered(text: string): string {
  const vars = Object.fromEntries(
    Object.entries(values).map(([key, value]): [string, VarValue] => [key, { kind: 'value', value }]),
  );
  const result = renderTemplate(text, vars);
  return 'text' in result ? result.text : `refused: ${result.unsupported}`;
}

test('values have the text that Nunjucks gives them', () => {
  assert.deepEqual(
    ['{{name}}', '{{ count }}', '{{price}}', '{{yes}}', '{{none}}', '{{missing}}', '{{tags}}', '{{user}}'].map(
      rendered,
    ),
    ['ada LOVELACE', '3', '2.345', 'true', '', '', 'b,A,c', '[object Object]'],
  );
});

test('paths read own properties alone', () => {
  assert.deepEqual(
    [
      '{{user.first}} {{ user["first"] }} {{ user[\'tags\'][1] }} {{tags.length}} {{name[0]}}',
      '{{user.length}} {{people[1].name}} {{tags[count]}}|{{missing.a.b}}',
      '{{constructor}}{{__proto__}}{{user.constructor}}{{user.__proto__.polluted}}{{name.constructor.name}}{{tags.map}}',
      '{{user.toString}}',
    ].map(rendered),
    ['Ada Ada y 3 a', '9 Al |', '', 'own'],
  );
});

test('filters do what those of Nunjucks do', () => {
  const cases: Readonly<Record<string, string>> = {
    'name | upper': 'ADA LOVELACE',
    'name | capitalize': 'Ada lovelace',
    'name | title': 'Ada Lovelace',
    '"  x " | trim': 'x',
    'tags | length': '3',
    'tags | join(", ")': 'b, A, c',
    'people | join("+", "name")': 'Bo+Al',
    'tags | first ~ tags | last': 'bc',
    'missing | default("none")': 'none',
    '"" | d("none", true)': 'none',
    'name | replace("a", "4")': '4d4 LOVELACE',
    'name | replace("a", "4", 1)': '4da LOVELACE',
    'user.tags | dump': '["x","y"]',
    'user.tags | json': '["x","y"]',
    'tags | sort': 'A,b,c',
    'people | sort(attribute="name") | first | dump': '{"name":"Al"}',
    'name | reverse': 'ECALEVOL ada',
    'name | truncate(5)': 'ada...',
    'name | wordcount': '2',
    '"a\\nb" | indent(2)': 'a\n  b',
    'price | round(1)': '2.3',
    '"12 apples" | int + 1': '13',
    '"<b>" | escape': '&lt;b&gt;',
    '(json | load).a[1]': '2',
    'name ~ " " ~ count + 1': 'ada LOVELACE 31',
    'count + 1 ~ "!"': '4!',
  };
  assert.deepEqual(Object.fromEntries(Object.keys(cases).map((code) => [code, rendered(`{{ ${code} }}`)])), cases);
});

test('a filter on a value that it does not take is refused with the type of the value', () => {
  assert.deepEqual(
    ['{{ count | upper }}', '{{ missing | trim }}', '{{ tags | lower }}', '{{ name | join }}'].map(rendered),
    [
      'refused: the filter `upper` of a number',
      'refused: the filter `trim` of an absent value',
      'refused: the filter `lower` of a list',
      'refused: the filter `join` of a string',
    ],
  );
});

test('comments are dropped, raw blocks are literal, and hyphens drop white space', () => {
  assert.deepEqual(
    [
      'a{# {{name}} {% if %} #}b',
      '{% raw %}{{name}} {# x #}{% endraw %}',
      '{% verbatim %}{% raw %}{% endverbatim %}',
      'a \n {{- count -}} \n b',
      'a {%- raw -%} x {% endraw %} b',
      'a {#- x -#} b',
      '{ {count} } } % {',
    ].map(rendered),
    ['ab', '{{name}} {# x #}', '{% raw %}', 'a3b', 'a x b', 'ab', '{ {count} } } % {'],
  );
});

test('a picture or a PDF has no text', () => {
  assert.deepEqual(renderTemplate('{{ photo | upper }}', { photo: { kind: 'media', file: 'a.png' } }), {
    unsupported: 'the text of `photo`, which is a picture or a PDF',
  });
});

test('a tag that does not end on its line makes the whole text literal', () => {
  assert.equal(withoutPartialTags('{{ a\n}} {{b}}'), '{% raw %}{{ a\n}} {{b}}{% endraw %}');
  assert.equal(withoutPartialTags('{# a\nb #}'), '{% raw %}{# a\nb #}{% endraw %}');
  assert.equal(withoutPartialTags('{{a}}\n{{b}} {# c #}'), '{{a}}\n{{b}} {# c #}');
  assert.equal(withoutPartialTags('{% raw %}x{% endraw %} {{ a\n}}'), '{% raw %}x{% endraw %} {{ a\n}}');
});

test('hostile templates take linear time and memory', () => {
  const megabyte = 1_000_000;
  for (const text of [
    '{',
    '{{',
    '}',
    '{{a}}',
    '{%',
    '{#',
    '{{"',
    '{{(',
    '{% raw %}',
    '{%  ',
    "{{a|replace('','aaaaaaaa')}}",
  ]) {
    const whole = text.repeat(megabyte / text.length);
    rendered(whole);
    withoutPartialTags(whole);
  }
  const doubling = `{{ name${" | replace('', 'aaaaaaaaaaaaaaaaaaaa')".repeat(40)} }}`;
  assert.equal(rendered(doubling), 'refused: the filter `replace` makes a huge text');
  assert.equal(rendered('{{ name | indent(1000000000) }}'), 'refused: the filter `indent` with the width 1000000000');
});
