import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { Ask } from '#model/reply/exchange.js';
import type { CaseResult } from '#model/run/run.js';
import { recompute } from '#run/collect/recompute.js';
import { run } from '#run/run.js';
import { datasetWith } from '../../support/dataset.js';
import { type ScriptedItem, sampleOfItems } from '../sample-of-items.js';
import { planOf, says, setUp } from '../scripted-run.js';

const atLeastHalf = { criterion: 'proportion_gte', params: { proportion: 0.5 }, significance_level: 0.05 };

/** Makes items of which every fifth is German. */
function itemsOf(count: number, part: (at: number) => Partial<ScriptedItem> = () => ({})): readonly ScriptedItem[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `i${at}`,
    text: `item ${at}`,
    slices: { language: at % 5 === 4 ? 'de' : 'en' },
    ...part(at),
  }));
}

/** Makes a case that passes if half of its items are right, in both languages. */
function caseOn(items: readonly ScriptedItem[], draws: number): Case {
  const [expectation = assert.fail('no expectation')] = says('tickets', 'yes').expectations;
  const clusters = new Set(items.map(({ cluster }) => cluster).filter((cluster) => cluster !== undefined));
  const units = clusters.size === 0 ? items.length : clusters.size;
  const countsOf = (value: string) => {
    const own = items.filter(({ slices }) => slices?.['language'] === value);
    const count = new Set(own.map(({ id, cluster = id }) => cluster)).size;
    return { value, kept: own.length, kept_units: count, units: count };
  };
  const slices = [
    {
      field: 'language',
      values: [countsOf('en'), countsOf('de')].filter(({ kept }) => kept > 0),
      gate: { criterion: atLeastHalf, must: 'pass' } as const,
    },
  ];
  return {
    ...says('tickets', 'yes', items.length * draws),
    sequential: true,
    expectations: [{ ...expectation, criteria: [atLeastHalf] }],
    dataset: datasetWith({
      kept: items.length,
      kept_units: units,
      units,
      draws,
      slices,
      ...(clusters.size > 0 && { cluster: { field: 'customer' } }),
    }),
  };
}

interface Setting {
  readonly items: readonly ScriptedItem[];
  readonly draws?: number;
  readonly concurrency?: number;
  /** The number of turns that the reply to the n-th call takes. */
  readonly delay?: (call: number) => number;
  readonly wrong?: readonly string[];
}

async function resultOf({ items, draws = 1, concurrency = 1, delay, wrong = [] }: Setting) {
  const testCase = caseOn(items, draws);
  const answer = (text: string) => (wrong.some((item) => text === `<t>${item}</t>`) ? 'no' : 'yes');
  const { deps, calls } = setUp(({ request }) => ({ text: answer(request.messages.at(-1)?.content ?? '') }), {
    concurrency,
    sampleOf: (one) => sampleOfItems(one, items, draws),
  });
  let asked = 0;
  const ask: Ask = async (call) => {
    for (let turn = delay?.(asked++) ?? 0; turn > 0; turn--) await new Promise(setImmediate);
    return deps.ask(call);
  };
  const plan = { ...planOf(testCase), body: '<t>{{text}}</t>' };
  const result = await run(plan, { ...deps, ask });
  assert.deepEqual(recompute(plan, JSON.parse(JSON.stringify(result))), {
    total: 1,
    differences: [],
    contradictions: [],
  });
  const [one = assert.fail('no case')] = result.cases;
  return { one, calls: calls.length };
}

const decisionOf = ({ trials, requested: _requested, ...rest }: CaseResult) => ({
  ...rest,
  trials: trials.map(({ index, origin }) => ({ index, origin })),
});

const indexesOf = ({ trials }: CaseResult) => trials.map(({ index }) => index);

test('once all else is settled, only items of open slices are asked, in their order', async () => {
  const { one, calls } = await resultOf({ items: itemsOf(200) });
  assert.equal(one.passed, true);
  const indexes = indexesOf(one);
  const firstGap = indexes.findIndex((index, at) => index !== at);
  assert.ok(firstGap > 0 && firstGap < indexes.length, `${indexes}`);
  assert.ok(
    indexes.slice(firstGap).every((index) => index % 5 === 4),
    `${indexes}`,
  );
  assert.ok((one.verdicts[0]?.used ?? 0) <= firstGap);
  assert.equal(one.stopped_at, indexes.length);
  assert.equal(calls, indexes.length);
});

test('replies in any order, and any number at once, give the same result', async () => {
  const wrong = ['item 4', 'item 7', 'item 19', 'item 20'];
  const alone = await resultOf({ items: itemsOf(200), wrong });
  for (const concurrency of [2, 7, 40]) {
    for (const seed of [1, 2, 3]) {
      const delay = (call: number) => (call * 7919 + seed * 104_729) % 11;
      const { one, calls } = await resultOf({ items: itemsOf(200), wrong, concurrency, delay });
      const { requested } = one;
      assert.deepEqual(decisionOf(one), decisionOf(alone.one));
      assert.equal(requested ?? one.stopped_at, calls);
    }
  }
});

test('a case stops at the end of a unit: an item with all its draws, or a cluster with all its items', async () => {
  const draws = await resultOf({ items: itemsOf(100), draws: 3, concurrency: 4 });
  const items = new Map<string, number>();
  for (const { origin } of draws.one.trials) {
    const item = origin?.item ?? assert.fail('no origin');
    items.set(item, (items.get(item) ?? 0) + 1);
  }
  assert.ok(
    [...items.values()].every((times) => times === 3),
    JSON.stringify([...items]),
  );
  const clustered = itemsOf(120, (at) => ({ cluster: `c${Math.floor(at / 4)}`, slices: { language: 'en' } }));
  const { one } = await resultOf({ items: clustered, concurrency: 4 });
  assert.equal(one.passed, true);
  assert.ok(one.trials.length < 120);
  assert.equal(one.trials.length % 4, 0);
});

test('a slice that fails ends the case, and items of settled slices are not asked again', async () => {
  const german = itemsOf(200).flatMap(({ text, slices }) => (slices?.['language'] === 'de' ? [text] : []));
  const { one } = await resultOf({ items: itemsOf(200), wrong: german, concurrency: 6 });
  assert.equal(one.passed, false);
  assert.ok(one.trials.length < 200);
});
