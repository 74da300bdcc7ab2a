import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { criterionOf } from '#decide/criteria/define-criterion.js';
import { criteria as builtIn } from '#decide/criteria/index.js';
import { classCriterionNames } from '#decide/dataset/class-tally.js';
import { refusedCriteria } from '#decide/outlooks.js';
import { decideCase, watchCase } from '#decide/watch-case.js';
import type { Case, Subject } from '#model/case.js';
import type { JsonValue } from '#model/data/json.js';
import type { Grader } from '#model/grader.js';
import type { Verdict } from '#model/run/verdict.js';
import type { CriterionSpec } from '#model/settings.js';
import {
  caseOf,
  conversation,
  criterion,
  type Example,
  measured,
  passesOrNot,
  scoredFrom,
  scoresOf,
  single,
} from '../support/statistical-case.js';

/** A measured quantity: its values, its range, and claims that some samples show and others refute. */
interface Measurement {
  readonly what: string;
  readonly grader: Grader;
  readonly subject: Subject;
  readonly threshold: number;
  readonly trial: fc.Arbitrary<Example>;
  readonly ends: readonly [lowest: Example, highest: Example];
}

const latency = measured('per_turn.response_latency');
const seconds = fc.constantFrom(0.5, 1, 2, 12, 25);

const measurements: readonly Measurement[] = [
  {
    what: 'passes',
    grader: passesOrNot,
    subject: single,
    threshold: 1,
    trial: fc.constantFrom(1, 0),
    ends: [0, 1],
  },
  {
    what: 'scores',
    grader: scoredFrom(1, 10),
    subject: single,
    threshold: 6,
    trial: fc.integer({ min: 1, max: 10 }),
    ends: [1, 10],
  },
  {
    what: 'latencies',
    grader: latency,
    subject: single,
    threshold: 5,
    trial: seconds,
    ends: [0, 1e6],
  },
  {
    what: 'latencies turn by turn',
    grader: latency,
    subject: conversation,
    threshold: 5,
    trial: fc.array(seconds, { minLength: 1, maxLength: 4 }),
    ends: [[0], [1e6]],
  },
];

const own = (['proportion', 'mean'] as const).map((aggregation) =>
  criterionOf({
    name: `${aggregation}_own`,
    aggregation,
    value: ([value = 0], { threshold, least, most }) =>
      aggregation === 'mean'
        ? Math.min(1, Math.max(0, (value - Number(least)) / (Number(most) - Number(least))))
        : Number(value >= Number(threshold)),
    bar: ({ proportion }) => Number(proportion),
    claim: () => 'the latencies are long',
  }),
);
const all = [...builtIn.filter(({ name }) => !classCriterionNames.includes(name)), ...own];

interface Kind extends Measurement {
  readonly spec: CriterionSpec;
  readonly title: string;
}

/** All criteria that use a test, on all quantities that they can decide. */
const kinds: readonly Kind[] = measurements.flatMap((measurement) =>
  all.flatMap(({ name }) => {
    const { threshold } = measurement;
    const shares = measurement.what === 'scores' ? { min_score: threshold } : {};
    const params: readonly Record<string, JsonValue>[] = name.startsWith('proportion')
      ? [{ ...(measurement.what !== 'passes' && shares), threshold, proportion: 0.5 }]
      : name === 'mean_own'
        ? [{ proportion: 0.3, ...(measurement.what === 'scores' ? { least: 1, most: 10 } : { least: 0, most: 30 }) }]
        : name.startsWith('mean')
          ? [{ threshold }, { threshold, method: 'betting' }]
          : [{ threshold, q: name.endsWith('gte') || name.endsWith('gt') ? 0.4 : 0.6 }];
    return params
      .map((given) => ({
        ...measurement,
        spec: criterion(name, given, 0.1),
        title: `${name} of ${measurement.what}${given['method'] ? ' by betting' : ''}`,
      }))
      .filter((kind) => isTested(kind) && refusedCriteria(caseOfKind(kind, 12), all).length === 0);
  }),
);

/** Excludes `every_trial`, which has no test. For passes and failures only `proportion_gte` makes sense. */
function isTested({ what, spec: { criterion: name } }: Kind): boolean {
  return what === 'passes' ? name === 'proportion_gte' : name !== 'every_trial';
}

function caseOfKind({ grader, spec, subject }: Kind, n: number, changes: Partial<Case> = {}): Case {
  return caseOf(n, grader, [spec], { subject, ...changes });
}

function whole(kind: Kind, trials: readonly Example[], sequential: boolean): Verdict {
  const one = caseOfKind(kind, trials.length, { stop_early: false, sequential });
  const [verdict] = decideCase(one, scoresOf(trials), all).verdicts;
  return verdict ?? assert.fail();
}

/**
 * Ends a case after `end` trials. Returns its verdict, and the verdicts of the whole sample if all trials without a value, and all that
 * never ran, had the worst or the best value.
 */
function ended(kind: Kind, trials: readonly Example[], end: number, sequential: boolean) {
  const watch = watchCase(caseOfKind(kind, trials.length, { sequential }), all);
  for (const [trial, example] of trials.slice(0, end).entries()) {
    if (watch.isSettled()) break;
    watch.push(scoresOf([example]).map((score) => ({ ...score, trial })));
  }
  const used = watch.used();
  const completed = (rest: Example) =>
    whole(
      kind,
      trials.map((example, trial) => (trial >= used || typeof example === 'string' ? rest : example)),
      sequential,
    );
  const [verdict = assert.fail()] = watch.verdicts();
  return { verdict, completions: kind.ends.map(completed), canPass: watch.canPass() };
}

const tolerance = 1e-5;

/** Number of comparisons of each figure, over all kinds. */
const compared = { p_value: 0, fail_p: 0, lower: 0, upper: 0 };

/**
 * Asserts that no figure of a case that ended is sharper than in the least favourable completion. A test of the whole sample must
 * give exactly that figure; an e-process uses only the trials so far.
 */
function assertNotSharper(kind: Kind, trials: readonly Example[], end: number, sequential: boolean): void {
  const { verdict, completions, canPass } = ended(kind, trials, end, sequential);
  const note = JSON.stringify({ verdict, trials });
  // A pass that is counted is concluded for its own stop; pass-bounds.test.ts checks it.
  const isOwnPass =
    verdict.outcome === 'passed' && verdict.used < trials.length && !kind.spec.criterion.startsWith('mean');
  const isEProcess = sequential || kind.spec.params['method'] === 'betting';
  for (const name of ['p_value', 'fail_p'] as const) {
    const value = verdict[name];
    // The p-value after a stop without a possible pass is made for that stop; levels.test.ts checks it.
    if (value === null || !canPass || (sequential && name === 'fail_p')) continue;
    const most = Math.max(...completions.map((completion) => completion[name] ?? 0));
    const isAsSharp = isEProcess ? value >= most - 1e-9 : Math.abs(value - most) < 1e-9;
    if (isOwnPass && name === 'p_value') continue;
    assert.ok(isAsSharp, `${name} ${value}, and ${most}: ${note}`);
    compared[name] += 1;
  }
  if (verdict.interval === null) return;
  const lows = completions.map(({ interval }) => interval?.lower ?? Number.NEGATIVE_INFINITY);
  const highs = completions.map(({ interval }) => interval?.upper ?? Number.POSITIVE_INFINITY);
  const [lowest = 0, highest = 0] = kind.ends.flat().map(Number);
  const isOfStop = !canPass && kind.spec.criterion.startsWith('proportion');
  const { lower, upper } = verdict.interval;
  if ((!isOfStop || lower !== null) && !isOwnPass) {
    const least = Math.min(...lows);
    const isAsSharp = isEProcess ? (lower ?? least) <= least + tolerance : isAlike(lower, least, lowest);
    assert.ok(isAsSharp, `lower ${lower}, and ${least}: ${note}`);
    compared.lower += 1;
  }
  if (!isOfStop) {
    const most = Math.max(...highs);
    const isAsSharp = isEProcess ? (upper ?? most) >= most - tolerance : isAlike(upper, most, highest);
    assert.ok(isAsSharp, `upper ${upper}, and ${most}: ${note}`);
    compared.upper += 1;
  }
}

/** Returns null for a bound at the end of the range, which says nothing. */
function isAlike(bound: number | null, other: number, end: number): boolean {
  if (bound === null) return !Number.isFinite(other) || other === end;
  return Math.abs(bound - other) <= tolerance * Math.max(1, Math.abs(bound));
}

/** Generates mixed trials, or nearly all at one end, so that some cases pass or fail before their last trial. */
function sampleOf({ trial, ends: [lowest, highest] }: Kind): fc.Arbitrary<Example[]> {
  const without = fc.constantFrom<Example>('failed', 'ungraded');
  const mostly = (usual: fc.Arbitrary<Example>) =>
    fc.array(
      fc.oneof({ weight: 10, arbitrary: usual }, { weight: 3, arbitrary: trial }, { weight: 1, arbitrary: without }),
      { minLength: 4, maxLength: 22 },
    );
  return fc.oneof(mostly(trial), mostly(fc.constant(lowest)), mostly(fc.constant(highest)));
}

for (const kind of kinds) {
  for (const sequential of [false, true]) {
    test(`${kind.title}${sequential ? ', sequentially' : ''}: no number is sharper than those of the worst and the best completion`, () => {
      const run = fc.record({
        trials: sampleOf(kind),
        end: fc.oneof(fc.integer({ min: 1, max: 22 }), fc.constant(22)),
      });
      fc.assert(
        fc.property(run, ({ trials, end }) => assertNotSharper(kind, trials, end, sequential)),
        { seed: 51, numRuns: 25 },
      );
    });
  }
}

test('the comparison covered every number many times', () => {
  for (const [name, times] of Object.entries(compared)) assert.ok(times > 100, `${name}: ${times} times`);
});
