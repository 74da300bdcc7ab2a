import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from 'yaml';
import { planChecks } from '#grade/check-parts/prepare-checks.js';
import { runChecks } from '#grade/check-parts/run-checks.js';
import type { Case } from '#model/case.js';
import type { JsonValue } from '#model/data/json.js';
import type { Step, ToolCall, ToolSpec } from '#model/reply/exchange.js';
import type { Trial } from '#model/run/trial.js';
import { context } from '../check-context.js';

const tools: readonly ToolSpec[] = [
  { name: 'search', input_schema: { type: 'object', required: ['query'], properties: { query: { type: 'string' } } } },
  {
    name: 'refund',
    input_schema: {
      type: 'object',
      required: ['order'],
      properties: { order: { type: 'integer' }, reason: { type: 'string' } },
      additionalProperties: false,
    },
  },
];

interface Calls {
  readonly tool_calls?: readonly ToolCall[];
  readonly steps?: readonly Step[];
}

/** Returns the finding of a check on turns with these calls. */
async function findingOf(op: string, value: JsonValue, turns: readonly Calls[], facts: Partial<Trial> = {}) {
  const subject = {
    kind: 'prompt',
    inputs: {},
    settings: { model: 'm', timeout_s: 10, max_tokens: 9, tools },
  } as const;
  const testCase: Case = { ...context.testCase, subject };
  const trial = {
    ...context.trial,
    turns: turns.map((calls) => ({ user_message: 'q', app_response: '', latency: 1, details: {}, ...calls })),
    ...facts,
  } as Trial;
  const [finding] = await runChecks([{ op, value }], '', { ...context, testCase, trial });
  assert.ok(finding);
  return finding;
}

const search: ToolCall = { name: 'search', arguments: { query: 'late parcel' } };

const refund: ToolCall = { name: 'refund', arguments: { order: 7, reason: 'late' } };

const broken: ToolCall = { name: 'refund', arguments: { unreadable: '{"order": ' } };

const deep: ToolCall = { name: 'book', arguments: { legs: [{ from: 'AMS', to: 'OSL' }, { from: 'OSL' }], seats: 2 } };

const known: Readonly<Record<string, ToolCall>> = { search, refund, broken, deep };

/** Checks on replies with calls that are right, wrong and malformed: check, value, calls, whether it holds, and the reason. */
const table = `
called | refund | [search, refund] | holds | call 2 fits: refund {"order":7,"reason":"late"}
called | refund | [] | fails | no tool was called
called | refund | [search, search] | fails | refund was not called; the calls are search, search
called | Refund | [refund] | fails | Refund was not called; the calls are refund
called | refund | [broken] | holds | call 1 fits: refund "{\\"order\\": "
called | { tool: refund, arguments: { order: 7 } } | [refund] | holds | call 1 fits: refund {"order":7,"reason":"late"}
called | { tool: refund, arguments: {} } | [refund] | holds | call 1 fits: refund {"order":7,"reason":"late"}
called | { tool: refund, arguments: { order: 8 } } | [refund] | fails | no call of refund fits; call 1 comes nearest: /order is 7, expected 8
called | { tool: refund, arguments: { order: "7" } } | [refund] | fails | no call of refund fits; call 1 comes nearest: /order is 7, expected "7"
called | { tool: refund, arguments: { order: 7, to: card } } | [refund] | fails | no call of refund fits; call 1 comes nearest: /to is missing, expected "card"
called | { tool: refund, arguments: { order: 8, reason: late } } | [{ name: refund, arguments: { order: 1, reason: "no" } }, search, { name: refund, arguments: { order: 1, reason: late } }] | fails | no call of refund fits; call 3 comes nearest: /order is 1, expected 8
called | { tool: refund, arguments: { order: 7 } } | [broken] | fails | no call of refund fits; call 1 comes nearest: the arguments are no JSON: "{\\"order\\": "
called | { tool: refund, arguments: { order: 7 }, exactly: true } | [refund] | fails | no call of refund fits; call 1 comes nearest: /reason is not expected
called | { tool: refund, arguments: { reason: late, order: 7.0 }, exactly: true } | [refund] | holds | call 1 fits: refund {"order":7,"reason":"late"}
called | { tool: refund, arguments: {}, exactly: true } | [{ name: refund, arguments: {} }] | holds | call 1 fits: refund {}
called | { tool: book, arguments: { legs: [{ from: AMS }, {}] } } | [deep] | holds | call 1 fits: book {"legs":[{"from":"AMS","to":"OSL"},{"from":"OSL"}],"seats":2}
called | { tool: book, arguments: { legs: [{ from: AMS }] } } | [deep] | fails | no call of book fits; call 1 comes nearest: /legs has 2 items, expected 1
called | { tool: book, arguments: { legs: [{ from: OSL }, { from: AMS }] } } | [deep] | fails | no call of book fits; call 1 comes nearest: /legs/0/from is "AMS", expected "OSL"; /legs/1/from is "OSL", expected "AMS"
called | { tool: book, arguments: { legs: {} } } | [deep] | fails | no call of book fits; call 1 comes nearest: /legs is [{"from":"AMS","to":"OSL"},{"from":"OSL"}], expected {}
called | { tool: note, arguments: { text: null } } | [{ name: note, arguments: { text: null } }] | holds | call 1 fits: note {"text":null}
called | { tool: note, arguments: plain } | [{ name: note, arguments: { text: plain } }] | fails | no call of note fits; call 1 comes nearest: the whole is {"text":"plain"}, expected "plain"
called | { tool: refund, times: 2 } | [refund, search, refund] | holds | 2 calls fit, exactly 2 asked for; call 1 fits: refund {"order":7,"reason":"late"}
called | { tool: refund, times: 1 } | [refund, refund] | fails | 2 calls fit, exactly 1 asked for; call 1 fits: refund {"order":7,"reason":"late"}
called | { tool: refund, times: { min: 2 } } | [refund, broken] | holds | 2 calls fit, at least 2 asked for; call 1 fits: refund {"order":7,"reason":"late"}
called | { tool: refund, times: { max: 1 } } | [search] | holds | no call of refund fits, at most 1 may
called | { tool: refund, times: { min: 2, max: 3 } } | [refund] | fails | 1 call fits, 2 to 3 asked for; call 1 fits: refund {"order":7,"reason":"late"}
called | { tool: refund, arguments_schema: { required: [reason] } } | [refund] | holds | call 1 fits: refund {"order":7,"reason":"late"}
called | { tool: search, arguments_schema: { properties: { query: { maxLength: 3 } } } } | [search] | fails | no call of search fits; call 1 comes nearest: the arguments are not valid: /query: "late parcel" must NOT have more than 3 characters
not_called | refund | [search] | holds | refund was not called; the calls are search
not_called | refund | [refund] | fails | call 1 fits: refund {"order":7,"reason":"late"}
not_called | [cancel, refund] | [refund] | fails | call 1 fits: refund {"order":7,"reason":"late"}
not_called | [cancel, book] | [refund] | holds | cancel was not called; the calls are refund; book was not called; the calls are refund
not_called | { tool: refund, arguments: { order: 8 } } | [refund] | holds | no call of refund fits; call 1 comes nearest: /order is 7, expected 8
not_called | refund | [broken] | fails | call 1 fits: refund "{\\"order\\": "
called_in_order | [search, refund] | [search, search, refund] | holds | they are the calls 1, 3
called_in_order | [search, refund] | [refund, search] | fails | refund was not called after call 2 (search); the calls are refund, search
called_in_order | [search, search] | [search] | fails | search was not called after call 1 (search); the calls are search
called_in_order | { tools: [search, refund], exactly: true } | [search, refund] | holds | the calls are exactly these 2
called_in_order | { tools: [search, refund], exactly: true } | [search, search, refund] | fails | call 2 is search, refund is expected
called_in_order | { tools: [search], exactly: true } | [search, refund] | fails | call 2 is refund, no further call is expected
called_in_order | { tools: [search, refund], exactly: true } | [search] | fails | the calls end after 1, then refund is expected
min_calls | 2 | [search, broken] | holds | 2 calls (search, refund), at least 2 are asked for
min_calls | 2 | [search] | fails | 1 call (search), at least 2 are asked for
max_calls | 0 | [] | holds | 0 calls, the limit is 0
max_calls | 1 | [search, refund] | fails | 2 calls (search, refund), the limit is 1
valid_calls | true | [search, refund] | holds | both calls are valid
valid_calls | true | [] | fails | no tool was called
valid_calls | true | [broken] | fails | call 1, refund: the arguments are no JSON: "{\\"order\\": "
valid_calls | true | [{ name: refund, arguments: { unreadable: "null" } }] | fails | call 1, refund: the arguments are null
called | { tool: refund, arguments: { order: 7 } } | [{ name: refund, arguments: { unreadable: "{\\"order\\":9,\\"order\\":7}" } }] | fails | no call of refund fits; call 1 comes nearest: the arguments are JSON with the key "order" twice: "{\\"order\\":9,\\"order\\":7}"
valid_calls | true | [search, { name: delete_all, arguments: {} }] | fails | call 2, delete_all: no tool of this name is declared
valid_calls | true | [{ name: toString, arguments: {} }] | fails | call 1, toString: no tool of this name is declared
valid_calls | true | [{ name: refund, arguments: { order: "7" } }] | fails | call 1, refund: /order: text where a whole number belongs
valid_calls | true | [{ name: refund, arguments: "order 7" }] | fails | call 1, refund: text where a mapping belongs
`;

for (const row of table.trim().split('\n')) {
  const [op = '', value = '', calls = '', outcome, reason] = row.split(' | ');
  test(`${op} ${value} on ${calls} ${outcome}`, async () => {
    const tool_calls = (parse(calls) as (ToolCall | string)[]).map((call) =>
      typeof call === 'string' ? (known[call] ?? assert.fail(call)) : call,
    );
    const finding = await findingOf(op, parse(value), [{ tool_calls }]);
    assert.deepEqual([finding.holds, finding.reason], [outcome === 'holds', reason]);
  });
}

test('the calls of all turns are one list, in order', async () => {
  const turns = [{ tool_calls: [search] }, { tool_calls: [] }, { tool_calls: [refund] }];
  const finding = await findingOf('called_in_order', { tools: ['search', 'refund'], exactly: true }, turns);
  assert.equal(finding.holds, true);
});

const values: readonly (readonly [op: string, value: JsonValue])[] = [
  ['called', 'refund'],
  ['not_called', ['refund']],
  ['called_in_order', ['refund']],
  ['min_calls', 1],
  ['max_calls', 0],
  ['valid_calls', true],
];

test('unknown calls leave a trial ungraded, also if one turn of several is unknown', async () => {
  for (const [op, value] of values) {
    assert.equal((await findingOf(op, value, [{}])).holds, null, op);
    const known = { tool_calls: [refund] };
    assert.equal((await findingOf(op, value, [known, {}])).holds, null, op);
    assert.notEqual((await findingOf(op, value, [known, known])).holds, null, op);
    const inner = { count: 1, of: [{ contains: 'never' }, { [op]: value }] };
    assert.equal((await findingOf('at_least', inner, [{}])).holds, null, op);
    assert.notEqual((await findingOf('at_least', inner, [known])).holds, null, op);
  }
});

test('calls of a conversation whose last turn was broken off are unknown', async () => {
  const conversation = { style: null, ended: 'broken_off', unanswered: 'And now?' } as const;
  const failed = { outcome: 'failed', reason: 'turn 2: the application ended', conversation } as const;
  for (const [op, value] of [...values, ['not_called', 'refund']] as const) {
    const { holds, reason } = await findingOf(op, value, [{ tool_calls: [] }], failed);
    assert.equal(holds, null, op);
    assert.equal(reason, 'ungraded: turn 2 was broken off and reported nothing', op);
  }
  const unreported = await findingOf('not_called', 'refund', [{}], failed);
  assert.equal(unreported.reason, 'ungraded: turn 1 does not report tool_calls ([] would be none)');
});

test('the names and arguments of calls are quoted and shortened', async () => {
  const call = { name: `a\u001b[31m\n${'x'.repeat(500)}`, arguments: { ['y'.repeat(100_000)]: 'z\u202e' } };
  const { reason } = await findingOf('called', 'refund', [{ tool_calls: Array.from({ length: 300 }, () => call) }]);
  assert.ok(reason.length < 1200 && !reason.includes('\u001b'), reason);
  const own = await findingOf('called', { tool: call.name, arguments: { a: 1 } }, [{ tool_calls: [call] }]);
  assert.ok(own.reason.length < 500, own.reason);
});

test('thousands of calls are compared within the time limit of a check', async () => {
  const given = Object.fromEntries(Array.from({ length: 20 }, (_, key) => [`k${key}`, key]));
  const tool_calls = Array.from({ length: 3000 }, () => ({ name: 'refund', arguments: given }));
  const start = performance.now();
  const wanted = Object.fromEntries(Array.from({ length: 2000 }, (_, key) => [`w${key}`, 'x'.repeat(1000)]));
  assert.equal((await findingOf('called', { tool: 'refund', arguments: wanted }, [{ tool_calls }])).holds, false);
  assert.ok(performance.now() - start < 60_000);
});

test('arguments whose comparison runs out of time fail the check and its not_ form', async () => {
  const slow = { properties: { q: { type: 'string', pattern: '^(a+)+$' } } };
  const tool_calls = [{ name: 'search', arguments: { q: `${'a'.repeat(40)}!` } }];
  for (const op of ['called', 'not_called']) {
    const { holds } = await findingOf(op, { tool: 'search', arguments_schema: slow }, [{ tool_calls }]);
    assert.equal(holds, false, op);
  }
});

test('names of arguments are those of the call alone, not those of every object', async () => {
  const value = { tool: 'search', arguments: { toString: 'a' } };
  const { holds, reason } = await findingOf('called', value, [{ tool_calls: [{ name: 'search', arguments: {} }] }]);
  assert.equal(holds, false);
  assert.match(reason, /toString is missing/);
});

test('Arguments with whole numbers beyond 2^53 are refused: others are read as the same', () => {
  for (const arguments_ of [{ order: 2 ** 60 }, { parts: [1, [-(2 ** 53)]] }]) {
    for (const op of ['called', 'not_called']) {
      const [found] = planChecks([{ op, value: { tool: 'refund', arguments: arguments_ } }]);
      assert.equal(`${found?.code}:${found?.variant}`, 'EVA_BAD_CHECK:inexact');
    }
  }
});
