import type { Expectation } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import { type PassConditions, type RubricSpec, rubricsOf } from '#model/grader.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/sentences/sentence.js';
import type { CriterionSpec } from '#model/settings.js';
import { isBlank } from '#model/text/characters.js';
import { placeholders, render, short } from '#model/text/quoted.js';
import { type Layer, layerAt } from '../source/layer.js';
import { type Path, valueAt } from '../source/place.js';
import { type Decided, readCriteria } from './case-criteria.js';
import { reportIdle } from './case-settings.js';
import { readChecks, type WrittenExtract } from './check-lists.js';
import { checkLists, contextAt, type EvalContext, rubricPath } from './eval-context.js';
import { readReference } from './find-references.js';
import { judgeLayers, judgeProblems, judgeSettings, thresholdProblems } from './judges.js';

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
  report([
    problem('EVA_BAD_CRITERIA:alone', '"criteria" has no checks and no rubric to decide', {
      hint: 'add assert: or rubric:, or move it to an item of then:',
      at: source.place([...path, 'criteria'], 'key'),
    }),
  ]);
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

type Inputs = Readonly<Record<string, string>>;

/** Reads the rubric of the case at a path, its own or that of defaults: a text, or a list of which each item is judged on its own. */
function readRubrics(context: EvalContext, path: Path, inputs: Inputs): PassConditions['rubric'] {
  const own = rubricPath(context, path);
  const { source } = own ? contextAt(context, own) : context;
  const written = own && valueAt(source.value, own);
  if (!own || written === undefined) return undefined;
  const reference = readReference(context, path, inputs);
  const shared = reference === undefined ? {} : { reference };
  if (typeof written === 'string') {
    return {
      text: written,
      ...shared,
      judge: judgeSettings(judgeLayers(context, path)),
      at: source.place(own),
    };
  }
  if (!Array.isArray(written)) return undefined;
  return written.flatMap((_item, index) => {
    const item = readItem(context, path, [...own, index], inputs);
    return item ? [{ ...item, ...shared }] : [];
  });
}

function readItem(context: EvalContext, path: Path, own: Path, inputs: Inputs): RubricSpec | undefined {
  const { source, document } = contextAt(context, own);
  const written = valueAt(source.value, own);
  const at = source.place(own);
  if (typeof written === 'string') return { text: written, judge: judgeSettings(judgeLayers(context, path)), at };
  if (!isObject(written) || typeof written['text'] !== 'string' || !document.isSound(own)) return undefined;
  const { about } = written;
  return {
    text: renderedText(context, path, [...own, 'text'], inputs),
    ...(typeof about === 'string' && { about }),
    judge: judgeSettings(itemLayers(context, path, own)),
    at,
  };
}

/** Returns the settings of the judge of an item, the nearest first. Reports contradictions in its own. */
function itemLayers(context: EvalContext, path: Path, own: Path) {
  const nearest = layerAt(contextAt(context, own).source, [...own, 'judge']);
  const layers = [...nearest, ...judgeLayers(context, path)];
  if (nearest.length > 0) context.report([...judgeProblems(nearest), ...thresholdProblems(layers)]);
  return layers;
}

/** Inserts inputs into the text of a rubric. Reports a text with values in a case on a data set, and one that is blank with its values. */
function renderedText(context: EvalContext, path: Path, own: Path, inputs: Inputs): string {
  const { document, report } = context;
  const { source } = contextAt(context, own);
  const written = String(valueAt(source.value, own));
  const names = placeholders(written);
  if (names.length === 0) return written;
  const at = source.place(own);
  if (document.holds([...path, 'dataset']))
    report([
      problem(
        'EVA_BAD_VALUE:rubric_of_items',
        `the rubric has ${names.map((name) => `{{${short(name)}}}`).join(', ')}, but it must be the same for all items of a data set`,
        { hint: 'take the value out of the rubric, and show it to the judge with reference: { field: NAME }', at },
      ),
    ]);
  const text = render(written, inputs);
  if (isBlank(text)) report([blankWithInputs('rubric', names, at)]);
  return text;
}

/** Makes the problem of a text that is blank once its inputs are in it. */
export function blankWithInputs(key: string, names: readonly string[], at: Place): Problem {
  return problem('EVA_EMPTY:rendered', `"${short(key)}" is blank with its inputs: ${names.map(short).join(', ')}`, {
    hint: `give them values under "inputs", or write a text in "${short(key)}"`,
    at,
  });
}
