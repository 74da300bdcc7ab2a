import assert from 'node:assert/strict';
import test from 'node:test';
import { EvaError, problem, RefusedRequest } from '#model/problem.js';
import type { Ask, ModelCall, StoredReply } from '#model/reply/exchange.js';
import { FirstUses } from '#run/collect/first-uses.js';

const application = { what: 'application', name: 'bot', tryIt: null } as const;

const refusal = () => new RefusedRequest([problem('EVA_BAD_REQUEST', 'p refuses the request to m: 400 no')]);

/** Runs trials one after another; each says whether the application broke. Returns which were taken at once, and later. */
function trials(uses: FirstUses, broke: readonly boolean[]) {
  const taken: number[] = [];
  const held: number[] = [];
  for (const [index, isBroken] of broke.entries()) {
    const trial = uses.begin(async () => assert.fail());
    trial.onUse(application, isBroken ? 'it ended' : null);
    if (!uses.end(trial, () => taken.push(index))) held.push(index);
  }
  return { taken, held };
}

const isBroken = (error: unknown) => error instanceof EvaError && error.problems[0]?.code === 'EVA_BROKEN';

test('what breaks in the first three trials ends the run, with exit code 3', () => {
  const uses = new FirstUses();
  assert.throws(
    () => trials(uses, [true, true, true]),
    (error) => isBroken(error) && (error as EvaError).exitCode === 3,
  );
});

test('trials are held until what broke in them has worked, and count then', () => {
  const uses = new FirstUses();
  const { taken, held } = trials(uses, [true, true, false, true, true, true]);
  assert.deepEqual(
    [taken, held],
    [
      [2, 0, 1, 3, 4, 5],
      [0, 1],
    ],
  );
  uses.close();
});

test('what breaks in both of two trials ends the run, and what breaks in the only one does not', () => {
  const two = new FirstUses();
  trials(two, [true, true]);
  assert.throws(() => two.close(), isBroken);
  const one = new FirstUses();
  const { taken } = trials(one, [true]);
  one.close();
  assert.deepEqual(taken, [0]);
});

test('while trials are under way after three that broke, none begins and nothing is decided', () => {
  const uses = new FirstUses();
  const begun = [1, 2, 3, 4].map(() => uses.begin(async () => assert.fail()));
  const end = (index: number, broke: string | null) => {
    const trial = begun[index] ?? assert.fail();
    trial.onUse(application, broke);
    return uses.end(trial, () => {});
  };
  for (const index of [0, 1, 2]) assert.equal(end(index, 'it ended'), false);
  assert.equal(uses.isPausing(), true);
  assert.equal(end(3, null), true);
  assert.equal(uses.isPausing(), false);
});

const call = (part: Partial<ModelCall['request']> = {}): ModelCall => ({
  case: 'a',
  role: 'subject',
  draw: { trial: 0, turn: 0, vote: 0, attempt: 0 },
  nonces: [],
  timeout_s: 1,
  request: { provider: 'p', model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }], ...part },
});

async function asking(uses: FirstUses, ask: Ask, asked: ModelCall): Promise<boolean> {
  const trial = uses.begin(ask);
  await trial.ask(asked).catch((error) => assert.ok(error instanceof RefusedRequest));
  return uses.end(trial, () => {});
}

test('only a reply to a request of the same settings shows that a refusal is one of its request', async () => {
  const uses = new FirstUses();
  const refuses: Ask = async () => {
    throw refusal();
  };
  const replies: Ask = async () => ({ key: 'k' }) as StoredReply;
  assert.equal(await asking(uses, refuses, call()), false);
  assert.equal(await asking(uses, replies, call({ temperature: 1 })), true);
  assert.equal(await asking(uses, refuses, call()), false);
  const seeded = call({ options: { sampling_seed: 7 }, messages: [{ role: 'user', content: 'other' }] });
  assert.equal(await asking(uses, replies, seeded), true);
  assert.equal(await asking(uses, refuses, call()), true);
});

test('one refused request ends a run in which no other has brought a reply, and is not kept', async () => {
  const uses = new FirstUses();
  let kept = 0;
  const error = refusal();
  error.keep = () => {
    kept += 1;
  };
  await asking(uses, async () => Promise.reject(error), call());
  assert.throws(() => uses.close(), error);
  assert.equal(kept, 0);
});
