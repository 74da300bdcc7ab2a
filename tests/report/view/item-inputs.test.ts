import assert from 'node:assert/strict';
import test from 'node:test';
import { render } from '#model/text/quoted.js';
import { inputsIn } from '#report/view/item-view.js';

const body = '<task>\n{{ticket}}\n</task> <lang>{{ language }}</lang>{{rules}}';

const constants = { rules: 'Be short.' };

function readBack(values: Readonly<Record<string, string>>, template = body): unknown {
  return inputsIn(render(template, { ...values, ...constants }), template, constants);
}

test('the inputs of a message are read back verbatim', () => {
  const values = { ticket: '  two\nlines {{language}} $& ', language: '' };
  assert.deepEqual(readBack(values), values);
});

test('an input that stands twice is read once', () => {
  assert.deepEqual(readBack({ ticket: 'x' }, 'A {{ticket}} B {{ticket}} C'), { ticket: 'x' });
});

test('a message that fits in several ways, or not at all, is not read', () => {
  assert.equal(readBack({ ticket: 'a\n</task> <lang>b', language: 'de' }), null);
  assert.equal(readBack({ ticket: 'x', language: 'de' }, '{{ticket}}{{language}}'), null);
  assert.equal(inputsIn('something else', body, constants), null);
  assert.equal(inputsIn('', '{{a}} {{a}}', {}), null);
  assert.equal(inputsIn('x y', '{{a}} {{a}}', {}), null);
});

test('the text of a single input may contain any part of the prompt', () => {
  const template = 'Ticket: {{ticket}} End';
  assert.deepEqual(readBack({ ticket: ' End Ticket:  End' }, template), { ticket: ' End Ticket:  End' });
});
