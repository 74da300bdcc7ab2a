import type { Expectation } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import { type PassConditions, type RubricSpec, rubricsOf } from '#model/grader.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { CriterionSpec } from '#model/settings.js';
import { isBlank } from '#model/text/characters.js';
import { placeholders, render, short } from '#model/text/quoted.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import type { Layer } from '../source/layer.js';
import { type Decided, readCriteria } from './case-criteria.js';
import { idleKeys } from './case-settings.js';
import { readChecks, type WrittenExtract } from './check-lists.js';
import { readReference } from './find-references.js';
import { judgeLayers, judgeProblems, judgeSettings, thresholdProblems } from './judges.js';
import { type Choice, checkLists, defaultOf, type EvalFiles, type Findings, rubricOf } from './reading.js';

/** The parts of a case that its checks and rubrics depend on. */
interface CaseParts {
  readonly layers: readonly Layer[];
  /** The inputs that all trials share. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly extract: WrittenExtract | undefined;
}

/** The rule of a case without criteria: every trial passes. */
export const everyTrial: readonly CriterionSpec[] = [{ criterion: 'every_trial', params: {} }];

/** Makes one expectation of `assert` and `rubric` of a case, and of those in defaults: one value per trial. */
export function readTrialPasses(
  files: EvalFiles,
  choice: Choice,
  { report }: Findings,
  entry: DocumentPart,
  { layers, inputs, extract }: CaseParts,
): readonly Expectation[] {
  const criteria = entry.in('criteria');
  const hasCriteria = criteria.value !== undefined;
  report(idleInherit(files, entry));
  // A look inherits nothing, and keys of its own that judge it are contradictions.
  if (entry.in('look').value === true) return [];
  const lists = checkLists(files, entry).filter(({ value }) => value !== undefined);
  const written = rubricOf(files, entry);
  if (lists.length === 0 && written?.value === undefined) {
    if (hasCriteria && entry.in('assert').isAbsent && entry.in('rubric').isAbsent)
      report([
        problem('EVA_BAD_CRITERIA:alone', '"criteria" has no checks and no rubric to decide', {
          hint: 'add assert: or rubric:, or move it to an item of then:',
          at: criteria.placeOfKey(),
        }),
      ]);
    return [];
  }
  const checks = readChecks(files, choice, lists, inputs, report);
  const rubric = written && readRubrics(files, entry, written, inputs, report);
  const params = { checks, ...(rubric && { rubric }), ...extract };
  const decided: Decided = { kind: 'checks', ...(rubricsOf(params).length > 0 && { rubric: 'of_case' }) };
  const own = ['assert', 'rubric'].map((key) => entry.in(key)).find(({ value }) => value !== undefined);
  return [
    {
      about: aboutOf(params),
      grader: { grader: 'trial_passes', params },
      criteria: hasCriteria ? readCriteria(choice, criteria, decided, layers, report) : everyTrial,
      // A case that inherits its checks has the place of its name.
      at: own ? own.placeOfKey() : entry.in('name').place(),
    },
  ];
}

function aboutOf(passes: PassConditions): string {
  const rubrics = rubricsOf(passes).length;
  const judged = rubrics > 1 ? 'every rubric' : 'the rubric';
  const checks = passes.checks.length;
  if (checks === 0) return judged;
  const words = checks === 1 ? 'the check' : 'every check';
  return rubrics > 0 ? `${words} and ${judged}` : words;
}

/** Lists a warning for an `inherit:` without checks or a rubric in defaults. */
function idleInherit(files: EvalFiles, entry: DocumentPart): readonly Problem[] {
  if (!defaultOf(files, 'assert').isAbsent || !defaultOf(files, 'rubric').isAbsent) return [];
  return idleKeys(entry, ['inherit'], defaultOf(files, 'extract').isWritten ? 'only_extract' : 'no_defaults');
}

type Inputs = Readonly<Record<string, string>>;

/** Reads the rubric of a case, its own or that of defaults: a text, or a list of which each item is judged on its own. */
function readRubrics(
  files: EvalFiles,
  entry: DocumentPart,
  rubric: DocumentPart,
  inputs: Inputs,
  report: ReportProblems,
): PassConditions['rubric'] {
  const { value: written } = rubric;
  if (written === undefined) return undefined;
  const reference = readReference(entry, inputs, report);
  const shared = reference === undefined ? {} : { reference };
  const judge = judgeLayers(files, entry);
  if (typeof written === 'string') return { text: written, ...shared, judge: judgeSettings(judge), at: rubric.place() };
  if (!Array.isArray(written)) return undefined;
  return rubric.items().flatMap((item) => {
    const spec = readItem(entry, item, judge, inputs, report);
    return spec ? [{ ...spec, ...shared }] : [];
  });
}

/** Reads an item of a rubric. `judge` are the settings of the judge of the case. */
function readItem(
  entry: DocumentPart,
  item: DocumentPart,
  judge: readonly Layer[],
  inputs: Inputs,
  report: ReportProblems,
): RubricSpec | undefined {
  const { value: written } = item;
  const at = item.place();
  if (typeof written === 'string') return { text: written, judge: judgeSettings(judge), at };
  if (!isObject(written) || typeof written['text'] !== 'string' || !item.isSound) return undefined;
  const { about } = written;
  const text = renderedText(entry, item.in('text'), written['text'], inputs, report);
  const nearest = item.in('judge').layers();
  const layers = [...nearest, ...judge];
  if (nearest.length > 0) report([...judgeProblems(nearest), ...thresholdProblems(layers)]);
  return { text, ...(typeof about === 'string' && { about }), judge: judgeSettings(layers), at };
}

/** Inserts inputs into the text of a rubric. Reports a text with values in a case on a data set, and one that is blank with its values. */
function renderedText(
  entry: DocumentPart,
  part: DocumentPart,
  written: string,
  inputs: Inputs,
  report: ReportProblems,
): string {
  const names = placeholders(written);
  if (names.length === 0) return written;
  const at = part.place();
  if (entry.in('dataset').isWritten)
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
