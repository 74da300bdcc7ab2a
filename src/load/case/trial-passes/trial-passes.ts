import { problem } from '#errors/index.js';
import type { CriterionSpec } from '#model/case/criterion-spec.js';
import { type PassConditions, rubricsOf } from '#model/case/grader.js';
import type { Expectation } from '#model/case.js';
import type { Place } from '#model/problem.js';
import type { Layer } from '../../source/layer.js';
import { type Path, valueAt } from '../../source/place.js';
import { readCriteria } from '../criteria/criteria.js';
import type { Decided } from '../criteria/criterion-fit.js';
import { contextAt, type EvalContext } from '../eval-context.js';
import { reportIdle } from '../settings.js';
import { readChecks } from './checks.js';
import type { WrittenExtract } from './extract.js';
import { checkLists, rubricPath } from './inherited.js';
import { readRubrics } from './rubrics.js';

/** The parts of a case that its checks and rubrics depend on. */
interface CaseParts {
  readonly layers: readonly Layer[];
  /** The inputs that all trials share. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly extract: WrittenExtract | undefined;
}

/** The rule of a case without criteria: every trial passes. */
export const everyTrial: readonly CriterionSpec[] = [{ criterion: 'every_trial', params: {} }];

/** Makes one expectation of `assert` and `rubric` of the case at a path, and of those in defaults: one value per trial. */
export function readTrialPasses(
  context: EvalContext,
  path: Path,
  { layers, inputs, extract }: CaseParts,
): readonly Expectation[] {
  const { source, document } = context;
  const hasCriteria = valueAt(source.value, [...path, 'criteria']) !== undefined;
  reportIdleInherit(context, path);
  // A look inherits nothing, and keys of its own that judge it are contradictions.
  if (valueAt(source.value, [...path, 'look']) === true) return [];
  const lists = checkLists(context, path).filter((list) => isGiven(context, list));
  const rubric = rubricPath(context, path);
  if (lists.length === 0 && !(rubric && isGiven(context, rubric))) {
    const isAlone = ['assert', 'rubric'].every((key) => document.lacks(path, key));
    if (hasCriteria && isAlone) reportCriteriaAlone(context, path);
    return [];
  }
  const checks = readChecks(context, lists, inputs);
  const rubrics = readRubrics(context, path, inputs);
  const params = { checks, ...(rubrics && { rubric: rubrics }), ...extract };
  return [
    {
      about: aboutOf(params),
      grader: { grader: 'trial_passes', params },
      criteria: hasCriteria ? readCriteria(context, [...path, 'criteria'], decidedBy(params), layers) : everyTrial,
      at: placeOf(context, path),
    },
  ];
}

function decidedBy(passes: PassConditions): Decided {
  return { kind: 'checks', ...(rubricsOf(passes).length > 0 && { rubric: 'of_case' }) };
}

function isGiven(context: EvalContext, path: Path): boolean {
  return valueAt(contextAt(context, path).source.value, path) !== undefined;
}

/** Returns the place of the checks or the rubric of the case at a path; that of its name if it inherits them. */
function placeOf({ source }: EvalContext, path: Path): Place {
  const own = ['assert', 'rubric'].find((key) => valueAt(source.value, [...path, key]) !== undefined);
  return own === undefined ? source.place([...path, 'name']) : source.place([...path, own], 'key');
}

function aboutOf(passes: PassConditions): string {
  const rubrics = rubricsOf(passes).length;
  const judged = rubrics > 1 ? 'every rubric' : 'the rubric';
  const checks = passes.checks.length;
  if (checks === 0) return judged;
  const words = checks === 1 ? 'the check' : 'every check';
  return rubrics > 0 ? `${words} and ${judged}` : words;
}

function reportCriteriaAlone({ source, report }: EvalContext, path: Path): void {
  report([problem('EVA_BAD_CRITERIA:alone', null, { at: source.place([...path, 'criteria'], 'key') })]);
}

/** Warns of an `inherit:` without checks or a rubric in defaults. */
function reportIdleInherit(context: EvalContext, path: Path): void {
  const isIdle = ['assert', 'rubric'].every((key) =>
    contextAt(context, ['defaults', key]).document.lacks(['defaults'], key),
  );
  if (!isIdle) return;
  const hasExtract = contextAt(context, ['defaults', 'extract']).document.holds(['defaults', 'extract']);
  reportIdle(context, path, ['inherit'], hasExtract ? 'only_extract' : 'no_defaults');
}
