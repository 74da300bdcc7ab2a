import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import { modelsOf } from '#run/plan/evidence.js';
import { caseWith } from '../../support/prompt.js';

function caseFor(name: string, model: string): Case {
  const settings = { model, timeout_s: 60, max_tokens: 100 };
  return { ...caseWith(name, []), subject: { kind: 'prompt', inputs: {}, settings } };
}

test('a model is named once, however many cases call it', () => {
  const cases = [caseFor('a', 'claude-one'), caseFor('b', 'claude-two'), caseFor('c', 'claude-one')];
  assert.deepEqual(modelsOf(cases), ['claude-one', 'claude-two']);
});
