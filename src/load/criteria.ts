import type { CriterionSpec } from '#model/case.js';
import type { JsonObject } from '#model/json.js';
import type { Problem } from '#model/problem.js';
import { type Decided, misfits } from './criterion-fit.js';
import type { EvalContext, Path } from './eval-context.js';
import { expectedProblems } from './expected.js';
import { type Layer, nearestNumber } from './layer.js';
import { thresholdProblem } from './threshold.js';
import { valueAt } from './value-at.js';

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
  return paths.flatMap((one) => readItem(context, one, decided, layers));
}

function readItem(
  context: EvalContext,
  path: Path,
  decided: Decided,
  layers: readonly Layer[],
): readonly CriterionSpec[] {
  const item = (valueAt(context.source.value, path) ?? {}) as Readonly<Record<string, JsonObject>>;
  const sound = Object.entries(item).filter(([criterion]) => context.document.isSound([...path, criterion]));
  return sound.map(([criterion, written]) => {
    const own = [...path, criterion];
    const spec = { ...specOf(criterion, written, layers), at: context.source.place(own, 'key') };
    context.report(problemsOf(context, own, spec, decided, layers));
    return spec;
  });
}

function specOf(criterion: string, written: JsonObject, layers: readonly Layer[]): CriterionSpec {
  const { significance_level, ...params } = written;
  const own = typeof significance_level === 'number' ? significance_level : undefined;
  return {
    criterion,
    params,
    significance_level: own ?? nearestNumber(layers, 'significance_level') ?? builtInLevel,
  };
}

/** What a misfit's numbers mean is not known, so nothing is said of them. */
function problemsOf(
  { source }: EvalContext,
  path: Path,
  spec: CriterionSpec,
  decided: Decided,
  layers: readonly Layer[],
): readonly Problem[] {
  const unfit = misfits(spec, decided);
  if (unfit.length > 0) return unfit;
  const place = (param: string) => source.place([...path, param]);
  return [...thresholdProblem(spec, decided, place), ...expectedProblems(spec, layers)];
}
