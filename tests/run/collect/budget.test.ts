import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Budget } from '#model/config.js';
import type { JsonObject } from '#model/data/json.js';
import type { ModelRequest, Reply, StoredReply } from '#model/reply/exchange.js';
import { noReplyTexts, spentLimit } from '#model/reply/no-reply.js';
import { NoReply } from '#provider/provider.js';
import type { CallOutcome } from '#provider/wrappers/limits.js';
import { BudgetLedger, openBudget, type SpendingLog } from '#run/collect/budget.js';
import { run } from '#run/run.js';
import { replyWith } from '../../support/scripted-ask.js';
import { planOf, says, setUp } from '../scripted-run.js';

const prices = { m: { input: 1, output: 10 } };

/** A token for a dollar. */
const dear = { m: { input: 1e6, output: 1e6 } };

const request: ModelRequest = {
  provider: 'p',
  model: 'm',
  messages: [{ role: 'user', content: 'hi' }],
  max_tokens: 100,
};

/** `{"provider":"p","model":"m","messages":[{"role":"user","content":"hi"}],"max_tokens":100}` */
const bytes = 89;

const never = new AbortController().signal;

function replyOf(input_tokens: number | null, output_tokens: number | null, part: Partial<Reply> = {}): Reply {
  return replyWith({ usage: { input_tokens, output_tokens }, ...part });
}

function storedAs(reply: Reply, part: Partial<StoredReply> = {}): StoredReply {
  const draw = { trial: 0, turn: 0, vote: 0, attempt: 0 };
  const ts = '2026-01-02T03:04:05.000Z';
  return { key: 'k', case: 'a', role: 'subject', draw, model: 'm', source: 'model', ts, reply, ...part };
}

/** Makes a journal in memory for a new or resumed run. */
function logOf(replies: readonly StoredReply[] = [], notes: readonly JsonObject[] = []) {
  const all = [...notes];
  return { replies: () => replies, notes: () => all, note: (note: JsonObject) => void all.push(note) };
}

/** Makes up to `tries` calls, one after another. Returns their number before a refusal, and its message. */
async function madeWith(budget: Budget, outcome: CallOutcome, tries: number, log: SpendingLog = logOf(), at = prices) {
  const admission = openBudget(budget, at, log);
  for (let made = 0; made < tries; made++) {
    try {
      (await admission.admit(request, never))(outcome);
    } catch (error) {
      assert.ok(error instanceof NoReply && error.why === 'budget');
      return { made, why: error.message };
    }
  }
  return { made: tries, why: null };
}

// A call has at most 189 tokens and costs at most 89 x $1 + 100 x $10 per million = $0.001089. It really has 30 tokens and costs $0.00012.
const small = replyOf(20, 10);

const table: readonly [what: string, budget: Budget, outcome: CallOutcome, made: number, why: string | null][] = [
  ['max_calls calls', { max_calls: 3 }, small, 3, noReplyTexts.max_calls({ limit: 3 })],
  ['no call if max_calls is 0', { max_calls: 0 }, small, 0, noReplyTexts.max_calls({ limit: 0 })],
  ['one call if max_calls is 1', { max_calls: 1 }, small, 1, noReplyTexts.max_calls({ limit: 1 })],
  ['any number of unpaid calls', { max_calls: 1 }, 'unpaid', 9, null],
  ['lost calls, which count as calls', { max_calls: 3 }, 'lost', 3, noReplyTexts.max_calls({ limit: 3 })],
  [
    'calls with a pending reply at their maximum cost',
    { max_cost_usd: 3 * 0.001089 },
    'pending',
    3,
    noReplyTexts.max_cost_usd({ limit: 0.003267, most: 0.0011 }),
  ],
  [
    'calls with unknown tokens at their maximum',
    { max_cost_usd: 3 * 0.001089 },
    replyOf(null, 5),
    3,
    noReplyTexts.max_cost_usd({ limit: 0.003267, most: 0.0011 }),
  ],
  [
    'calls while the next one fits into max_cost_usd',
    { max_cost_usd: 0.001329 },
    small,
    3,
    noReplyTexts.max_cost_usd({ limit: 0.001329, most: 0.0011 }),
  ],
  [
    'more calls in batches, which cost half',
    { max_cost_usd: 0.001329 },
    replyOf(20, 10, { latency_s: null }),
    5,
    noReplyTexts.max_cost_usd({ limit: 0.001329, most: 0.0011 }),
  ],
  [
    'calls within the narrowest of several limits',
    { max_calls: 9, max_cost_usd: 0.001329 },
    small,
    3,
    noReplyTexts.max_cost_usd({ limit: 0.001329, most: 0.0011 }),
  ],
  [
    'no call that would exceed it by the price of a token',
    { max_cost_usd: 0.001328 },
    small,
    2,
    noReplyTexts.max_cost_usd({ limit: 0.001328, most: 0.0011 }),
  ],
  [
    'no paid call if max_cost_usd is 0',
    { max_cost_usd: 0 },
    small,
    0,
    noReplyTexts.max_cost_usd({ limit: 0, most: 0.0011 }),
  ],
  ['any number of calls without limits', {}, small, 9, null],
];

for (const [what, budget, outcome, made, why] of table) {
  test(`a budget admits ${what}`, async () => {
    assert.equal(Buffer.byteLength(JSON.stringify(request)), bytes);
    assert.deepEqual(await madeWith(budget, outcome, 9), { made, why });
  });
}

test('a resumed run counts its paid calls, but not recorded replies and applications', async () => {
  const { model: _model, ...app } = storedAs(replyOf(20, 10));
  const before = logOf([
    storedAs(small),
    storedAs(small, { source: 'recorded' }),
    storedAs(small, { source: 'synthetic' }),
    app,
  ]);
  assert.equal((await madeWith({ max_calls: 3 }, small, 9, before)).made, 2);
  assert.equal((await madeWith({ max_cost_usd: 189 + 60 }, small, 9, before, dear)).made, 2);
});

test('replies without token counts and lost attempts count the same after a resume', async () => {
  const at_most = { input_tokens: 89, output_tokens: 100 };
  const uncounted = storedAs(replyOf(null, 5), { at_most });
  const log = logOf([uncounted]);
  assert.equal((await madeWith({ max_cost_usd: 3 * 189 }, 'lost', 1, log, dear)).made, 1);
  assert.deepEqual(log.notes(), [{ note: 'attempt_lost', model: 'm', ...at_most }]);
  for (const budget of [{ max_calls: 3 }, { max_cost_usd: 3 * 0.001089 }]) {
    assert.equal((await madeWith(budget, 'unpaid', 1, log)).made, 1);
    assert.equal((await madeWith(budget, small, 9, log)).made, 1);
  }
});

test('only lost attempts are noted, and a damaged note is ignored', async () => {
  const damaged = { note: 'attempt_lost', model: 'm', input_tokens: -1e9, output_tokens: 0 };
  const log = logOf([], [damaged, { note: 'batch_submitted', provider: 'p', id: 'b' }]);
  for (const outcome of ['unpaid', 'pending', small, replyOf(null, null)] as const) {
    await madeWith({}, outcome, 1, log);
  }
  assert.equal(log.notes().length, 2);
  assert.equal((await madeWith({ max_cost_usd: 189 }, small, 9, log, dear)).made, 1);
});

test('a refusal has the message of the first refusal by the same limit', async () => {
  const admission = openBudget({ max_calls: 1, max_cost_usd: 500 }, dear, logOf());
  const told = (max_tokens: number) =>
    admission.admit({ ...request, max_tokens }, never).then(
      (settle) => settle(small),
      (error) => error.message,
    );
  const noRoom = noReplyTexts.max_cost_usd({ limit: 500, most: 689 });
  assert.deepEqual(
    [await told(600), await told(700), await told(100), await told(100)],
    [noRoom, noRoom, undefined, noReplyTexts.max_calls({ limit: 1 })],
  );
});

test('the refusal by a limit in dollars names the models of all its runs that count higher than in eva.yml', async () => {
  const ledger = new BudgetLedger({ max_cost_usd: 0.001 });
  ledger.addRaised(['m']);
  ledger.addRaised(['m', 'other']);
  const told = openBudget({}, prices, logOf(), ledger).admit(request, never);
  const message = noReplyTexts.max_cost_usd({ limit: 0.001, most: 0.0011, raised: ['m', 'other'] });
  await assert.rejects(told, { message });
  assert.deepEqual(spentLimit(message), { bound: 'max_cost_usd', limit: 0.001, most: 0.0011 });
});

test('the reservation includes the tokens that a provider adds for a tool', async () => {
  const tool = { name: 't', description: '', input_schema: {} };
  const admission = openBudget({ max_cost_usd: 1200 }, dear, logOf());
  await assert.rejects(admission.admit({ ...request, tool }, never), NoReply);
  await admission.admit(request, never);
});

test('a call that might exceed the budget waits for running calls, and is refused once none runs', async () => {
  const admission = openBudget({ max_cost_usd: 400 }, dear, logOf());
  const told: string[] = [];
  const admit = (name: string) =>
    admission.admit(request, never).then(
      (settle) => {
        told.push(name);
        return settle;
      },
      (error) => {
        told.push(`${name} ${error.message}`);
        return () => assert.fail();
      },
    );
  const calls = ['first', 'second', 'third', 'fourth'].map(admit);
  await new Promise(setImmediate);
  assert.deepEqual(told, ['first', 'second']);
  (await (calls[0] ?? assert.fail()))(small);
  await new Promise(setImmediate);
  assert.deepEqual(
    told,
    ['first', 'second', 'third'].slice(0, 2),
    'of 400, 30 are spent and 189 in hand: 181 are left',
  );
  (await (calls[1] ?? assert.fail()))(replyOf(89, 100));
  await new Promise(setImmediate);
  assert.deepEqual(told, [
    'first',
    'second',
    `third ${noReplyTexts.max_cost_usd({ limit: 400, most: 189 })}`,
    `fourth ${noReplyTexts.max_cost_usd({ limit: 400, most: 189 })}`,
  ]);
});

test('later, smaller calls do not overtake a large one', async () => {
  const admission = openBudget({ max_cost_usd: 450 }, dear, logOf());
  const told: string[] = [];
  const admit = async (name: string, max_tokens: number) => {
    const settle = await admission.admit({ ...request, max_tokens }, never);
    told.push(name);
    return settle;
  };
  const first = admit('first, of 189 tokens', 100);
  const [large, small] = [admit('large, of 389', 300), admit('small, of 189', 100)];
  await new Promise(setImmediate);
  assert.deepEqual(told, ['first, of 189 tokens']);
  (await first)(replyOf(20, 10));
  await new Promise(setImmediate);
  assert.deepEqual(told, ['first, of 189 tokens', 'large, of 389']);
  (await large)(replyOf(20, 10));
  await small;
});

test('a rounding error in a sum of dollars does not exceed the budget', async () => {
  const costly = { m: { input: 0, output: 1000 } };
  assert.ok(0.1 + 0.1 + 0.1 > 0.3);
  const admission = openBudget({ max_cost_usd: 0.3 }, costly, logOf());
  for (let call = 0; call < 3; call++) (await admission.admit(request, never))('lost');
  await assert.rejects(admission.admit(request, never), NoReply);
});

test('a budget of dollars can be used up exactly, and not exceeded by a millionth of a dollar', async () => {
  // The maximum cost of a call is 89 x $1 + 100 x $999999.11 per million = $100.000000.
  const costly = { m: { input: 1, output: 999_999.11 } };
  const admits = async (max_cost_usd: number) => {
    const admission = openBudget({ max_cost_usd }, costly, logOf());
    return admission.admit(request, never).then(
      () => true,
      () => false,
    );
  };
  assert.deepEqual([await admits(100), await admits(99.999999)], [true, false]);
});

test('a resumed run counts the dollars that it spent before', async () => {
  const before = logOf([storedAs(small), storedAs(small, { source: 'recorded' })]);
  assert.equal((await madeWith({ max_cost_usd: 0.001329 }, small, 9, before)).made, 2);
  assert.equal((await madeWith({ max_cost_usd: 0.001328 }, small, 9, before)).made, 1);
});

test('a timeout that is noted as lost and stored counts as one call', async () => {
  const at_most = { input_tokens: 89, output_tokens: 100 };
  const timedOut = storedAs(replyOf(null, null, { stop: 'timed_out' }), { at_most });
  const log = logOf([timedOut], [{ note: 'attempt_lost', model: 'm', ...at_most }]);
  assert.equal((await madeWith({ max_calls: 3 }, small, 9, log)).made, 2);
  assert.equal((await madeWith({ max_cost_usd: 2 * 189 }, small, 9, log, dear)).made, 1);
});

test('a reply with only one token count is charged the maximum', async () => {
  for (const part of [replyOf(20, null), replyOf(null, 10)]) {
    assert.equal((await madeWith({ max_cost_usd: 2 * 0.001089 }, part, 9)).made, 2);
  }
});

test('a stop ends the waiting calls with its reason, and admits no further one', async () => {
  const admission = openBudget({ max_calls: 1 }, prices, logOf());
  const controller = new AbortController();
  await admission.admit(request, controller.signal);
  const waiting = [1, 2].map(() => admission.admit(request, controller.signal));
  const reason = new Error('stopped');
  controller.abort(reason);
  for (const call of waiting) await assert.rejects(call, reason);
  await assert.rejects(admission.admit(request, controller.signal), reason);
});

test('a stop ends only its own waiting calls, and admits others that fit', async () => {
  const admission = openBudget({ max_cost_usd: 400 }, dear, logOf());
  const [one, other] = [new AbortController(), new AbortController()];
  await admission.admit(request, other.signal);
  const large = admission.admit({ ...request, max_tokens: 300 }, one.signal);
  const waiting = admission.admit(request, other.signal);
  one.abort(new Error('one is given up'));
  await assert.rejects(large, /one is given up/);
  await waiting;
});

test('with twenty concurrent calls no budget is exceeded, and none has room left for another call', () =>
  fc.assert(
    fc.asyncProperty(
      fc.record({ max_calls: fc.nat(60), max_cost_usd: fc.integer({ min: 0, max: 30_000 }) }),
      fc.array(fc.record({ input: fc.integer({ min: 1, max: 89 }), output: fc.nat(100), delay: fc.nat(4) }), {
        minLength: 100,
        maxLength: 100,
      }),
      async ({ max_cost_usd, ...bounds }, replies) => {
        const budget = { ...bounds, max_cost_usd: max_cost_usd / 1e6 };
        const admission = openBudget(budget, prices, logOf());
        const spent = { calls: 0, usd: 0 };
        let left = 0;
        const jobs = [...replies];
        const worker = async () => {
          for (let job = jobs.pop(); job; job = jobs.pop()) {
            const settle = await admission.admit(request, never).catch(() => null);
            if (!settle) {
              left += 1;
              continue;
            }
            for (let turn = 0; turn < job.delay; turn++) await new Promise(setImmediate);
            spent.calls += 1;
            spent.usd += (job.input + 10 * job.output) / 1e6;
            settle(replyOf(job.input, job.output));
          }
        };
        await Promise.all(Array.from({ length: 20 }, worker));
        assert.ok(spent.calls <= budget.max_calls);
        assert.ok(spent.usd <= budget.max_cost_usd + 1e-12);
        const couldBe = spent.calls < budget.max_calls && spent.usd + 0.00109 < budget.max_cost_usd;
        if (left > 0) assert.ok(!couldBe);
      },
    ),
    { seed: 20_260_102, numRuns: 60 },
  ));

test('a run whose budget is used up ends unfinished, without further calls', async () => {
  const { deps, calls } = setUp(() => ({ text: 'yes' }), { concurrency: 3 });
  const admission = openBudget({ max_calls: 4 }, {}, logOf());
  const ask: typeof deps.ask = async (call) => {
    if ('answer' in call) return assert.fail();
    const settle = await admission.admit(call.request, never);
    const stored = await deps.ask(call);
    settle(stored.reply);
    return stored;
  };
  const result = await run(planOf(says('a', 'yes', 3), says('b', 'yes', 3)), { ...deps, ask });
  assert.deepEqual([result.state, result.missing_cases, calls.length], ['unfinished', ['b'], 4]);
  assert.deepEqual(
    result.cases[1]?.trials.map((trial) => (trial.outcome === 'missing' ? [trial.reason, trial.why] : trial.outcome)),
    ['finished', [noReplyTexts.max_calls({ limit: 4 }), 'budget'], [noReplyTexts.max_calls({ limit: 4 }), 'budget']],
  );
});
