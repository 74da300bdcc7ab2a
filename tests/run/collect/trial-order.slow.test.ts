import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Case } from '#model/case.js';
import type { Ask, Call, Reply } from '#model/reply/exchange.js';
import type { ProgressEvent } from '#model/run/notice.js';
import type { CaseResult, RunResult } from '#model/run/run.js';
import { NoReply } from '#provider/provider.js';
import { recompute, redecide } from '#run/collect/recompute.js';
import { run } from '#run/run.js';
import { judge } from '../../support/judge.js';
import { caseWith } from '../../support/prompt.js';
import { replyWith } from '../../support/scripted-ask.js';
import { counted, planOf, setUp } from '../scripted-run.js';

const kinds = ['passes', 'does not', 'is refused', 'is ungraded', 'is missing', 'is not judged'] as const;

/** The outcome of a trial, the delay of its replies in turns of the event loop, and its outcome after a retry. */
interface Fate {
  readonly kind: (typeof kinds)[number];
  readonly delay: number;
  /** Absent if a missing trial stays missing. */
  readonly again?: (typeof kinds)[number];
}

interface Given {
  readonly one: Case;
  readonly fates: readonly Fate[];
}

interface Told {
  readonly result: RunResult;
  readonly events: readonly ProgressEvent[];
  /** Calls of the subject, by case. */
  readonly asked: ReadonlyMap<string, readonly number[]>;
}

const verdictOn = (score: number): Partial<Reply> => ({ tool_input: { reason: 'by its size', score } });

function replyTo({ role }: Call, kind: Fate['kind'], isFinal: boolean): Partial<Reply> {
  if (kind === (role === 'judge' ? 'is not judged' : 'is missing'))
    throw new NoReply('the server was down', { why: isFinal ? 'provider_given_up' : 'given_up' });
  if (role === 'subject') return { text: 'an answer', stop: kind === 'is refused' ? 'refusal' : 'end' };
  return kind === 'is ungraded' ? { text: 'hm' } : verdictOn(kind === 'passes' ? 5 : 1);
}

/** Makes an `Ask` whose replies each have their own key and arrive by their fate. */
function askFor(given: readonly Given[], isInOrder: boolean, asked: Map<string, number[]>): Ask {
  return async (call) => {
    const { case: name, role, draw } = call;
    const fate = given.find(({ one }) => one.name === name)?.fates[draw.trial] ?? assert.fail();
    if (role === 'subject') asked.set(name, [...(asked.get(name) ?? []), draw.trial]);
    const times = asked.get(name)?.filter((trial) => trial === draw.trial).length ?? 0;
    const kind = times > 1 ? (fate.again ?? assert.fail('asked for again')) : fate.kind;
    for (let turn = 0; !isInOrder && turn < fate.delay; turn++) await new Promise(setImmediate);
    const key = [name, role, draw.trial, draw.attempt].join();
    const ts = '2026-01-02T03:04:05.000Z';
    return { key, case: name, role, draw, source: 'model', ts, reply: replyWith(replyTo(call, kind, !fate.again)) };
  };
}

async function runOf(given: readonly Given[], concurrency: number, isInOrder = false): Promise<Told> {
  const asked = new Map<string, number[]>();
  const { deps, events } = setUp(() => assert.fail(), { concurrency });
  const result = await run(planOf(...given.map(({ one }) => one)), {
    ...deps,
    ...counted(askFor(given, isInOrder, asked)),
  });
  return { result, events, asked };
}

const criteria = fc.oneof(
  fc.constant({ criterion: 'every_trial', params: {} }),
  fc.constantFrom(0.5, 0.6, 0.75, 0.9).map((proportion) => ({ criterion: 'proportion_gte', params: { proportion } })),
);

const usually = (often: number): fc.Arbitrary<Fate> => {
  const [kind, ...others] = kinds;
  const kindsByWeight = [
    { weight: often, arbitrary: fc.constant(kind) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  ];
  return fc.record({ kind: fc.oneof(...kindsByWeight), delay: fc.nat(9) });
};

const givenCase: fc.Arbitrary<Omit<Given, 'one'> & { readonly part: Partial<Case> & Pick<Case, 'expectations'> }> = fc
  .record({
    criterion: criteria,
    fates: fc.constantFrom(2, 20, 200).chain((often) => fc.array(usually(often), { minLength: 1, maxLength: 40 })),
    sequential: fc.boolean(),
  })
  .map(({ criterion, fates, sequential }) => {
    const grader = { grader: 'trial_passes', params: { checks: [], rubric: { text: 'Is it small?', judge } } } as const;
    const expectations = [{ about: 'the rubric', grader, criteria: [criterion] }];
    return { fates, part: { sample_size: fates.length, sequential, expectations } };
  });

const givenCases: fc.Arbitrary<readonly Given[]> = fc
  .array(givenCase, { minLength: 1, maxLength: 3 })
  .map((all) => all.map(({ fates, part }, at) => ({ fates, one: { ...caseWith(`case ${at}`, []), ...part } })));

const seeded = { seed: 20_260_102, numRuns: 150 };

/** Checks a property for random cases, fates, completion orders and concurrencies. */
function always(claim: (given: readonly Given[], concurrency: number) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(givenCases, fc.integer({ min: 1, max: 8 }), claim), seeded);
}

/** Returns a case without the number of trials requested, which depends on how many run at a time. */
const decidedPart = ({ requested: _, ...decided }: CaseResult) => decided;

test('the order in which trials end changes no verdict, stop, trial or score', () =>
  always(async (given, concurrency) => {
    const inOrder = await runOf(given, 1, true);
    const anyhow = await runOf(given, concurrency);
    assert.deepEqual(anyhow.result.cases.map(decidedPart), inOrder.result.cases.map(decidedPart));
  }));

test('no draw is requested twice, and fewer trials are wasted than run at once', () =>
  always(async (given, concurrency) => {
    const { result, asked } = await runOf(given, concurrency);
    for (const { name, trials } of result.cases) {
      const own = asked.get(name) ?? [];
      assert.equal(new Set(own).size, own.length);
      const wasted = own.length - trials.length;
      assert.ok(wasted < concurrency + mostUnknown(given), `${own.length} asked for, ${trials.length} used`);
    }
  }));

/** Returns how many trials may be asked while nobody knows whether the judge ever works. */
function mostUnknown(given: readonly Given[]): number {
  return given.some(({ fates }) => fates.some(({ kind }) => kind === 'is ungraded')) ? 2 : 0;
}

test('with one trial at a time none is wasted', () =>
  always(async (given) => {
    const { result, asked } = await runOf(given, 1);
    for (const { name, trials } of result.cases) {
      assert.ok((asked.get(name)?.length ?? 0) - trials.length <= mostUnknown(given));
    }
  }));

test('early stopping does not change whether a case passes', () =>
  always(async (given, concurrency) => {
    const fixed = given.map(({ one, fates }) => ({ fates, one: { ...one, sequential: false } }));
    const whole = fixed.map(({ one, fates }) => ({ fates, one: { ...one, stop_early: false } }));
    const early = await runOf(fixed, concurrency);
    const { result } = await runOf(whole, concurrency);
    for (const [at, { passed, trials, sample_size }] of result.cases.entries()) {
      assert.equal(trials.length, sample_size);
      if (passed !== null) assert.equal(early.result.cases[at]?.passed, passed);
    }
  }));

test('a case with a missing trial ends only if it fails with the best possible result', () =>
  always(async (given, concurrency) => {
    const best = given.map(({ one, fates }) => ({ one, fates: fates.map(atBest) }));
    const [{ result }, atItsBest] = [await runOf(given, concurrency), await runOf(best, concurrency)];
    for (const [at, { passed, trials, sample_size }] of result.cases.entries()) {
      if (passed !== null) continue;
      const other = atItsBest.result.cases[at] ?? assert.fail();
      assert.equal(trials.length, other.passed ? sample_size : other.trials.length);
    }
  }));

function atBest(fate: Fate): Fate {
  return fate.kind === 'is missing' || fate.kind === 'is not judged' ? { ...fate, kind: 'passes' } : fate;
}

/** Returns fates with missing trials that have another outcome, or stay missing, after a retry. */
function comingAgain(given: readonly Given[], again: readonly Fate['kind'][]): readonly Given[] {
  let next = 0;
  const kindOf = () => again[next++ % again.length] ?? assert.fail();
  return given.map(({ one, fates }) => ({ one, fates: fates.map((fate) => ({ ...fate, again: kindOf() })) }));
}

const someKinds = fc.array(fc.constantFrom('passes', 'passes', ...kinds), { minLength: 1, maxLength: 20 });

/** Checks a property for runs in which retries may succeed. */
function alwaysAgain(claim: (given: readonly Given[], concurrency: number) => Promise<void>): Promise<void> {
  const given = fc.tuple(givenCases, someKinds).map(([cases, again]) => comingAgain(cases, again));
  return fc.assert(fc.asyncProperty(given, fc.integer({ min: 1, max: 8 }), claim), seeded);
}

const isMissing = (kind: Fate['kind'] | undefined) => kind === 'is missing' || kind === 'is not judged';

test('a trial is requested again at most once, and only if it was missing', () =>
  alwaysAgain(async (given, concurrency) => {
    const { asked } = await runOf(given, concurrency);
    for (const { one, fates } of given) {
      const own = asked.get(one.name) ?? [];
      for (const trial of new Set(own)) {
        const times = own.filter((each) => each === trial).length;
        assert.ok(times <= (isMissing(fates[trial]?.kind) ? 2 : 1), `trial ${trial} was asked for ${times} times`);
      }
    }
  }));

test('a retried missing trial gives the same verdicts as an immediate one', async () => {
  let decided = 0;
  await alwaysAgain(async (given, concurrency) => {
    const atOnce = given.map(({ one, fates }) => ({
      one,
      fates: fates.map(({ kind, delay, again = kind }) => ({ delay, kind: isMissing(kind) ? again : kind })),
    }));
    const [{ result }, expected] = [await runOf(given, concurrency), await runOf(atOnce, 1, true)];
    for (const [at, one] of result.cases.entries()) {
      const hadMissing = given[at]?.fates
        .slice(0, one.stopped_at ?? one.sample_size)
        .some(({ kind }) => isMissing(kind));
      if (one.passed === null) continue;
      assert.deepEqual(decidedPart(one), decidedPart(expected.result.cases[at] ?? assert.fail()));
      if (hadMissing) decided += 1;
    }
  });
  assert.ok(decided > 20, `${decided} cases were decided by what came the second time`);
});

test('after retries the result agrees with its scores, and each trial and case is reported once', () =>
  alwaysAgain(async (given, concurrency) => {
    const { result, events, asked } = await runOf(given, concurrency);
    const { differences, contradictions } = recompute(planOf(...given.map(({ one }) => one)), result);
    assert.deepEqual([differences, contradictions], [[], []]);
    requireCounts(given, { result, events, asked });
  }));

test('stored scores give the verdicts of the run', () =>
  always(async (given, concurrency) => {
    const { result } = await runOf(given, concurrency);
    const anew = given.map(({ one }, at) => redecide(one, forgetful(result.cases[at] ?? assert.fail())));
    assert.deepEqual(anew, result.cases);
    const { differences, contradictions } = recompute(planOf(...given.map(({ one }) => one)), result);
    assert.deepEqual([differences, contradictions], [[], []]);
  }));

/** Returns only the scores and trials of a result. */
function forgetful(result: CaseResult): CaseResult {
  return { ...result, passed: null, verdicts: [], stopped_at: null };
}

test('the finished trials never exceed the planned ones, which only decrease, and are equal in the end', () =>
  always(async (given, concurrency) => requireCounts(given, await runOf(given, concurrency))));

function requireCounts(given: readonly Given[], { events, result, asked }: Told): void {
  let [before, last] = [given.reduce((sum, { one }) => sum + one.sample_size, 0), 0];
  for (const event of events) {
    if (event.event !== 'trial_finished') continue;
    const ended = event.done + event.missing;
    assert.ok(ended === last + 1 && ended <= event.planned && event.planned <= before);
    [before, last] = [event.planned, ended];
  }
  assert.equal(before, last);
  const trials = [...asked.values()].reduce((sum, own) => sum + new Set(own).size, 0);
  assert.equal(last, trials);
  const decided = events.flatMap((event) => (event.event === 'case_decided' ? [event.result] : []));
  const byName = (a: CaseResult, b: CaseResult) => (a.name < b.name ? -1 : 1);
  assert.deepEqual(decided.sort(byName), [...result.cases].sort(byName));
}
