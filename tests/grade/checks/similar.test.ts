import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { planChecks } from '#grade/check-parts/prepare-checks.js';
import { runChecks } from '#grade/check-parts/run-checks.js';
import { cosine, readEmbedding } from '#grade/checks/similar.js';
import type { JsonValue } from '#model/data/json.js';
import { scriptedJudge } from '../../support/scripted-ask.js';
import { context } from '../check-context.js';

const embedding = { model: 'openai:small', timeout_s: 60 };

function base64Of(numbers: readonly number[]): string {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, value] of numbers.entries()) bytes.writeFloatLE(value, 4 * at);
  return bytes.toString('base64');
}

/** Embeds a text by its numbers: `1 0` is the vector (1, 0). */
const numbersInText = () =>
  scriptedJudge(({ request }) => ({
    embedding: base64Of((request.messages[0]?.content ?? '').split(' ').map(Number)),
  }));

async function holds(value: JsonValue, response: string) {
  const asking = numbersInText();
  const [finding] = await runChecks([{ op: 'similar', value, embedding }], response, { ...context, asking });
  return { holds: finding?.holds, calls: asking.calls };
}

test('similar compares the cosine with its limits', async () => {
  assert.equal((await holds({ to: '1 0', min: 0.99 }, '2 0')).holds, true);
  assert.equal((await holds({ to: '1 0', min: 0.99 }, '1 1')).holds, false);
  assert.equal((await holds({ to: '0.1 0.7', min: 1 }, '0.1 0.7')).holds, true);
  assert.equal((await holds({ to: '1 1', min: 1 }, '3 3')).holds, true);
  assert.equal((await holds({ to: '1 0', max: 0.1 }, '0 3')).holds, true);
  assert.equal((await holds({ to: '1 0', min: 0.5, max: 0.9 }, '1 1')).holds, true);
  assert.equal((await holds({ to: '1 0', max: 0.9 }, '1 0')).holds, false);
});

test('embeddings that cannot be compared fail the check, and without a model it is ungraded', async () => {
  assert.equal((await holds({ to: '1 0', max: 1 }, '1 0 0')).holds, false);
  assert.equal((await holds({ to: '1 0', max: 1 }, '0 0')).holds, false);
  assert.deepEqual(await holds({ to: '1 0', max: 1 }, ' '), { holds: false, calls: [] });
  const [finding] = await runChecks([{ op: 'similar', value: { to: '1', min: 0 } }], '1', context);
  assert.equal(finding?.holds, null);
});

test('a call for an embedding has no number of a trial, so that equal texts are embedded once', async () => {
  const { calls } = await holds({ to: '1 0', min: 0 }, '2 0');
  assert.deepEqual(
    calls.map(({ role, draw, request }) => [role, draw, request.embed, request.messages[0]?.content]),
    ['2 0', '1 0'].map((text) => ['embedding', { trial: 0, turn: 0, vote: 0, attempt: 0 }, true, text]),
  );
});

test('similar without a limit, with crossed limits and without a text is refused', () => {
  const refusedBy = (value: JsonValue) => planChecks([{ op: 'similar', value }]).map(({ variant }) => variant);
  assert.deepEqual(refusedBy({ to: 'a' }), ['not_cosines']);
  assert.deepEqual(refusedBy({ to: 'a', min: 0.9, max: 0.1 }), ['not_cosines']);
  assert.deepEqual(refusedBy({ to: 'a', min: 2 }), ['not_cosines']);
  assert.deepEqual(refusedBy({ to: ' ', min: 0.5 }), ['no_target']);
});

test('the cosine of a vector with itself is 1, and is the same in both directions', () => {
  const vector = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(vector, vector, (a, b) => {
      const [own, other] = [readEmbedding(base64Of(a)), readEmbedding(base64Of(b))];
      assert.ok(own && other);
      assert.equal(cosine(own, other), cosine(other, own));
      if (a.some((value) => value !== 0)) assert.ok(Math.abs((cosine(own, own) ?? 0) - 1) < 1e-6);
    }),
  );
});
