import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type Draw, type ModelRequest, replyKey } from '#model/reply/exchange.js';
import { openCache } from '#store/replies/cache.js';
import { storedReply } from '../../support/stored-reply.js';
import { tempLibrary } from '../../support/temp-library.js';

const word = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' });
const small = fc.nat({ max: 3 });

/** Possible values of each field. The compiler reports a missing field. */
const requestFields = {
  provider: fc.constantFrom('anthropic', 'openai', 'claude-cli', 'own'),
  model: word,
  system: fc.option(word, { nil: undefined }),
  messages: fc.array(fc.record({ role: fc.constantFrom('user', 'assistant'), content: word }), { maxLength: 3 }),
  max_tokens: small,
  temperature: fc.option(
    fc.double({ min: 0, max: 1, noNaN: true }).map((one) => one + 0),
    { nil: undefined },
  ),
  tool: fc.option(fc.record({ name: word, description: word, input_schema: fc.dictionary(word, fc.jsonValue()) }), {
    nil: undefined,
  }),
  options: fc.option(fc.record({ top_k: small, stop: fc.array(word, { maxLength: 2 }) }), { nil: undefined }),
  embed: fc.constantFrom(true, undefined),
} satisfies Record<keyof ModelRequest, fc.Arbitrary<unknown>>;

const drawFields = { trial: small, turn: small, vote: small, attempt: small } satisfies Record<
  keyof Draw,
  fc.Arbitrary<number>
>;

interface Question {
  readonly request: ModelRequest;
  readonly draw: Draw;
  readonly identity: string | undefined;
}

const question = fc.record({
  request: fc.record(requestFields),
  draw: fc.record(drawFields),
  identity: fc.option(word, { nil: undefined }),
}) as fc.Arbitrary<Question>;

function keyOf({ request, draw, identity }: Question): string {
  return replyKey({ request, draw, nonces: [] }, identity);
}

/** A request, and the same request with one field changed. */
const changed = fc.tuple(question, question, fc.nat()).map(([one, other, choice]): readonly [Question, Question] => {
  const requests = Object.keys(requestFields) as (keyof ModelRequest)[];
  const draws = Object.keys(drawFields) as (keyof Draw)[];
  const at = choice % (requests.length + draws.length + 1);
  const [field, place] = [requests[at], draws[at - requests.length]];
  if (field) return [one, { ...one, request: { ...one.request, [field]: other.request[field] } }];
  if (place) return [one, { ...one, draw: { ...one.draw, [place]: other.draw[place] } }];
  return [one, { ...one, identity: other.identity }];
});

test('a change in any part of the request, the draw or the provider is a cache miss', (t) => {
  const cache = openCache(tempLibrary(t, {}), assert.fail);
  const seen = { hits: 0, misses: 0 };
  fc.assert(
    fc.property(changed, ([one, other]) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      const [key, otherKey] = [keyOf(one), keyOf(other)];
      assert.equal(key === otherKey, isSame);
      cache.put(storedReply({ key, text: key }));
      assert.equal(cache.get(key)?.reply.text, key);
      if (!isSame) assert.notEqual(cache.get(otherKey)?.reply.text, key);
      seen[isSame ? 'hits' : 'misses'] += 1;
    }),
    { numRuns: 500, seed: 20260110 },
  );
  assert.ok(seen.misses > 200 && seen.hits > 25, JSON.stringify(seen));
});

test('text that moves from one part of a request to another changes the key', () => {
  const base = { provider: 'anthropic', model: 'm', max_tokens: 1, messages: [] };
  const draw = { trial: 0, turn: 0, vote: 0, attempt: 0 };
  const keys = [
    { ...base, messages: [{ role: 'user', content: 'ab' }] },
    {
      ...base,
      messages: [
        { role: 'user', content: 'a' },
        { role: 'user', content: 'b' },
      ],
    },
    { ...base, messages: [{ role: 'assistant', content: 'ab' }] },
    { ...base, system: 'ab' },
    { ...base, system: '', messages: [{ role: 'user', content: 'ab' }] },
    { ...base, model: 'ma', system: 'b' },
    { ...base, temperature: 0, messages: [{ role: 'user', content: 'ab' }] },
  ].map((request) => keyOf({ request: request as ModelRequest, draw, identity: undefined }));
  assert.equal(new Set(keys).size, keys.length);
});

test('the 256 draws of one request have different keys', () => {
  const counts = [0, 1, 2, 10];
  const request: ModelRequest = { provider: 'anthropic', model: 'm', max_tokens: 1, messages: [] };
  const keys = counts.flatMap((trial) =>
    counts.flatMap((turn) =>
      counts.flatMap((vote) =>
        counts.map((attempt) => keyOf({ request, draw: { trial, turn, vote, attempt }, identity: undefined })),
      ),
    ),
  );
  assert.equal(new Set(keys).size, 256);
});
