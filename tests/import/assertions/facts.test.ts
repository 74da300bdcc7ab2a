import assert from 'node:assert/strict';
import test from 'node:test';
import type { JsonObject } from '#model/data/json.js';
import { checkOf, importAsserts } from './import-asserts.js';

type Row = readonly [assertion: JsonObject, becomes: readonly JsonObject[] | string];

function holds(rows: readonly Row[], tools: readonly string[] = []): void {
  for (const [assertion, becomes] of rows)
    assert.deepEqual(checkOf(assertion, { context: { tools } }), becomes, JSON.stringify(assertion));
}

test('latency is in milliseconds, and cost in dollars', () => {
  holds([
    [{ type: 'latency', threshold: 2500 }, [{ max_latency_s: 2.5 }]],
    [{ type: 'latency' }, 'latency: it has no number as threshold'],
    [{ type: 'not-latency', threshold: 1 }, 'not-latency: eva has no check for a slow answer'],
    [{ type: 'cost', threshold: 0.01 }, [{ max_cost_usd: 0.01 }]],
  ]);
  assert.match(String(checkOf({ type: 'latency', threshold: 0 })), /^latency: eva cannot use it: /);
});

test('cost is left out without a price', () => {
  const given = { context: { hasPrice: false } };
  assert.equal(checkOf({ type: 'cost', threshold: 0.01 }, given), 'cost: no price is known for the model');
});

test('refusals and ends of answers', () => {
  holds([
    [{ type: 'is-refusal' }, [{ refuses: true }]],
    [{ type: 'not-is-refusal' }, [{ not_refuses: true }]],
    [{ type: 'finish-reason', value: 'stop' }, [{ min_tokens: 1 }]],
    [{ type: 'not-finish-reason', value: 'length' }, [{ min_tokens: 1 }]],
    [{ type: 'finish-reason', value: 'tool_calls' }, [{ min_calls: 1 }]],
    [{ type: 'finish-reason', value: 'content_filter' }, 'finish-reason: eva does not check why an answer ended'],
  ]);
  const withTools: readonly Row[] = [
    [{ type: 'finish-reason', value: 'stop' }, [{ max_calls: 0 }]],
    [{ type: 'not-finish-reason', value: 'length' }, []],
  ];
  holds(withTools, ['send_mail']);
  const { findings } = importAsserts([{ type: 'finish-reason', value: 'stop' }]);
  assert.deepEqual(findings, ['noted :1 finish-reason: eva fails an answer that was cut, also without a check']);
});

test('similar compares with one text, or with the nearest of several', () => {
  const { assert: checks, embedding_model } = importAsserts([{ type: 'similar', value: 'late' }]);
  assert.deepEqual(checks, [{ similar: { to: 'late', min: 0.75 } }]);
  assert.equal(embedding_model, 'near:embed');
  holds([
    [{ type: 'similar:cosine', value: 'late', threshold: 0.9 }, [{ similar: { to: 'late', min: 0.9 } }]],
    [{ type: 'not-similar', value: 'late', threshold: 0.5 }, [{ similar: { to: 'late', max: 0.5 } }]],
    [
      { type: 'similar', value: ['a', 'b'] },
      [{ at_least: { count: 1, of: [{ similar: { to: 'a', min: 0.75 } }, { similar: { to: 'b', min: 0.75 } }] } }],
    ],
    [{ type: 'similar:dot', value: 'late' }, 'similar:dot: eva compares embeddings by their cosine'],
    [
      { type: 'similar', value: 'late', provider: 'far' },
      'similar: its embedding model cannot be reached: it is elsewhere',
    ],
  ]);
});

test('tool calls', () => {
  const given = { context: { tools: ['search', 'refund'] } };
  assert.deepEqual(checkOf({ type: 'is-valid-openai-tools-call' }, given), [{ valid_calls: true }]);
  assert.equal(checkOf({ type: 'is-valid-function-call' }), 'is-valid-function-call: the model declares no tools');
  assert.deepEqual(checkOf({ type: 'tool-call-f1', value: 'search' }, given), [
    { called: 'search' },
    { not_called: ['refund'] },
  ]);
  assert.deepEqual(checkOf({ type: 'tool-call-f1', value: ['a', 'b'] }), [
    { called: 'a' },
    { called: 'b' },
    { max_calls: 2 },
  ]);
  assert.match(
    String(checkOf({ type: 'tool-call-f1', value: ['a'], threshold: 0.8 })),
    /no score for a part of the calls/,
  );
  assert.match(String(checkOf({ type: 'tool-call-f1', value: 'serch' }, given)), /^tool-call-f1: eva cannot use it: /);
  const silent = { context: { reportsCalls: false } };
  assert.equal(checkOf({ type: 'tool-call-f1', value: 'a' }, silent), 'tool-call-f1: the model reports no tool calls');
  assert.equal(
    checkOf({ type: 'trajectory:tool-used', value: 'a' }, silent),
    'trajectory:tool-used: the model reports no tool calls',
  );
});

test('trajectories', () => {
  holds(
    [
      [{ type: 'trajectory:tool-used', value: ['a', 'b'] }, [{ called: 'a' }, { called: 'b' }]],
      [{ type: 'not-trajectory:tool-used', value: ['a', 'b'] }, [{ not_called: ['a', 'b'] }]],
      [
        { type: 'trajectory:tool-used', value: { name: 'a', max: 2 } },
        [{ called: { tool: 'a', times: { min: 1, max: 2 } } }],
      ],
      [{ type: 'trajectory:tool-used', value: { name: 'a', min: 0, max: 0 } }, [{ not_called: 'a' }]],
      [
        { type: 'trajectory:tool-used', value: { pattern: 'a*' } },
        'trajectory:tool-used: eva has no patterns for names of tools',
      ],
      [
        { type: 'trajectory:tool-args-match', value: { name: 'a', args: { x: 1 }, mode: 'exact' } },
        [{ called: { tool: 'a', arguments: { x: 1 }, exactly: true } }],
      ],
      [
        { type: 'not-trajectory:tool-args-match', value: { name: 'a', arguments: {} } },
        [{ not_called: { tool: 'a', arguments: {} } }],
      ],
      [{ type: 'trajectory:tool-sequence', value: ['a', { name: 'b' }] }, [{ called_in_order: ['a', 'b'] }]],
      [
        { type: 'trajectory:tool-sequence', value: { mode: 'exact', steps: ['a'] } },
        [{ called_in_order: { tools: ['a'], exactly: true } }],
      ],
      [
        { type: 'trajectory:step-count', value: { type: 'tool', min: 1, max: 3 } },
        [{ min_calls: 1 }, { max_calls: 3 }],
      ],
      [
        { type: 'trajectory:step-count', value: { max: 3 } },
        'trajectory:step-count: eva counts the tool calls of a model, and no other steps',
      ],
    ],
    ['a', 'b'],
  );
});

test('trajectories of a model without tools are left out', () => {
  assert.equal(
    checkOf({ type: 'trajectory:tool-used', value: 'a' }),
    'trajectory:tool-used: the model declares no tools',
  );
});

test('types that eva does not have are left out, each with its reason', () => {
  holds([
    [{ type: 'is-sql' }, 'is-sql: eva does not check SQL'],
    [{ type: 'not-rouge-n', value: 'x' }, 'not-rouge-n: eva has no score for words in common'],
    [{ type: 'select-best', value: 'x' }, 'select-best: it compares the answers of several prompts'],
    [{ type: 'human' }, 'human: people decide it'],
    [{ type: 'promptfoo:redteam:pii' }, 'promptfoo:redteam:pii: red teaming is another task'],
    [{ type: 'contians', value: 'x' }, 'contians: promptfoo and eva do not know this type'],
    [{ value: 'x' }, 'assertion: it has no type'],
  ]);
});

test('an assertion of weight 0 is left out, an unknown key is listed, and metric is the name', () => {
  holds([[{ type: 'contains', value: 'x', weight: 0 }, 'contains: its weight is 0, so it never fails']]);
  const { assert: checks, findings } = importAsserts(
    [{ type: 'contains', value: 'x', weight: 3, metric: 'about {{city}}', treshold: 1 }],
    { vars: { city: 'Oslo' } },
  );
  assert.deepEqual(checks, [{ about: 'about Oslo', contains: 'x' }]);
  assert.deepEqual(findings, ['noted :1 assert.treshold: promptfoo ignores this key: did you mean "threshold"?']);
});

test('a limit that contradicts an earlier one is left out, since no answer could meet both', () => {
  const { assert: checks, findings } = importAsserts([
    { type: 'word-count', value: { max: 5 } },
    { type: 'word-count', value: { min: 9 } },
  ]);
  assert.deepEqual(checks, [{ max_tokens: 5 }]);
  assert.deepEqual(findings, ['left_out :2 word-count: no answer can meet it together with word-count on line 1']);
});
