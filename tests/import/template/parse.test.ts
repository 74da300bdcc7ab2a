import assert from 'node:assert/strict';
import test from 'node:test';
import { parseTemplate } from '#import/template/parse-template.js';

function refusal(text: string): string {
  const template = parseTemplate(text);
  return 'unsupported' in template ? `${template.offset}: ${template.unsupported}` : 'supported';
}

test('a template that calls, tests, computes or includes is refused by name and offset', () => {
  assert.deepEqual(
    [
      '{{ range(1e9) }}',
      "{{ x.constructor.constructor('return process')() }}",
      "a {% include '/etc/passwd' %}",
      '{% if x %}y{% endif %}',
      '{% for x in y %}{% endfor %}',
      '{%- set a = 1 -%}',
      '{{ env.HOME }}',
      '{{ _conversation[0].input }}',
      '{{ a == b }}',
      '{{ a if b }}',
      '{{ a is defined }}',
      '{{ a and b }}',
      '{{ not a }}',
      '{{ my-name }}',
      '{{ [1, 2] | join }}',
      '{{ {a: 1} }}',
      '{{ r/x/ }}',
      '{{ x | shout }}',
      '{{ x | truncate(length=3) }}',
      '{{ x | escape | dump }}',
      '{{ x',
      '{{ x %}',
      '{{ }}',
      '{# x',
      'a #} b',
      '{% raw %} x',
      '{% raw',
      '{{ super() }}',
      '{{{x}}}',
    ].map(refusal),
    [
      '8: the call `range(…)`',
      '28: the call `x.constructor.constructor(…)`',
      '2: the block `{% include %}`',
      '0: the block `{% if %}`',
      '0: the block `{% for %}`',
      '0: the block `{% set %}`',
      '3: environment variables (`env`)',
      '3: the conversation so far (`_conversation`)',
      '5: the operator `==`',
      '5: the condition `… if …`',
      '5: the test `is`',
      '5: the operator `and`',
      '3: the operator `not`',
      '5: the operator `-`',
      '3: a list `[…]`',
      '3: a mapping `{…}`',
      '4: the operator `/`',
      '7: the filter `shout`',
      '7: the filter `truncate` with named arguments',
      '16: the filter `dump` behind `escape`',
      '4: `{{` without `}}`',
      '5: `{{` without `}}`',
      '3: a placeholder that ends too early',
      '0: `{#` without `#}`',
      '2: `#}` without `{#`',
      '0: `{% raw %}` without `{% endraw %}`',
      '0: `{%` without `%}`',
      '8: the call `super(…)`',
      '2: a mapping `{…}`',
    ],
  );
});

test('deep nesting is refused before the stack is used up', () => {
  assert.equal(refusal(`{{ ${'('.repeat(100_000)}`), '44: too many brackets');
  assert.equal(refusal(`{{ ${'a['.repeat(100_000)}`), '85: too many brackets');
  assert.equal(refusal(`{{ a${'.b'.repeat(100_000)} }}`), '84: more than 40 keys in a row');
  assert.equal(refusal(`{{ a${'|upper'.repeat(100_000)} }}`), '244: more than 40 filters in a row');
  assert.equal(refusal(`{{ a${'~b'.repeat(100_000)} }}`), '84: more than 40 operators in a row');
});
