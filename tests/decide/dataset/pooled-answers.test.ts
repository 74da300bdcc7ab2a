import assert from 'node:assert/strict';
import test from 'node:test';
import { refusedCriteria } from '#decide/outlooks.js';
import type { Grader } from '#model/grader.js';
import type { CriterionSpec } from '#model/settings.js';
import { allowUnderpowered, planRun } from '#run/plan/plan-run.js';
import { caseWith, decideOn, type PlacedExample, runOn, share, slicesOf } from '../../support/dataset-case.js';
import { promptWith } from '../../support/prompt.js';
import { conversation, criterion, measured, passesOrNot, scoredFrom } from '../../support/statistical-case.js';

/** Returns `draws` answers to each item, in the order of the items; each item is always right or always wrong. */
function answersTo(items: readonly number[], draws: number, languages: readonly string[] = []): PlacedExample[] {
  return items.flatMap((value, item) =>
    Array.from({ length: draws }, (_, draw) => ({
      value,
      item: `i${item}`,
      draw,
      endsUnit: draw === draws - 1,
      slices: { language: languages[item] ?? 'de' },
    })),
  );
}

const some = (right: number, wrong: number) => [
  ...Array.from({ length: wrong }, () => 0),
  ...Array.from({ length: right }, () => 1),
];

function pooledCase(
  kept: number,
  draws: number,
  claim: CriterionSpec = share(0.9),
  changes: Parameters<typeof caseWith>[2] & { readonly grader?: Grader; readonly gate?: CriterionSpec } = {},
) {
  const { grader = passesOrNot, gate, ...rest } = changes;
  const slices = gate ? [slicesOf({ de: kept / 2, en: kept / 2 }, { criterion: gate, must: 'pass' })] : [];
  return caseWith(
    { kept, asked: kept, units: kept, kept_units: kept, draws, claim: 'file', slices },
    { grader, claim },
    rest,
  );
}

test('a true claim about several answers to each item is never shown to be false by the items that happen to be first', () => {
  for (const [right, wrong, draws] of [
    [18, 2, 20],
    [46, 4, 10],
    [27, 3, 3],
  ] as const) {
    const one = pooledCase(right + wrong, draws, share(right / (right + wrong)));
    const { asked, verdicts } = runOn(one, answersTo(some(right, wrong), draws));
    assert.ok(asked.length < (right + wrong) * draws, 'it ends early');
    assert.equal(verdicts[0]?.outcome, 'inconclusive');
    assert.ok((verdicts[0]?.fail_p ?? 0) > 0.05);
    assert.ok((verdicts[0]?.interval?.upper ?? 0) >= right / (right + wrong));
  }
});

test('a slice of several answers to each item at its bar is never shown to be false', () => {
  const languages = Array.from({ length: 40 }, (_, item) => (item < 20 ? 'de' : 'en'));
  const items = [...some(18, 2), ...some(18, 2)];
  const one = pooledCase(40, 10, share(0.5), { gate: share(0.9) });
  const { dataset } = runOn(one, answersTo(items, 10, languages));
  assert.deepEqual(
    dataset?.slices[0]?.rows.map(({ outcome }) => outcome),
    ['inconclusive', 'inconclusive'],
  );
});

test('a false claim that is shown by all answers fails, and a true one that is shown by some passes early', () => {
  const all = { stop_early: false };
  const refuted = decideOn(pooledCase(20, 10, share(0.9), all), answersTo(some(14, 6), 10)).verdicts[0];
  assert.equal(refuted?.outcome, 'failed');
  const shown = runOn(pooledCase(20, 10, share(0.8)), answersTo([...some(18, 0), 0, 0], 10));
  assert.ok(shown.asked.length < 200);
  assert.equal(shown.verdicts[0]?.outcome, 'passed');
});

test('a run of some items decides nothing about all answers', () => {
  const one = pooledCase(20, 10, share(0.8));
  const { dataset } = one;
  assert.ok(dataset);
  const part = { ...one, dataset: { ...dataset, asked: 5, units: 5 }, sample_size: 50 };
  assert.equal(runOn(part, answersTo(some(5, 0), 10)).verdicts[0]?.outcome, 'inconclusive');
});

const refused: readonly (readonly [Grader, CriterionSpec])[] = [
  [scoredFrom(1, 10), criterion('mean_gte', { threshold: 7 })],
  [scoredFrom(1, 10), criterion('mean_gte', { threshold: 7, method: 'betting' })],
  [scoredFrom(1, 10), criterion('median_gte', { threshold: 7 })],
  [measured('per_turn.response_length', conversation), criterion('proportion_lt', { threshold: 9, proportion: 0.8 })],
  [measured('per_conversation.turn_count', conversation), criterion('median_lt', { threshold: 5 })],
];

for (const [grader, claim] of refused) {
  test(`${claim.criterion} of ${grader.grader}: refused with several draws of a file, also in a slice`, () => {
    const subject = grader.grader === 'metric' ? { subject: conversation } : {};
    const at = { file: 'eval.yml', line: 7, column: 9 };
    const problemsOf = (one: ReturnType<typeof pooledCase>) =>
      planRun({
        prompt: promptWith(),
        cases: [one],
        config: { concurrency: 4, providers: {}, prices: {}, budget: {}, cache: false, promotion: {} },
        models: [],
        programs: [],
        manner: allowUnderpowered,
      }).problems.flatMap(({ code, variant, at: place, severity }) =>
        severity === 'error' ? [`${code}:${variant} ${place?.line}:${place?.column}`] : [],
      );
    const there = { ...claim, at };
    const ofCase = pooledCase(50, 3, there, { grader, ...subject });
    assert.deepEqual(problemsOf(ofCase), ['EVA_BAD_CRITERIA:pooled_answers 7:9']);
    const sound = grader.grader === 'metric' ? 'proportion_lte' : 'proportion_gte';
    const gated = pooledCase(50, 3, criterion(sound, { threshold: 8, min_score: 8, proportion: 0.5 }), {
      grader,
      gate: there,
      ...subject,
    });
    const slicesOnly = refusedCriteria(gated).filter(({ spec }) => spec.criterion === claim.criterion);
    assert.deepEqual(
      slicesOnly.map(({ refusal }) => refusal.variant),
      ['pooled_answers'],
    );
    const { dataset } = ofCase;
    assert.ok(dataset);
    assert.deepEqual(refusedCriteria({ ...ofCase, dataset: { ...dataset, draws: 1 } }), []);
  });
}
