import assert from 'node:assert/strict';
import test from 'node:test';
import { fieldOf, fieldText } from '#library/items/item.js';
import { itemCase } from '#library/items/sample.js';
import type { Case, ConversationSubject } from '#model/case.js';
import type { JsonObject } from '#model/data/json.js';

const settings = { model: 'anthropic:m', timeout_s: 1, max_tokens: 1 };

const subject: ConversationSubject = {
  kind: 'conversation',
  given: 'You bought {{thing}} in {{month}}.',
  when: 'You want {{wish}}.',
  inputs: { month: 'May', thing: 'nothing' },
  max_turns: 3,
  app: { app: 'model', settings },
  user_simulator: settings,
  writing_style: null,
  seed: 3,
};

const testCase: Case = {
  name: 'refund',
  subject,
  sample_size: 1,
  sequential: false,
  stop_early: true,
  expectations: [],
  dataset: {
    file: 'items.csv',
    sha256: '',
    digest: '',
    items: 1,
    kept: 1,
    asked: 1,
    kept_units: 1,
    units: 1,
    draws: 1,
    claim: 'file',
    seed: 0,
    inputs: { thing: 'product', wish: 'wish' },
    slices: [],
    filter: '',
    mean_bytes: 1,
  },
};

function conversationOf(values: JsonObject, id: string): ConversationSubject {
  const { subject: filled } = itemCase(testCase, values, id);
  assert.ok(filled.kind === 'conversation');
  return filled;
}

test('a conversation tells the values of an item, which are no templates', () => {
  const { given, when, inputs } = conversationOf({ product: 'a {{month}}', wish: null }, 'a');
  assert.deepEqual([given, when], ['You bought a {{month}} in May.', 'You want {{wish}}.']);
  assert.deepEqual(inputs, { month: 'May', thing: 'a {{month}}' });
});

test('the style of a simulated user depends on the seed and the id of the item', () => {
  const seeds = ['a', 'b', 'a'].map((id) => conversationOf({ product: 'x', wish: 'y' }, id).seed);
  assert.equal(seeds[0], seeds[2]);
  assert.notEqual(seeds[0], seeds[1]);
  assert.ok(seeds.every(Number.isSafeInteger));
});

test('a field is found by its whole name, else through mappings, and never in lists or prototypes', () => {
  const item = JSON.parse(
    '{"a.b":1,"a":{"b":2,"c.d":3,"x":{"y":4}},"a.x":{"z":5},"l":[1],"__proto__":{"p":6}}',
  ) as JsonObject;
  const names = ['a.b', 'a.c.d', 'a.x.y', 'a.x.z', 'l.0', 'l.length', '__proto__.p', 'toString', 'a.toString', 'b'];
  assert.deepEqual(
    names.map((name) => fieldOf(item, name)),
    [1, 3, 4, 5, undefined, undefined, 6, undefined, undefined, undefined],
  );
});

test('values become text in their shortest form', () => {
  const values = [1.1, -0, 1e21, 12, true, null, 'x', [1, { b: 1, a: '2' }], { '10': 1, '9': 2 }];
  assert.deepEqual(
    values.map((value) => fieldText({ value }, 'value')),
    ['1.1', '0', '1e+21', '12', 'true', null, 'x', '[1,{"a":"2","b":1}]', '{"10":1,"9":2}'],
  );
});
