import { problem } from '#errors/index.js';
import type { CriterionSpec } from '#model/case.js';
import { uniqueBy } from '#model/data/collections.js';
import { canonicalJson } from '#model/data/digest.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { defaultSignificanceLevel } from '#model/limits.js';
import type { Problem } from '#model/problem.js';
import { type Layer, nearestNumber } from '../../source/layer.js';
import type { Path } from '../../source/path.js';
import { valueAt } from '../../source/path.js';
import type { EvalContext } from '../eval-context.js';
import { type Decided, misfits } from './criterion-fit.js';
import { expectedProblems, thresholdProblem } from './threshold.js';

/** Reads the criteria at a path, one or a list. Reports and omits criteria that do not fit the expectation. */
export function readCriteria(
  context: EvalContext,
  path: Path,
  decided: Decided,
  layers: readonly Layer[],
): readonly CriterionSpec[] {
  const written = valueAt(context.source.value, path);
  const paths = Array.isArray(written) ? written.map((_item, index) => [...path, index]) : [path];
  return once(
    context,
    paths.flatMap((one) => readItem(context, one, decided, layers)),
  );
}

/** Reports and removes duplicate criteria. */
function once({ report }: EvalContext, specs: readonly CriterionSpec[]): readonly CriterionSpec[] {
  const different = uniqueBy(specs, ({ at: _at, ...said }) => canonicalJson(said));
  const again = specs.filter((spec) => !different.includes(spec));
  report(again.map(({ criterion, at }) => problem('EVA_BAD_CRITERIA:twice', { criterion }, { at })));
  return different;
}

function readItem(
  context: EvalContext,
  path: Path,
  decided: Decided,
  layers: readonly Layer[],
): readonly CriterionSpec[] {
  const item = (valueAt(context.source.value, path) ?? {}) as Readonly<Record<string, JsonObject>>;
  const sound = Object.entries(item).filter(([criterion]) => context.document.isSound([...path, criterion]));
  return sound.flatMap(([criterion, written]) => {
    const own = [...path, criterion];
    if (context.ownCriteria.includes(criterion)) return readOwnCriterion(context, own, written, layers);
    const spec = { ...specOf(criterion, written, layers), at: context.source.place(own, 'key') };
    context.report(expectedProblems(spec, layers));
    const wrong = faults(context, own, spec, decided);
    context.report(wrong);
    return wrong.length === 0 ? [spec] : [];
  });
}

/** Reads a criterion that the caller of the library adds. Keeps its parameters unchecked, since eva does not know them. */
function readOwnCriterion(
  { source, report }: EvalContext,
  path: Path,
  written: JsonValue,
  layers: readonly Layer[],
): readonly CriterionSpec[] {
  const criterion = String(path.at(-1));
  const at = source.place(path, 'key');
  if (!isObject(written)) {
    report([problem('EVA_BAD_CRITERIA:own_params', { criterion }, { at })]);
    return [];
  }
  const { significance_level: own, ...params } = written;
  const level = own ?? nearestNumber(layers, 'significance_level') ?? defaultSignificanceLevel;
  if (typeof level === 'number' && level > 0 && level <= 0.5)
    return [{ criterion, params, significance_level: level, at }];
  report([problem('EVA_BAD_CRITERIA:own_level', { criterion }, { at })]);
  return [];
}

function specOf(criterion: string, written: JsonObject, layers: readonly Layer[]): CriterionSpec {
  const { significance_level, ...params } = withoutDefault(written);
  const own = typeof significance_level === 'number' ? significance_level : undefined;
  return {
    criterion,
    params,
    significance_level: own ?? nearestNumber(layers, 'significance_level') ?? defaultSignificanceLevel,
  };
}

/** Omits a parameter that equals its default, so that writing out the default does not change the evidence. */
function withoutDefault(written: JsonObject): JsonObject {
  const { method, ...others } = written;
  return method === 'gaffke' ? others : written;
}

/** Lists the problems of a criterion. Checks its numbers only if it fits the expectation. */
function faults({ source }: EvalContext, path: Path, spec: CriterionSpec, decided: Decided): readonly Problem[] {
  const unfit = misfits(spec, decided);
  return unfit.length > 0 ? unfit : thresholdProblem(spec, decided, (param) => source.place([...path, param]));
}
