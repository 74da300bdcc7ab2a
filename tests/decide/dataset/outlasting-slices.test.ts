import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { caseOn, decideOn, type PlacedExample, runOn, share, slicesOf } from '../../support/dataset-case.js';

const languages: readonly string[] = ['de', 'en', 'nl'];

function caseOfLanguages(trials: readonly PlacedExample[], must: 'pass' | 'not_fail', sequential: boolean) {
  const counted = languages.map(
    (name) => [name, trials.filter(({ slices }) => slices?.['language'] === name).length] as const,
  );
  const counts = Object.fromEntries(counted.filter(([, count]) => count > 0));
  const slices = [slicesOf(counts, { criterion: share(0.7, 0.2), must })];
  return caseOn({ kept: trials.length, slices }, share(0.6, 0.2), { sequential });
}

/** Makes trials that mostly pass, with a rare language. */
const trialsOf = fc.array(
  fc.record({
    value: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constant(0) }),
    slices: fc.constantFrom('de', 'de', 'en', 'en', 'nl').map((language) => ({ language })),
  }),
  { minLength: 30, maxLength: 120 },
);

test('once the claim is shown, only items of open slices are asked, and all other numbers rest on the trials before', () => {
  let outlasted = 0;
  const property = fc.property(trialsOf, fc.boolean(), (trials, sequential) => {
    const gated = runOn(caseOfLanguages(trials, 'pass', sequential), trials);
    const plain = runOn(caseOfLanguages(trials, 'not_fail', sequential), trials);
    const both = Math.min(gated.asked.length, plain.asked.length);
    assert.deepEqual(gated.asked.slice(0, both), plain.asked.slice(0, both));
    if (gated.verdicts[0]?.outcome !== 'passed') return;
    assert.deepEqual(gated.verdicts, plain.verdicts);
    const after = gated.asked.slice(plain.asked.length);
    const open = new Set<string | undefined>(after.map((trial) => trials[trial]?.slices?.language));
    const rows = gated.dataset?.slices[0]?.rows ?? [];
    for (const [index, row] of (plain.dataset?.slices[0]?.rows ?? []).entries()) {
      if (open.has(row.value)) continue;
      const { value, n, k } = rows[index] ?? assert.fail();
      assert.deepEqual({ value, n, k }, { value: row.value, n: row.n, k: row.k });
    }
    for (const name of open) {
      const row = rows.find(({ value }) => value === name);
      const own = gated.asked.filter((trial) => trials[trial]?.slices?.['language'] === name);
      assert.equal(row?.n, own.length, 'an open slice counts all its items');
    }
    if (after.length > 0) outlasted += 1;
  });
  fc.assert(property, { seed: 3, numRuns: 300 });
  assert.ok(outlasted > 30, `${outlasted} cases had slices that outlasted them`);
});

test('items are asked in the seeded order, and an item is not wanted again once its slice is closed', () => {
  const property = fc.property(trialsOf, (trials) => {
    const { asked } = runOn(caseOfLanguages(trials, 'pass', true), trials);
    assert.deepEqual(
      asked,
      [...asked].sort((a, b) => a - b),
    );
    const left = (name: string) => asked.filter((trial) => trials[trial]?.slices?.['language'] === name);
    for (const name of languages) {
      const own = trials.flatMap(({ slices }, trial) => (slices?.['language'] === name ? [trial] : []));
      assert.deepEqual(left(name), own.slice(0, left(name).length), `${name}: no gap`);
    }
  });
  fc.assert(property, { seed: 4, numRuns: 200 });
});

test('a stored case is decided as the run decided it', () => {
  const property = fc.property(trialsOf, fc.boolean(), (trials, sequential) => {
    const one = caseOfLanguages(trials, 'pass', sequential);
    const live = runOn(one, trials);
    const stored = decideOn(one, trials);
    assert.deepEqual(stored.verdicts, live.verdicts);
    assert.deepEqual(stored.dataset, live.dataset);
    assert.equal(stored.is_settled, live.isSettled);
  });
  fc.assert(property, { seed: 6, numRuns: 200 });
});

test('a slice that cannot pass any more ends the case', () => {
  const trials = Array.from({ length: 60 }, (_, index): PlacedExample => {
    const isDutch = index % 3 === 0;
    return { value: isDutch ? 0 : 1, slices: { language: isDutch ? 'nl' : 'de' } };
  });
  const { asked, dataset, isSettled } = runOn(caseOfLanguages(trials, 'pass', false), trials);
  assert.ok(isSettled && asked.length < 60, `${asked.length} asked`);
  assert.equal(dataset?.slices[0]?.holds, false);
});

test('a case ends at the end of a unit, whatever settles it inside', () => {
  const trials = Array.from(
    { length: 90 },
    (_, index): PlacedExample => ({
      value: 1,
      item: `i${Math.floor(index / 3)}`,
      draw: index % 3,
      endsUnit: index % 3 === 2,
      slices: { language: 'de' },
    }),
  );
  for (const claim of ['population', 'file'] as const) {
    const one = caseOn({ kept: 30, draws: 3, claim }, share(0.6, 0.2), {});
    const { asked, isSettled } = runOn(one, trials);
    assert.ok(isSettled && asked.length < 90);
    assert.equal(asked.length % 3, 0, `${asked.length} asked`);
  }
});
