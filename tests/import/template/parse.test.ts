import assert from 'node:assert/strict';
import test from 'node:test';
import { parseTemplate } from '#import/template/parse-template.js';

function refusal(text: string): string {
  const template = parseTemplate(text);
  return 'unsupported' in template ? `${template.offset}: ${template.unsupported}` : 'supported';
}

test('deep nesting is refused before the stack is used up', () => {
  assert.equal(refusal(`{{ ${'('.repeat(100_000)}`), '44: too many brackets');
  assert.equal(refusal(`{{ ${'a['.repeat(100_000)}`), '85: too many brackets');
  assert.equal(refusal(`{{ a${'.b'.repeat(100_000)} }}`), '84: more than 40 keys in a row');
  assert.equal(refusal(`{{ a${'|upper'.repeat(100_000)} }}`), '244: more than 40 filters in a row');
  assert.equal(refusal(`{{ a${'~b'.repeat(100_000)} }}`), '84: more than 40 operators in a row');
});
