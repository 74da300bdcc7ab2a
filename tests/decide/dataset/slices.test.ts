import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { casePasses } from '#decide/watch-case.js';
import type { SlicingField } from '#model/dataset.js';
import type { SliceRow } from '#model/run/verdict.js';
import { binomialUpperTail } from '#stats/binomial.js';
import { bettingP } from '#stats/e-process.js';
import { assertClose } from '../../support/assert-close.js';
import { caseOn, decideOn, type PlacedExample, runOn, share, slicesOf } from '../../support/dataset-case.js';

type Must = 'pass' | 'not_fail';
const gate = (proportion: number, must: Must, alpha = 0.05): SlicingField['gate'] => ({
  criterion: share(proportion, alpha),
  must,
});

/** Makes the trials of slices from the answers of each, in turn: a, b, c, a, b, c, … */
function inTurn(answers: Readonly<Record<string, readonly PlacedExample['value'][]>>): PlacedExample[] {
  const longest = Math.max(...Object.values(answers).map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    Object.entries(answers).flatMap(([language, values]) => {
      const value = values[index];
      return value === undefined ? [] : [{ value, slices: { language } }];
    }),
  ).flat();
}

const ones = (right: number, wrong = 0): number[] => [
  ...Array.from({ length: wrong }, () => 0),
  ...Array.from({ length: right }, () => 1),
];

function caseOfSlices(
  answers: Readonly<Record<string, readonly PlacedExample['value'][]>>,
  rule: SlicingField['gate'],
  changes: Parameters<typeof caseOn>[2] & { readonly claim?: 'population' | 'file'; readonly overall?: number } = {},
) {
  const { claim = 'population', overall = 0.5, ...rest } = changes;
  const counts = Object.fromEntries(Object.entries(answers).map(([value, values]) => [value, values.length]));
  const kept = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return caseOn({ kept, claim, slices: [slicesOf(counts, rule)] }, share(overall), rest);
}

function rowsOf(one: ReturnType<typeof decideOn>): readonly SliceRow[] {
  return one.dataset?.slices[0]?.rows ?? assert.fail();
}

/** Returns Holm's adjusted p-values, in the order of the input. */
function holm(p: readonly number[]): number[] {
  const order = p.map((_, index) => index).sort((a, b) => (p[a] ?? 0) - (p[b] ?? 0));
  const adjusted: number[] = [];
  let most = 0;
  for (const [rank, index] of order.entries()) {
    most = Math.max(most, Math.min(1, (p.length - rank) * (p[index] ?? 0)));
    adjusted[index] = most;
  }
  return adjusted;
}

test('after the whole sample each slice has the exact test of its own items, adjusted by Holm', () => {
  const count = fc.record({ right: fc.integer({ min: 0, max: 60 }), wrong: fc.integer({ min: 0, max: 9 }) });
  const property = fc.property(fc.array(count, { minLength: 1, maxLength: 4 }), (counts) => {
    const filled = counts.map(({ right, wrong }) => ones(right + 1, wrong));
    const answers = Object.fromEntries(filled.map((values, index) => [`s${index}`, values]));
    const rows = rowsOf(decideOn(caseOfSlices(answers, gate(0.85, 'pass'), { stop_early: false }), inTurn(answers)));
    const expected = filled.map((values) =>
      binomialUpperTail(values.filter((value) => value === 1).length, values.length, 0.85),
    );
    const adjusted = holm(expected);
    const all = expected.every((p) => p < 0.05);
    for (const [index, { p_value, adjusted: found, outcome }] of rows.entries()) {
      assertClose(p_value, expected[index] ?? null);
      assertClose(found, adjusted[index] ?? null);
      assert.equal(outcome === 'passed', all || (adjusted[index] ?? 1) < 0.05);
    }
  });
  fc.assert(property, { seed: 5, numRuns: 150 });
});

test('where the case may stop early, each slice has the mixture e-process of its own items', () => {
  const answers = { de: ones(40, 2), en: ones(70, 1), fr: ones(20) };
  for (const collects_all of [undefined, true] as const) {
    const changes = collects_all ? { stop_early: false, collects_all } : { overall: 0.99 };
    const rows = rowsOf(decideOn(caseOfSlices(answers, gate(0.85, 'not_fail'), changes), inTurn(answers)));
    for (const [index, values] of Object.values(answers).entries()) {
      const own = values.slice(0, rows[index]?.n);
      assertClose(rows[index]?.p_value ?? null, bettingP(own, 0.85));
      assertClose(
        rows[index]?.fail_p ?? null,
        bettingP(
          own.map((value) => 1 - value),
          1 - 0.85,
        ),
      );
    }
  }
});

test('a slice that must pass needs as few perfect items as a case of its own, wherever the case may stop', () => {
  const holds = (n: number, bar: number, changes: object) => {
    const answers = { nl: ones(n), de: ones(200) };
    const one = caseOfSlices(answers, gate(bar, 'pass'), changes);
    return runOn(one, inTurn(answers)).dataset?.slices[0]?.holds === true;
  };
  for (const changes of [{}, { stop_early: false }, { sequential: true }, { stop_early: false, collects_all: true }]) {
    assert.deepEqual([holds(19, 0.85, changes), holds(18, 0.85, changes)], [true, false], JSON.stringify(changes));
    assert.deepEqual([holds(29, 0.9, changes), holds(28, 0.9, changes)], [true, false], JSON.stringify(changes));
  }
});

test('38 right ones of 40 show 85% of a slice that must pass; its last failure may show the opposite', () => {
  const rowOf = (values: readonly number[]) => {
    const answers = { de: ones(200), nl: values };
    return (
      runOn(caseOfSlices(answers, gate(0.85, 'pass')), inTurn(answers)).dataset?.slices[0]?.rows[1] ?? assert.fail()
    );
  };
  const shown = rowOf(ones(38, 2));
  assert.equal(shown.n, 40);
  assertClose(shown.p_value, binomialUpperTail(38, 40, 0.85));
  const refuted = rowOf(ones(30, 10));
  assert.equal(refuted.n, 3, 'at most 2 of 40 may fail');
  assertClose(refuted.fail_p, 0.15 ** 3);
  assert.equal(refuted.outcome, 'failed');
});

test('a slice that another one ended has no bounds, and one that may not fail has', () => {
  const answers = { de: ones(30, 10), nl: ones(60) };
  const boundsOf = (must: Must, overall: number) => {
    const one = caseOfSlices(answers, gate(0.85, must), { overall });
    const row = runOn(one, inTurn(answers)).dataset?.slices[0]?.rows[1] ?? assert.fail();
    return [row.outcome, row.n < 60, row.lower !== null];
  };
  assert.deepEqual(boundsOf('pass', 0.5), ['inconclusive', true, false]);
  assert.deepEqual(boundsOf('not_fail', 0.95), ['inconclusive', true, true]);
});

test('a slice none of whose items is asked is not shown, and stops nothing', () => {
  const field = slicesOf({ de: 40, nl: 5 }, gate(0.85, 'pass'));
  const values = field.values.map((slice) => (slice.value === 'nl' ? { ...slice, units: 0 } : slice));
  for (const claim of ['population', 'file'] as const) {
    for (const changes of [{}, { sequential: true }, { stop_early: false }]) {
      const one = caseOn(
        { kept: 45, asked: 40, units: 40, claim, slices: [{ ...field, values }] },
        share(0.5),
        changes,
      );
      const { dataset } = runOn(one, inTurn({ de: ones(40) }));
      assert.deepEqual([dataset?.slices[0]?.holds, dataset?.slices[0]?.rows[1]?.n], [false, 0]);
    }
  }
});

test('the chance of a slice that must pass is that of the exact test of its items', () => {
  for (const [bar, n, chance] of [
    [0.85, 50, 0.81],
    [0.85, 75, 0.88],
    [0.9, 100, 0.82],
    [0.8, 50, 0.92],
  ] as const) {
    const isShown = (wrong: number) => {
      const answers = { de: ones(n), nl: ones(n - wrong, wrong) };
      return runOn(caseOfSlices(answers, gate(bar, 'pass')), inTurn(answers)).dataset?.slices[0]?.holds === true;
    };
    const allowed = Array.from({ length: n }, (_, wrong) => wrong).filter(isShown).length - 1;
    const power = binomialUpperTail(n - allowed, n, 1 - 0.3 * (1 - bar));
    assert.equal(Math.round(power * 100) / 100, chance, `${bar}, ${n}: up to ${allowed} wrong ones`);
  }
});

test('slices that must pass hold if each is shown; those that must not fail hold unless one is refuted', () => {
  const verdictOf = (must: Must, answers: Record<string, number[]>) => {
    const one = caseOfSlices(answers, gate(0.85, must), { stop_early: false });
    const { verdicts, dataset } = decideOn(one, inTurn(answers));
    return { holds: dataset?.slices[0]?.holds, passes: casePasses(verdicts, dataset) };
  };
  const unclear = { de: ones(60), nl: ones(10, 1) };
  const refuted = { de: ones(60), nl: ones(12, 12) };
  const shown = { de: ones(60), nl: ones(40) };
  assert.deepEqual(verdictOf('pass', shown), { holds: true, passes: true });
  assert.deepEqual(verdictOf('pass', unclear), { holds: false, passes: false });
  assert.deepEqual(verdictOf('not_fail', unclear), { holds: true, passes: true });
  assert.deepEqual(verdictOf('not_fail', refuted), { holds: false, passes: false });
});

test('a trial without a value stays in its slice: 0 for the claim and 1 for its opposite', () => {
  const answers = { de: ones(40), nl: [...ones(30, 2), 'failed', 'ungraded'] as const };
  const rows = rowsOf(decideOn(caseOfSlices(answers, gate(0.85, 'pass'), { stop_early: false }), inTurn(answers)));
  const [, nl] = rows;
  assert.deepEqual([nl?.n, nl?.trials, nl?.k, nl?.failed, nl?.ungraded], [34, 34, 30, 1, 1]);
  assertClose(nl?.p_value ?? null, binomialUpperTail(30, 34, 0.85));
  assertClose(nl?.fail_p ?? null, 1 - binomialUpperTail(33, 34, 0.85));
});

test('a slice that is only reported has no marks and gates nothing', () => {
  const counts = { de: 30, nl: 10 };
  const field = slicesOf(counts, gate(0.85, 'pass'));
  const values = field.values.map((slice) => (slice.value === 'nl' ? { ...slice, reported: true as const } : slice));
  const one = caseOn({ kept: 40, slices: [{ ...field, values }] }, share(0.5), { stop_early: false });
  const { dataset, verdicts } = decideOn(one, inTurn({ de: ones(30), nl: ones(0, 10) }));
  assert.ok(casePasses(verdicts, dataset));
  assert.deepEqual(
    dataset?.slices[0]?.rows.map(({ outcome, estimate }) => [outcome, estimate]),
    [
      ['passed', 1],
      [null, 0],
    ],
  );
});

test('a slice of a file that has exactly as many right items as it needs passes', () => {
  const answers = { de: ones(9, 1), nl: ones(17, 3) };
  for (const changes of [{}, { stop_early: false }, { stop_early: false, sequential: true }]) {
    const one = caseOfSlices(answers, gate(0.85, 'pass'), { claim: 'file', ...changes, overall: 0.85 });
    const rows = runOn(one, inTurn(answers)).dataset?.slices[0]?.rows ?? [];
    assert.deepEqual(
      rows.map(({ outcome, fail_p }) => [outcome, fail_p]),
      [
        ['passed', 1],
        ['passed', 1],
      ],
    );
  }
});

test('the answers to a file with several draws are counted slice by slice', () => {
  const counts = { de: 12, nl: 8 };
  const one = caseOn({ kept: 20, draws: 3, claim: 'file', slices: [slicesOf(counts, gate(0.7, 'pass'))] }, share(0.5), {
    stop_early: false,
  });
  const trials = Array.from({ length: 60 }, (_, trial): PlacedExample => {
    const item = Math.floor(trial / 3);
    return {
      value: 1,
      item: `i${item}`,
      draw: trial % 3,
      endsUnit: trial % 3 === 2,
      slices: { language: item < 12 ? 'de' : 'nl' },
    };
  });
  const { dataset } = decideOn(one, trials);
  const rows = dataset?.slices[0]?.rows ?? [];
  assert.deepEqual(
    rows.map(({ n, trials: of }) => [n, of]),
    [
      [36, 36],
      [24, 24],
    ],
  );
  assertClose(rows[0]?.p_value ?? null, 0.7 ** 36);
  assertClose(rows[1]?.p_value ?? null, 0.7 ** 24);
});

test('of all slices at one wrong item too many, any passes in at most alpha of all orders', () => {
  // Two slices of four and five items of a file, each one right item short of 3 of 4 and of 4 of 5: every order of both.
  const orders = (N: number, K: number) =>
    Array.from({ length: 2 ** N }, (_, bits) => Array.from({ length: N }, (__, i) => (bits >> i) & 1)).filter(
      (order) => order.filter((one) => one === 1).length === K,
    );
  for (const alpha of [0.1, 0.3, 0.5]) {
    for (const changes of [{ stop_early: false }, { sequential: true }, {}]) {
      let [any, total] = [0, 0];
      for (const de of orders(4, 2)) {
        for (const nl of orders(5, 3)) {
          const answers = { de, nl };
          const one = caseOfSlices(answers, gate(0.75, 'pass', alpha), { claim: 'file', ...changes });
          const { dataset } = runOn(one, inTurn(answers));
          total += 1;
          any += dataset?.slices[0]?.rows.some(({ outcome }) => outcome === 'passed') ? 1 : 0;
        }
      }
      assert.ok(any <= alpha * total, `${any} of ${total} at ${alpha}: ${JSON.stringify(changes)}`);
    }
  }
});
