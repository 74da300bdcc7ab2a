import type { Expectation } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import { type CheckSpec, type ExtractSpec, type PassConditions, type RubricSpec, rubricsOf } from '#model/grader.js';
import type { Place } from '#model/problem.js';
import { problem } from '#model/sentences/sentence.js';
import type { CriterionSpec } from '#model/settings.js';
import { isBlank } from '#model/text/characters.js';
import { listed, placeholders, render, short } from '#model/text/quoted.js';
import { type Layer, layerAt } from '../source/layer.js';
import { type Path, valueAt } from '../source/place.js';
import { silentTexts } from '../traps/silent-checks.js';
import { type Decided, readCriteria } from './case-criteria.js';
import { reportIdle } from './case-settings.js';
import { readChecks, readModuleUse } from './check-lists.js';
import { contextAt, type EvalContext } from './eval-context.js';
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
  if (isBlank(text)) report([problem('EVA_EMPTY:rendered', { key: 'rubric', names }, { at })]);
  return text;
}

/** The paths of what a case has from `defaults`. */
interface Inherited {
  readonly assert?: Path;
  readonly rubric?: Path;
}

const nothing: Inherited = {};

/** The keys of `defaults` that cases inherit. */
const inheritable = ['assert', 'rubric'];

/**
 * Returns what the case at a path inherits: the checks, and the rubric if it has none of its own. Scenarios and cases that are only shown
 * inherit nothing.
 */
export function inheritedOf(context: EvalContext, path: Path): Inherited {
  const { source, document } = context;
  const [list] = path;
  const given = inheritable.filter((key) => contextAt(context, ['defaults', key]).document.holds(['defaults', key]));
  if (list !== 'cases' || given.length === 0 || valueAt(source.value, [...path, 'look']) === true) return nothing;
  const own = [...path, 'inherit'];
  const written = document.isSound(own) ? valueAt(source.value, own) : undefined;
  const inherits = (key: string) =>
    given.includes(key) && written !== false && (!Array.isArray(written) || written.includes(key));
  const isOwn = document.holds([...path, 'rubric']);
  return {
    ...(inherits('assert') && { assert: ['defaults', 'assert'] }),
    ...(inherits('rubric') && !isOwn && { rubric: ['defaults', 'rubric'] }),
  };
}

/** Returns the paths of the lists of checks of the case at a path: those of defaults, then its own. */
export function checkLists(context: EvalContext, path: Path): readonly Path[] {
  const { assert } = inheritedOf(context, path);
  return [...(assert ? [assert] : []), [...path, 'assert']];
}

/** Returns the path of the rubric of the case at a path, its own or that of defaults; undefined without one. */
export function rubricPath(context: EvalContext, path: Path): Path | undefined {
  const own = [...path, 'rubric'];
  return context.document.holds(own) ? own : inheritedOf(context, path).rubric;
}

/** The `extract` of a case or of `defaults`, and its place. */
export interface WrittenExtract {
  readonly extract: ExtractSpec;
  readonly extract_at: Place;
}

/** Reads `extract:` of the case at a path, or that of defaults; undefined without one, and for `whole`. Reports one that cannot be used. */
export function readExtract(context: EvalContext, path: Path): WrittenExtract | undefined {
  const own = [...path, 'extract'];
  if (context.document.holds(own)) return readExtractAt(context, own);
  const inherited = ['defaults', 'extract'];
  return readExtractAt(contextAt(context, inherited), inherited);
}

/** Reads `extract:` of a check at a path: `whole`, or a piece. */
export function extractOfCheck(context: EvalContext, path: Path): Pick<CheckSpec, 'extract' | 'extract_at'> {
  if (valueAt(context.source.value, path) === 'whole') return { extract: 'whole' };
  return readExtractAt(context, path) ?? {};
}

/** The kinds of pieces. `group` goes with `matches`. */
const kinds = ['tag', 'json', 'matches', 'fence', 'module'] as const;

function readExtractAt(context: EvalContext, path: Path): WrittenExtract | undefined {
  const { document, source, report } = context;
  const written = valueAt(source.value, path);
  if (written === 'json') return { extract: 'json', extract_at: source.place(path) };
  if (!isObject(written) || !document.isSound(path)) return undefined;
  const given = kinds.filter((kind) => written[kind] !== undefined);
  const [kind] = given;
  if (given.length !== 1 || !kind) {
    report([
      problem(
        'EVA_ONE_KEY:extract',
        `an extract has exactly one of tag, json, matches, fence and module, but this one has ${given.length === 0 ? 'none' : listed(given)}`,
        {
          hint: given.length === 0 ? 'write { tag: answer }, { json: /label } or { fence: json }' : 'keep one of them',
          at: source.place(path),
        },
      ),
    ]);
    return undefined;
  }
  if (written['group'] !== undefined && kind !== 'matches') {
    report([
      problem('EVA_UNKNOWN_KEY:group', `"group" has no effect beside ${kind}: only a pattern has groups`, {
        hint: 'remove group, or write matches:',
        at: source.place([...path, 'group'], 'key'),
      }),
    ]);
    return undefined;
  }
  const extract_at = source.place([...path, kind]);
  if (kind !== 'module') report(silentTexts(written[kind], kind === 'matches', () => extract_at));
  if (kind === 'module') {
    const use = readModuleUse(context, [...path, kind], String(written[kind]));
    return use === undefined ? undefined : { extract: { module: use }, extract_at };
  }
  const group = written['group'] === undefined ? {} : { group: written['group'] };
  return { extract: { [kind]: written[kind], ...group } as ExtractSpec, extract_at };
}
