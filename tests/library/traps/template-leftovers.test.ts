import assert from 'node:assert/strict';
import test from 'node:test';
import { isChatInText, templateLeftovers } from '#library/traps/text-traps.js';
import { cpuMs } from '../../support/cpu-time.js';

const inputs = new Set(['x', 'code']);

for (const [text, ...found] of [
  ['{% if a %}yes{% endif %}', 'block {% if a %}', 'block {% endif %}'],
  ['{# note #}', 'block {# note #}'],
  ['<% name %> <%= code %>', 'block <% name %>', 'block <%= code %> code'],
  ['{{ x | upper }} {{x|default("a")}}', 'known {{ x | upper }} x', 'known {{x|default("a")}} x'],
  ['{{ a.b }} {{a.b.c}}', 'expression {{ a.b }} a_b', 'expression {{a.b.c}} a_b_c'],
  ['{{ a[0] }} {{a["k"]}}', 'expression {{ a[0] }} a_0', 'expression {{a["k"]}} a_k'],
  ['{{ f() }} {{ a.f(1) }}', 'expression {{ f() }} f', 'expression {{ a.f(1) }} a_f_1'],
  ['{{#if x}}a{{/if}}', 'block {{#if x}} x', 'block {{/if}}'],
  ['{{> part}}', 'block {{> part}}'],
  ['{{{x}}}', 'triple {{{x}}} x'],
  ['{{- x -}} {{- y}} {{-x-}}', 'known {{- x -}} x', 'expression {{- y}} y', 'known {{-x-}} x'],
  ['{{ vars.x }} {{ inputs.y | trim }}', 'known {{ vars.x }} x', 'expression {{ inputs.y | trim }} y'],
  ['{{ x or "en" }} {{& x}} {{x?}}', 'known {{ x or "en" }} x', 'known {{& x}} x', 'known {{x?}} x'],
  ['{{\n  x\n}} {{x\n}}', 'known {{\n  x\n}} x', 'known {{x\n}} x'],
  ['{{x} {x!r} %(x)s [[x]]', 'known {{x} x', 'known {x!r} x', 'known %(x)s x', 'known [[x]] x'],
  ['{{a b}} {{ a || b }} {{имя}}', 'braces {{a b}}', 'braces {{ a || b }}', 'braces {{имя}}'],
  ['{x} and ${code}', 'known {x} x', 'known ${code} code'],
  [
    '{row.x} {x.code} ${row.x} ${x:-a}',
    'known {row.x} x',
    'known {x.code} code',
    'known ${row.x} x',
    'known ${x:-a} x',
  ],
  ['{x:>10} {x:.2f} {x[0]} %(x).2f', 'known {x:>10} x', 'known {x:.2f} x', 'known {x[0]} x', 'known %(x).2f x'],
  ['{{row.x}} {{ row["x"] }} {{x:en}}', 'known {{row.x}} x', 'known {{ row["x"] }} x', 'known {{x:en}} x'],
  ['{Code} ${CODE}', 'known {Code} code', 'known ${CODE} code'],
] as const) {
  test(`${text} is a leftover`, () => {
    const seen = templateLeftovers(text, inputs);
    assert.deepEqual(
      seen.map(({ kind, written, name }) => [kind, written, name].filter((part) => part !== undefined).join(' ')),
      found,
    );
    for (const { start, end, written } of seen) assert.equal(text.slice(start, end), written);
  });
}

for (const text of [
  '{{x}} {{ x }} {{my-name}}',
  '{y} ${y} {x:1} {"x": {"y": 1}} {{ 1 }} {{}}',
  '<p style={{ color: "red" }} {...{{...props}}}> [][]int{{1, 2}, {3}} x^{{2}} {{😀}}',
  'سلام {نام} [[ y ]] 100%(y) %(y)s {y!r} {{y}',
  'if [[ -f a ]]; then f(() => {{ return x; }}); fi',
  'function f() { return {}; } if (a) { b }',
  '100 %} of {% and < % a % >',
  '\\frac{a}{b} {"a":{"b":{"x":1}}} \\text{x} @media { x } {{ x: "a" }}',
  'a <- b, c %>% d',
]) {
  test(`${text} is none`, () => assert.deepEqual(templateLeftovers(text, inputs), []));
}

test('hostile text takes linear time', () => {
  const msOf = (times: number) =>
    cpuMs(() => {
      for (const piece of ['{%', '{{', '{#', '<%', '{{ a.', '${x', '{{{', '{{a(']) {
        templateLeftovers(piece.repeat(times), inputs);
      }
    });
  msOf(10_000); // compiled
  const ratio = msOf(200_000) / msOf(10_000);
  assert.ok(ratio < 100, `20 times the text takes ${ratio} times as long, where quadratic work takes 400 times`);
});

test('a list of messages is found in JSON and YAML, with placeholders of any kind', () => {
  for (const text of [
    '[{"role": "user", "content": "{{x}}"}]',
    '\n [{"role": "system", "content": {{ x | dump }}}]\n',
    '- role: system\n  content: Be kind.\n- role: user\n  content: {{x}}\n',
    '- {role: user, content: hi}',
  ]) {
    assert.equal(isChatInText(text), true, text);
  }
  for (const text of [
    '- role: play\n- another line',
    '[role] of the user',
    '[]',
    '[{"role": 1}, 2]',
    'role: user',
    '- a role',
    '{"role": 1}',
  ]) {
    assert.equal(isChatInText(text), false, text);
  }
});
