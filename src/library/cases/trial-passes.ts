import type { Expectation } from '#model/case.js';
import { type PassConditions, rubricsOf } from '#model/grader.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { CriterionSpec } from '#model/settings.js';
import type { DocumentPart } from '../source/document.js';
import type { Layer } from '../source/layer.js';
import { type Decided, readCriteria } from './case-criteria.js';
import { readRubrics } from './case-rubrics.js';
import { idleKeys } from './case-settings.js';
import { readChecks, type WrittenExtract } from './check-lists.js';
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
    if (hasCriteria)
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
  if (!files.knowsDefaults || (['assert', 'rubric'] as const).some((key) => defaultOf(files, key).isWritten)) return [];
  return idleKeys(entry, ['inherit'], defaultOf(files, 'extract').isWritten ? 'only_extract' : 'no_defaults');
}
