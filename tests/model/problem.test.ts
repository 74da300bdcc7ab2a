import assert from 'node:assert/strict';
import test from 'node:test';
import { problem } from '#model/problem.js';
import { quoted, short } from '#model/text/quoted.js';

test('a problem has its code, variant and what a repair needs besides its message', () => {
  const { code, variant, fix } = problem('EVA_BAD_VALUE:choice', 'no such role', { fix: { meant: 'user' } });
  assert.deepEqual({ code, variant, fix }, { code: 'EVA_BAD_VALUE', variant: 'choice', fix: { meant: 'user' } });
});

test('a text of any length is shortened in a message, in the data for a repair and in a place', () => {
  const long = 'é😀'.repeat(100_000);
  for (const name of [quoted(long), short(long)]) {
    const entry = problem('EVA_NO_FILE', `there is no ${name}`, {
      at: { file: 'SigmaEval', property: long },
      hint: `create ${name}`,
      fix: { meant: long },
    });
    assert.ok(JSON.stringify(entry).length < 5_000);
    assert.equal(Buffer.from(entry.message).toString(), entry.message);
    assert.match(entry.at?.property ?? '', /^é😀.*…$/u);
  }
});
