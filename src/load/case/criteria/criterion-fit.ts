import { problem } from '#errors/index.js';
import { decided } from '#errors/sentences/input/load/judging.js';
import type { Problem } from '#model/problem.js';
import type { CriterionSpec, JudgeSettings } from '#model/settings.js';
import { quoted, short } from '#model/text/quoted.js';

/** The data that a criterion decides: checks, a judge's scores, a metric with its smallest possible value `least`, or classes. */
export type Decided = (
  | { readonly kind: 'checks' }
  | { readonly kind: 'scores'; readonly scale: JudgeSettings['scale'] }
  | { readonly kind: 'metric'; readonly least: number }
  | { readonly kind: 'class'; readonly classes: readonly string[] }
) & {
  /** Whether a rubric decides, so that people can label the answers. `of_slice`: it does, but labels decide no slices. Absent without a rubric. */
  readonly rubric?: 'of_case' | 'of_slice';
};

/** The required and optional parameters of a criterion. */
interface Parameters {
  readonly needed: readonly string[];
  readonly allowed?: readonly string[];
}

/** Lists the problems of a criterion whose name or parameters do not fit the data that it decides. */
export function misfits({ criterion, params, at }: CriterionSpec, { kind }: Decided): readonly Problem[] {
  const parameters = parametersOf(criterion, kind);
  if (!parameters)
    return [
      problem('EVA_BAD_CRITERIA:unfit', `${quoted(criterion)} cannot decide ${decided[kind][0]}`, {
        hint: decided[kind][1],
        at,
      }),
    ];
  const { needed, allowed = [] } = parameters;
  const given = Object.keys(params);
  const extra = given.find((key) => ![...needed, ...allowed, ...keysOfPeople].includes(key));
  if (extra !== undefined)
    return [
      problem('EVA_BAD_CRITERIA:extra', `${quoted(extra)} has no effect on ${decided[kind][0]}`, {
        hint: decided[kind][1],
        at,
      }),
    ];
  const missing = needed.find((key) => !given.includes(key));
  if (missing !== undefined)
    return [
      problem(
        'EVA_BAD_CRITERIA:lacking',
        `${quoted(criterion)} needs "${short(missing)}" to decide ${decided[kind][0]}`,
        { hint: decided[kind][1], at },
      ),
    ];
  if (params['proportion'] !== 1) return [];
  return [
    problem('EVA_UNPROVABLE', 'no sample can prove a proportion of 1', {
      hint: 'set a proportion below 1, or remove criteria: then every trial must pass',
      at,
    }),
  ];
}

/** The parameters of a criterion that people decide. */
const keysOfPeople = ['by', 'labels'];

function parametersOf(criterion: string, kind: Decided['kind']): Parameters | undefined {
  switch (kind) {
    case 'checks':
      return criterion === 'proportion_gte' ? { needed: ['proportion'] } : undefined;
    case 'scores':
      return scoreParameters[criterion];
    case 'metric':
      return metricParameters[criterion.replace(/_.*/, '')];
    case 'class':
      return classParameters[criterion];
  }
}

const scoreParameters: Readonly<Record<string, Parameters>> = {
  proportion_gte: { needed: ['min_score', 'proportion'] },
  median_gte: { needed: ['threshold'] },
  mean_gte: { needed: ['threshold'], allowed: ['method'] },
};

const classParameters: Readonly<Record<string, Parameters>> = {
  recall_gte: { needed: ['class', 'proportion'] },
  precision_gte: { needed: ['class', 'proportion'] },
  f1_gte: { needed: ['class', 'proportion'] },
};

const metricParameters: Readonly<Record<string, Parameters>> = {
  proportion: { needed: ['threshold', 'proportion'] },
  mean: { needed: ['threshold'], allowed: ['cap', 'method'] },
  median: { needed: ['threshold'] },
};
