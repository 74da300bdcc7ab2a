import assert from 'node:assert/strict';
import test from 'node:test';
import { parseTemplate } from '#import/template/parse-template.js';
import { bodyOfPieces, type InputNames, openInputNames, type TemplateBody } from '#import/template/template-body.js';

function bodyOf(text: string, names: InputNames): TemplateBody {
  const template = parseTemplate(text);
  if ('unsupported' in template) throw new Error(template.unsupported);
  return bodyOfPieces(template.pieces, names);
}

function body(text: string, variables: readonly string[] = []): TemplateBody {
  return bodyOf(text, openInputNames(variables));
}

function named({ text, inputs }: TemplateBody): readonly [string, ...string[]] {
  return [text, ...inputs.map(({ name, reads }) => `${name} <- ${reads.join(',')}`)];
}

test('a name alone stays a placeholder, anything else becomes an input with a name that says what it is', () => {
  assert.deepEqual(named(body('Hi {{ user }}, {{user | upper}} {{a.b}} {{a[0]}} {{a["k x"]}} {{a ~ b}} {{ größe }}')), [
    'Hi {{user}}, {{user_upper}} {{a_b}} {{a_0}} {{a_k_x}} {{a_b_2}} {{gro_e}}',
    'user <- user',
    'user_upper <- user',
    'a_b <- a',
    'a_0 <- a',
    'a_k_x <- a',
    'a_b_2 <- a,b',
    'gro_e <- größe',
  ]);
});

test('an input that is computed never has the name of a variable', () => {
  assert.deepEqual(named(body('{{a.b}} {{ a.b }} {{a_b}}', ['a', 'a_b'])), [
    '{{a_b_2}} {{a_b_2}} {{a_b}}',
    'a_b_2 <- a',
    'a_b <- a_b',
  ]);
});

test('the prompts of a configuration share the names of their inputs', () => {
  const names = openInputNames(['a']);
  bodyOf('{{a.b}}', names);
  const second = bodyOf('{{a_b}} {{a.b}}', names);
  assert.equal(second.text, '{{a_b_2}} {{a_b}}');
});

test('literal text that looks like a placeholder becomes an input with a fixed value', () => {
  const { text, inputs } = body("{% raw %}{{ x }} {y}{% endraw %}{{ '{{x}}' }}{{x}}");
  assert.equal(text, '{{literal_x}} {y}{{literal_x_2}}{{x}}');
  assert.deepEqual(
    inputs.map(({ name, fixed }) => [name, fixed]),
    [
      ['literal_x', '{{ x }}'],
      ['literal_x_2', '{{x}}'],
      ['x', undefined],
    ],
  );
});

test('placeholders that read nothing become text', () => {
  assert.deepEqual(named(body('{{ "a" }}{{ 1 + 1 }}{{ "x" | upper }}')), ['a2X']);
});

test('braces of other template languages are reported', () => {
  assert.equal(body('{% raw %}{% if a %}{% endraw %}').hasBraces, true);
  assert.equal(body('{{x}} {x}').hasBraces, true);
  assert.equal(body('{{x}} {"json": {}}').hasBraces, false);
});

test('the value of an input is the text that Nunjucks inserts', () => {
  const [x, upper, path] = body('{{x}} {{x | upper}} {{x.y}}').inputs;
  assert.deepEqual(x?.valueOf({ x: { kind: 'value', value: 5 } }), { kind: 'value', value: 5 });
  assert.deepEqual(x?.valueOf({ x: { kind: 'value', value: ['a', 'b'] } }), { kind: 'value', value: 'a,b' });
  assert.deepEqual(x?.valueOf({ x: { kind: 'value', value: null } }), { kind: 'value', value: '' });
  assert.deepEqual(x?.valueOf({ x: { kind: 'media', file: 'a.png' } }), { kind: 'media', file: 'a.png' });
  assert.equal(x?.valueOf({}), undefined);
  assert.deepEqual(upper?.valueOf({ x: { kind: 'value', value: 'a' } }), { kind: 'value', value: 'A' });
  assert.equal(upper?.flawOf?.({ x: { kind: 'value', value: 5 } }), 'the filter `upper` of a number');
  assert.deepEqual(path?.valueOf({ x: { kind: 'value', value: { y: 'Y' } } }), { kind: 'value', value: 'Y' });
});
