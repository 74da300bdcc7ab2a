import assert from 'node:assert/strict';
import test from 'node:test';
import { sliceOutlooksOf } from '#decide/dataset/slices.js';
import { outlooksOf } from '#decide/outlooks.js';
import { casePasses } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import { chanceOfRun } from '#model/run/outlook.js';
import { randomFrom } from '../promises/mutate.js';
import { caseOn, type PlacedExample, runOn, share, slicesOf, withClasses } from '../support/dataset-case.js';
import { criterion } from '../support/statistical-case.js';

const [bar, rate, runs] = [0.85, 0.955, 4000];

/** A case of items in slices of one size that must all reach the bar. */
function sliced(items: number, slices: number, changes: Partial<Case> = {}): Case {
  const names = Array.from({ length: slices }, (_, at) => [`s${at}`, items / slices] as const);
  const field = slicesOf(Object.fromEntries(names), { criterion: share(bar), must: 'pass' });
  return caseOn({ kept: items, slices: [field] }, share(bar), { expected: rate, ...changes });
}

function itemsOf(random: () => number, items: number, slices: number): readonly PlacedExample[] {
  return Array.from({ length: items }, (_, at) => {
    const isRight = random() < rate;
    const expected = at % 10 === 0 ? 'fraud' : 'other';
    return {
      value: Number(isRight),
      slices: { language: `s${at % slices}` },
      classes: { expected, answered: isRight ? expected : null },
    };
  });
}

interface Planned {
  readonly title: string;
  readonly one: Case;
  readonly items: number;
  readonly slices: number;
}

const withRecall = (items: number, changes: Partial<Case> = {}) =>
  withClasses(
    caseOn({ kept: items }, share(bar), { expected: rate, ...changes }),
    { fraud: items / 10, other: items - items / 10 },
    [criterion('recall_gte', { class: 'fraud', proportion: bar })],
  );

const designs: readonly Planned[] = [
  { title: '200 items, 4 slices', one: sliced(200, 4), items: 200, slices: 4 },
  { title: '300 items, 4 slices', one: sliced(300, 4), items: 300, slices: 4 },
  {
    title: '300 items, 4 slices, all asked',
    one: sliced(300, 4, { stop_early: false }),
    items: 300,
    slices: 4,
  },
  { title: '300 items, 4 slices, sequential', one: sliced(300, 4, { sequential: true }), items: 300, slices: 4 },
  { title: '400 items, 8 slices', one: sliced(400, 8), items: 400, slices: 8 },
  {
    title: '400 items, 8 slices, all asked',
    one: sliced(400, 8, { stop_early: false }),
    items: 400,
    slices: 8,
  },
  { title: '200 items, recall of 20', one: withRecall(200), items: 200, slices: 1 },
  { title: '300 items, recall of 30, sequential', one: withRecall(300, { sequential: true }), items: 300, slices: 1 },
];

for (const [seed, { title, one, items, slices }] of designs.entries()) {
  test(`${title}: the chance that a plan prints is the share of ${runs} runs that pass, within 3 points`, () => {
    const chance = chanceOfRun({ outlooks: outlooksOf(one), slice_outlooks: sliceOutlooksOf(one) });
    assert.ok(chance);
    const random = randomFrom(seed + 1);
    let passed = 0;
    for (let run = 0; run < runs; run++) {
      const { verdicts, dataset } = runOn(one, itemsOf(random, items, slices));
      if (casePasses(verdicts, dataset)) passed += 1;
    }
    const seen = passed / runs;
    const text = `${chance.least} to ${chance.most} printed, ${seen} seen`;
    assert.ok(seen >= chance.least - 0.03 && seen <= chance.most + 0.03, text);
    assert.ok(chance.most - chance.least < 0.06, text);
  });
}
