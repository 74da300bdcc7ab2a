import { problem } from '#errors/index.js';
import type { CriterionSpec, JudgeSettings } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';

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

/** What of a criterion does not fit what it decides. */
export function misfits(spec: CriterionSpec, { kind }: Decided): readonly Problem[] {
  const refuse = (message: string) => [problem('EVA_BAD_CRITERIA', message, { at: spec.at, hint: fitting[kind] })];
  const parameters = parametersOf(spec.criterion, kind);
  if (!parameters) return refuse(`${quoted(spec.criterion)} cannot decide ${called[kind]}`);
  const { needed, allowed = [] } = parameters;
  const given = Object.keys(spec.params);
  const extra = given.find((key) => ![...needed, ...allowed].includes(key));
  if (extra !== undefined) return refuse(`${quoted(extra)} means nothing for ${called[kind]}`);
  const missing = needed.find((key) => !given.includes(key));
  if (missing !== undefined) return refuse(`${quoted(spec.criterion)} needs "${missing}" to decide ${called[kind]}`);
  return spec.params['proportion'] === 1 ? [unprovable(spec)] : [];
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

const fitting: Readonly<Record<Decided['kind'], string>> = {
  checks: 'write proportion_gte: { proportion: 0.95 }',
  scores: 'write proportion_gte with min_score and proportion, or median_gte or mean_gte with threshold',
  metric: 'a metric is compared with a threshold; proportion_… takes threshold and proportion',
};

const called: Readonly<Record<Decided['kind'], string>> = {
  checks: 'trials that pass or fail',
  scores: "a judge's scores",
  metric: 'a metric',
};

function unprovable(spec: CriterionSpec): Problem {
  return problem('EVA_UNPROVABLE', 'no sample can prove a proportion of 1', {
    at: spec.at,
    hint: 'ask for less than 1; assert and rubric without criteria ask that every trial pass',
  });
}
