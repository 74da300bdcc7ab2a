import { problem } from '#errors/index.js';
import type { CriterionSpec, JudgeSettings } from '#model/case.js';
import type { Problem } from '#model/problem.js';

/** What a criterion decides: whether checks hold, a judge's scores, or a measured quantity, of which `least` is the smallest value. */
export type Decided =
  | { readonly kind: 'checks' }
  | { readonly kind: 'scores'; readonly scale: JudgeSettings['scale'] }
  | { readonly kind: 'metric'; readonly least: number };

/** The parameters of a criterion: those that it must have, and those that it may. */
interface Parameters {
  readonly needed: readonly string[];
  readonly allowed?: readonly string[];
}

/** Lists what of a criterion does not fit what it decides. */
export function misfits({ criterion, params, at }: CriterionSpec, { kind }: Decided): readonly Problem[] {
  const parameters = parametersOf(criterion, kind);
  if (!parameters) return [problem('EVA_BAD_CRITERIA:unfit', { criterion, kind }, { at })];
  const { needed, allowed = [] } = parameters;
  const given = Object.keys(params);
  const extra = given.find((key) => ![...needed, ...allowed].includes(key));
  if (extra !== undefined) return [problem('EVA_BAD_CRITERIA:extra', { param: extra, kind }, { at })];
  const missing = needed.find((key) => !given.includes(key));
  if (missing !== undefined) return [problem('EVA_BAD_CRITERIA:lacking', { criterion, param: missing, kind }, { at })];
  return params['proportion'] === 1 ? [problem('EVA_UNPROVABLE', null, { at })] : [];
}

function parametersOf(criterion: string, kind: Decided['kind']): Parameters | undefined {
  switch (kind) {
    case 'checks':
      return criterion === 'proportion_gte' ? { needed: ['proportion'] } : undefined;
    case 'scores':
      return scoreParameters[criterion];
    case 'metric':
      return metricParameters[criterion.replace(/_.*/, '')];
  }
}

const scoreParameters: Readonly<Record<string, Parameters>> = {
  proportion_gte: { needed: ['min_score', 'proportion'] },
  median_gte: { needed: ['threshold'] },
  mean_gte: { needed: ['threshold'], allowed: ['method'] },
};

const metricParameters: Readonly<Record<string, Parameters>> = {
  proportion: { needed: ['threshold', 'proportion'] },
  mean: { needed: ['threshold'], allowed: ['cap', 'method'] },
  median: { needed: ['threshold'] },
  quantile: { needed: ['q', 'threshold'] },
};
