import { problem } from '#errors.js';
import type { CriterionSpec } from '#model/case.js';
import type { JsonObject } from '#model/json.js';
import type { Problem } from '#model/problem.js';
import { quoted } from '#model/quoted.js';
import type { EvalContext, Path } from './eval-context.js';
import { type Layer, nearestNumber } from './layer.js';
import { valueAt } from './value-at.js';

/** What a criterion decides: whether checks hold, a judge's scores, or a measured quantity. */
export type Decided = 'checks' | 'scores' | 'metric';

const builtInLevel = 0.05;

/** The criteria at a path, one or a list; those that do not fit what they decide are reported. */
export function readCriteria(
  context: EvalContext,
  path: Path,
  decided: Decided,
  layers: readonly Layer[],
): readonly CriterionSpec[] {
  const written = valueAt(context.source.value, path);
  const paths = Array.isArray(written) ? written.map((_item, index) => [...path, index]) : [path];
  const specs = paths.flatMap((one) => readCriterion(context, one, layers));
  context.report(specs.flatMap((spec) => misfits(spec, decided)));
  return specs;
}

function readCriterion(context: EvalContext, path: Path, layers: readonly Layer[]): readonly CriterionSpec[] {
  const item = (valueAt(context.source.value, path) ?? {}) as Readonly<Record<string, JsonObject>>;
  const sound = Object.entries(item).filter(([criterion]) => context.document.isSound([...path, criterion]));
  return sound.map(([criterion, written]) => {
    const { significance_level, ...params } = written;
    const own = typeof significance_level === 'number' ? significance_level : undefined;
    return {
      criterion,
      params,
      significance_level: own ?? nearestNumber(layers, 'significance_level') ?? builtInLevel,
      at: context.source.place([...path, criterion], 'key'),
    };
  });
}

/** The parameters that a criterion must have, by what it decides. */
function paramsOf(criterion: string, decided: Decided): readonly string[] | undefined {
  const isProportion = criterion.startsWith('proportion_');
  if (decided === 'checks') return criterion === 'proportion_gte' ? ['proportion'] : undefined;
  if (decided === 'scores') {
    if (criterion === 'proportion_gte') return ['min_score', 'proportion'];
    return criterion === 'median_gte' || criterion === 'mean_gte' ? ['threshold'] : undefined;
  }
  if (isProportion) return ['threshold', 'proportion'];
  return criterion.startsWith('quantile_') ? ['q', 'threshold'] : ['threshold'];
}

const fitting: Readonly<Record<Decided, string>> = {
  checks: 'write proportion_gte: { proportion: 0.95 }',
  scores: 'write proportion_gte with min_score and proportion, or median_gte or mean_gte with threshold',
  metric: 'a metric is compared with a threshold; proportion_… takes threshold and proportion',
};

const called: Readonly<Record<Decided, string>> = {
  checks: 'trials that pass or fail',
  scores: "a judge's scores",
  metric: 'a metric',
};

function misfits(spec: CriterionSpec, decided: Decided): readonly Problem[] {
  const refuse = (message: string) => [problem('EVA_BAD_CRITERIA', message, { at: spec.at, hint: fitting[decided] })];
  const wanted = paramsOf(spec.criterion, decided);
  if (!wanted) return refuse(`${quoted(spec.criterion)} cannot decide ${called[decided]}`);
  const given = Object.keys(spec.params).filter((key) => key !== 'cap');
  const extra = given.find((key) => !wanted.includes(key));
  if (extra !== undefined) return refuse(`${quoted(extra)} means nothing for ${called[decided]}`);
  const missing = wanted.find((key) => !given.includes(key));
  if (missing !== undefined) return refuse(`${quoted(spec.criterion)} needs "${missing}" to decide ${called[decided]}`);
  return spec.params['proportion'] === 1 ? [unprovable(spec)] : [];
}

function unprovable(spec: CriterionSpec): Problem {
  return problem('EVA_UNPROVABLE', 'no sample can prove a proportion of 1', {
    at: spec.at,
    hint: 'ask for less than 1, or leave the criteria out: then every trial must pass',
  });
}
