// The kinds of criteria of the product: every criterion beside every grader that it fits, at a bar that is known.
import assert from 'node:assert/strict';
import { criterionOf } from '#decide/criteria/define-criterion.js';
import { criteria as builtIn } from '#decide/criteria/index.js';
import type { Criterion } from '#decide/criterion.js';
import { type Decided, misfits } from '#library/cases/case-criteria.js';
import type { JsonValue } from '#model/data/json.js';
import type { Grader } from '#model/grader.js';
import type { CriterionSpec } from '#model/settings.js';
import { conversation, measured, passesOrNot, scoredFrom } from '../../support/statistical-case.js';

/** The level of all claims: large enough that 10 perfect units can show 80 %, so that small samples can err. */
export const level = 0.125;

/** A criterion in an expectation. The claim is that the mean of Y is at least `bar`; Y is 1 for `good` and 0 for `bad` values. */
export interface Kind {
  readonly name: string;
  readonly grader: Grader;
  readonly spec: CriterionSpec;
  readonly bar: number;
  /** The values of a trial, one for each turn. */
  readonly good: readonly number[];
  readonly bad: readonly number[];
  /** The claim of slices: the same, or the share of right answers if it is about classes. */
  readonly ofSlices: CriterionSpec;
}

const classes: Grader = {
  grader: 'class',
  params: { expected: { field: 'label' }, of: ['a', 'b'], ignore_case: true, kept: [0, 0], asked: [0, 0] },
};

/** The graders of each kind, with what a file calls it; empty for one that a case on a data set cannot have. */
const graders: { readonly [G in Grader['grader']]: readonly (readonly [Grader, Decided])[] } = {
  trial_passes: [[passesOrNot, { kind: 'checks' }]],
  trigger: [],
  expected_behavior: [[scoredFrom(1, 5), { kind: 'scores', scale: { min: 1, max: 5 } }]],
  metric: ['per_turn.response_length', 'per_conversation.total_response_length'].map(
    (name) => [measured(name, conversation), { kind: 'metric', least: 0 }] as const,
  ),
  class: [[classes, { kind: 'class', classes: ['a', 'b'] }]],
};

const best = 10;

/** The criteria of a program, one of each aggregation. */
const ownCriteria: readonly Criterion[] = (['proportion', 'mean'] as const).map((aggregation) =>
  criterionOf({
    name: `${aggregation}_own`,
    aggregation,
    value: (values, { least }) => Number(values.every((value) => value > Number(least))),
    bar: () => 0.8,
    claim: () => `the ${aggregation} of its own kind is at least 80%`,
  }),
);

/** All criteria, without the forecasts of their verdicts, which take long near the bar and decide nothing. */
export const criteria: readonly Criterion[] = [...builtIn, ...ownCriteria].map((criterion) => ({
  ...criterion,
  watch: (context) => criterion.watch({ ...context, isRow: true }),
}));

/** Returns the parameters that put the bar of a criterion where good and bad values are known to lie. */
function parametersOf(name: string, { grader, params }: Grader): readonly Readonly<Record<string, JsonValue>>[] {
  const isScore = grader === 'expected_behavior';
  const [least, most] = isScore ? [params.judge.scale.min, params.judge.scale.max] : [0, best];
  const isHigher = name.includes('_gt');
  const share = { proportion: 0.8 };
  const threshold = isScore ? 3 : 5;
  const families: Readonly<Record<string, readonly Readonly<Record<string, JsonValue>>[]>> = {
    every: [],
    proportion: [isScore ? { ...share, min_score: 3 } : grader === 'metric' ? { ...share, threshold } : share],
    median: [{ threshold }],
    mean: ['gaffke', 'betting'].map((method) => ({
      threshold: isHigher ? least + 0.8 * (most - least) : most - 0.8 * (most - least),
      ...(method === 'betting' && { method }),
      ...(grader === 'metric' && { cap: best }),
    })),
    recall: ['a', 'each'].map((of) => ({ ...share, class: of })),
    precision: ['a', 'each'].map((of) => ({ ...share, class: of })),
    f1: ['a', 'each'].map((of) => ({ ...share, class: of })),
  };
  return families[name.replace(/_.*/, '')] ?? assert.fail(`no cell of the product has ${name}: say where its bar is`);
}

function kindsOf({ name }: Criterion): readonly Kind[] {
  const isOwn = ownCriteria.some((own) => own.name === name);
  return Object.values(graders)
    .flat()
    .flatMap(([grader, decided]) =>
      (isOwn ? [{ least: leastOf(grader) }] : parametersOf(name, grader)).flatMap((params): Kind[] => {
        const spec: CriterionSpec = { criterion: name, params, significance_level: level };
        // `every_trial` counts and infers nothing. Files refuse a criterion beside a grader that it does not fit.
        if (!isOwn && misfits(spec, decided).length > 0) return [];
        const isHigher = !name.includes('_lt');
        const most = grader.grader === 'expected_behavior' ? 5 : grader.grader === 'metric' ? best : 1;
        const least = leastOf(grader);
        const share = { criterion: 'proportion_gte', params: { proportion: 0.8 }, significance_level: level };
        return [
          {
            name: [name, ...Object.values(params), 'in', grader.grader, turnsOf(grader)].join(' '),
            grader,
            spec,
            bar: name.startsWith('median') ? 0.5 : 0.8,
            good: turns(grader, isHigher ? most : least),
            bad: turns(grader, isHigher ? least : most),
            ofSlices: grader.grader === 'class' ? share : spec,
          },
        ];
      }),
    );
}

function leastOf({ grader, params }: Grader): number {
  return grader === 'expected_behavior' ? params.judge.scale.min : 0;
}

function turnsOf({ grader, params }: Grader): string {
  return grader === 'metric' ? params.scope : '';
}

function turns(grader: Grader, value: number): readonly number[] {
  return turnsOf(grader) === 'per_turn' ? [value, value] : [value];
}

export const kinds: readonly Kind[] = criteria.flatMap(kindsOf);
