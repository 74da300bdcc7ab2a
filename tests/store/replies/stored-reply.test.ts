import assert from 'node:assert/strict';
import test from 'node:test';
import { takeReply } from '#store/replies/recordings.js';
import { keyOf, storedReply } from '../../support/stored-reply.js';

const whole = { ...storedReply(), run_id: 'r', run_kind: 'full', at_most: { input_tokens: 1, output_tokens: 2 } };
const { draw, reply } = whole;
const { usage } = reply;

test('a reply is read as it was written, its time with milliseconds', () => {
  assert.deepEqual(takeReply(whole), { value: whole });
  assert.deepEqual(takeReply({ ...whole, ts: '2026-01-02T03:04:05Z' }), { value: whole });
});

/** Invalid values by the name of the field. */
const wrong: Readonly<Record<string, readonly object[]>> = {
  key: [
    { ...whole, key: keyOf('a').slice(1) },
    { ...whole, key: keyOf('A') },
    { ...whole, key: 1 },
  ],
  case: [{ ...whole, case: 1 }],
  server: [
    { ...whole, server: 's'.repeat(301) },
    { ...whole, server: 1 },
  ],
  program: [{ ...whole, program: 'p'.repeat(101) }],
  role: [{ ...whole, role: 'oracle' }],
  source: [
    { ...whole, source: 'human' },
    { ...whole, source: undefined },
    { ...whole, source: ['synthetic'] },
  ],
  ts: [
    { ...whole, ts: '2026-01-02' },
    { ...whole, ts: '2026-01-02T03:04:05+01:00' },
    { ...whole, ts: 0 },
  ],
  at_most: [
    { ...whole, at_most: { input_tokens: -1, output_tokens: 2 } },
    { ...whole, at_most: { input_tokens: 1, output_tokens: 2.5 } },
    { ...whole, at_most: 3 },
  ],
  run_id: [
    { ...whole, run_id: 1 },
    { ...whole, run_id: 'r'.repeat(101) },
  ],
  run_kind: [{ ...whole, run_kind: 'half' }],
  'draw.trial': [{ ...whole, draw: { ...draw, trial: -1 } }],
  'draw.turn': [{ ...whole, draw: { ...draw, turn: '0' } }],
  'draw.vote': [{ ...whole, draw: { ...draw, vote: 0.5 } }],
  'draw.attempt': [{ ...whole, draw: { ...draw, attempt: null } }],
  'reply.text': [{ ...whole, reply: { ...reply, text: null } }],
  'reply.stop': [{ ...whole, reply: { ...reply, stop: 'stop' } }],
  'reply.usage.input_tokens': [
    { ...whole, reply: { ...reply, usage: { ...usage, input_tokens: -1 } } },
    { ...whole, reply: { ...reply, usage: { ...usage, input_tokens: 2 ** 53 } } },
  ],
  'reply.usage.output_tokens': [{ ...whole, reply: { ...reply, usage: { ...usage, output_tokens: 0.5 } } }],
  'reply.latency_s': [
    { ...whole, reply: { ...reply, latency_s: -1 } },
    { ...whole, reply: { ...reply, latency_s: '1' } },
  ],
  'reply.model': [{ ...whole, reply: { ...reply, model: 7 } }],
};

for (const [field, values] of Object.entries(wrong)) {
  test(`a line with an invalid ${field} is refused, and the reason names the field`, () => {
    for (const value of values) {
      const taken = takeReply(value);
      assert.ok('reason' in taken && taken.reason.includes(`"${field}"`));
    }
  });
}
