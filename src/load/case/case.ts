import { problem } from '#errors/index.js';
import type { CriterionSpec } from '#model/case/criterion-spec.js';
import type { CheckSpec, RubricSpec } from '#model/case/grader.js';
import { type Case, type Expectation, onTimeoutOf, type PromptSubject } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import type { EvalCase } from '#model/documents.gen.js';
import { mostTrials } from '#model/limits.js';
import type { Problem } from '#model/problem.js';
import { reportProviderLacks } from '../settings/provider-lacks.js';
import { type Layer, layerAt, nearestNumber, nearestSetting } from '../source/layer.js';
import { earlier, type Path, valueAt } from '../source/place.js';
import type { YamlSource } from '../source/yaml-source.js';
import { reportVariantsOfCase } from '../variants/variant-problems.js';
import { reportUnusedJudge } from './behavior.js';
import { readChecks } from './checks.js';
import { readCriteria } from './criteria/criteria.js';
import { type CaseDataset, readCaseDataset } from './dataset/case-items.js';
import { readDataset } from './dataset/read-dataset.js';
import type { EvalContext } from './eval-context.js';
import { readCaseInputs, readConstants, sharedInputs } from './inputs/case-inputs.js';
import { bodyText, fileTemplates } from './inputs/compare-inputs.js';
import { readInputFiles } from './inputs/input-files.js';
import { borrowedThreshold, judgeLayers, judgeProblems, judgeSettings, thresholdProblems } from './judge.js';
import { checkMessages, filesOfMessages, readCaseMessages } from './messages.js';
import { findReferences } from './references/find-references.js';
import { readReference } from './references/judge-reference.js';
import { referredInputs, reportUnknownReferences } from './references/unknown-references.js';
import { reportIdle, reportUnusedSettings, subjectSettings, unnamedModel } from './settings.js';
import { readThen } from './then.js';

type Written = Partial<EvalCase>;
type Inputs = Readonly<Record<string, string>>;

/** Reads an entry of `cases:` and reports all its problems; undefined if they leave no case. */
export function readCase(context: EvalContext, path: Path, written: Written): Case | undefined {
  const layers = [...layerAt(context.source, path), ...context.defaults];
  const added = readCaseMessages(context, path);
  const asFiles = filesOfMessages(context, added);
  const constants = readConstants(context, path, asFiles);
  const texts = [...bodyText(context, path), ...fileTemplates(added.places.files)];
  const references = findReferences(context, path);
  const dataset = readCaseDataset(context, path, { constants, texts, references, layers });
  const { used, problems } = referredInputs(context, references, { constants, dataset });
  const inputs = readCaseInputs(context, path, constants, { texts, dataset, used });
  const files = readInputFiles(context, path, asFiles, { constants, inputs, dataset });
  checkMessages(context, path, added, { inputs, files });
  const shared = sharedInputs(inputs, dataset);
  const { name } = written;
  const own = [...context.variants.override, ...layers];
  const settings = subjectSettings(context, path, own) ?? reportNoModel(context, path, name);
  const subject: PromptSubject = {
    kind: 'prompt',
    inputs,
    ...(Object.keys(files).length > 0 && { files }),
    ...(added.messages && added.messages.length > 0 && { messages: added.messages }),
    settings: settings ?? unnamedModel,
  };
  const expectations = [
    ...ownExpectation(context, path, written, { layers, inputs: shared }),
    ...readThen(context, [...path, 'then'], layers, { subject, items: dataset?.items ?? null, inputs: shared }),
  ];
  context.report(problems);
  reportUnknownReferences(context, path, references);
  reportVariantsOfCase(context, path);
  reportProviderLacks(context, path, own, subject);
  if (expected.every((key) => context.document.lacks(path, key))) reportNothingExpected(context, path, name);
  checkJudge(context, path);
  reportUnusedSettings(context, path, dataset !== null);
  if (!settings || name === undefined) return undefined;
  return {
    name,
    subject,
    ...caseFacts(context, path, layers, { name, expectations, dataset }),
    expectations,
  };
}

const expected = ['assert', 'rubric', 'then'];

function checkJudge(context: EvalContext, path: Path): void {
  const { document, report } = context;
  const layers = judgeLayers(context, path);
  report(judgeProblems(layers));
  if ([path, ['defaults']].every((owner) => document.isSound([...owner, 'judge']))) {
    report(thresholdProblems(layers));
    if (document.holds([...path, 'rubric'])) report(borrowedThreshold(layers));
  }
  if (!document.lacks(path, 'rubric')) return;
  reportUnusedJudge(context, path, 'rubric');
  reportIdle(context, path, ['reference'], 'no_rubric');
}

/** The parts of a case that its other fields depend on. */
interface CaseParts {
  readonly name: string;
  readonly expectations: readonly Expectation[];
  readonly dataset: CaseDataset | null;
}

/** Reads the fields that cases and scenarios share, besides the subject. */
export function caseFacts(
  context: EvalContext,
  path: Path,
  layers: readonly Layer[],
  { name, expectations, dataset }: CaseParts,
) {
  const expected = nearestNumber(layers, 'expected');
  const items = dataset?.items && readDataset(context, path, dataset.items, { layers, expectations });
  if (dataset?.items) context.indexes.set(name, dataset.items.index);
  return {
    sample_size: sampleSize(layers, dataset, items ?? null),
    ...(items && { dataset: items }),
    sequential: nearestSetting(layers, 'sequential')?.value === true,
    stop_early: nearestSetting(layers, 'stop_early')?.value !== false,
    ...timeoutsSetting(layers, expectations),
    ...(expected !== undefined && { expected }),
    at: context.source.place([...path, context.source.range([...path, 'name']) ? 'name' : 'title']),
  };
}

/** Returns the number of trials. If items cannot be used it is the greatest one, so that no criterion seems to lack trials. */
function sampleSize(layers: readonly Layer[], dataset: CaseDataset | null, items: Dataset | null): number {
  if (items) return items.asked * items.draws;
  return dataset ? mostTrials : (nearestNumber(layers, 'sample_size') ?? 1);
}

/** Returns the setting only if it differs from the default, so that writing out the default does not change the evidence. */
function timeoutsSetting(layers: readonly Layer[], expectations: readonly Expectation[]): Pick<Case, 'timeouts'> {
  const setting = nearestSetting(layers, 'timeouts');
  const timeouts = setting?.value === 'fail' ? 'fail' : 'ask_again';
  return setting && timeouts !== onTimeoutOf({ expectations }) ? { timeouts } : {};
}

/** Reports a missing model once for a file, unless a file that may name it could not be read. Returns null. */
export function reportNoModel(context: EvalContext, path: Path, name: string | undefined): null {
  if (!context.namesModels || !context.document.lacks(path, 'model')) return null;
  context.report([problem('EVA_NO_MODEL', { name }, { at: context.source.place(path) })]);
  return null;
}

/** Makes one expectation of `assert` and `rubric`: one value per trial. */
function ownExpectation(
  context: EvalContext,
  path: Path,
  written: Written,
  { layers, inputs }: { readonly layers: readonly Layer[]; readonly inputs: Inputs },
): readonly Expectation[] {
  if (!written.assert && !written.rubric) {
    const isAlone = ['assert', 'rubric'].every((key) => context.document.lacks(path, key));
    if (written.criteria && isAlone) reportCriteriaAlone(context, path);
    return [];
  }
  const checks = readChecks(context, [...path, 'assert'], inputs);
  const rubric = readRubric(context, path, written, inputs);
  const at = context.source.place([...path, written.assert ? 'assert' : 'rubric'], 'key');
  return [
    {
      about: aboutOf(checks, rubric),
      grader: { grader: 'trial_passes', params: { checks, ...(rubric && { rubric }) } },
      criteria: written.criteria
        ? readCriteria(context, [...path, 'criteria'], { kind: 'checks' }, layers)
        : everyTrial,
      at,
    },
  ];
}

/** The rule of a case without criteria: every trial passes. */
export const everyTrial: readonly CriterionSpec[] = [{ criterion: 'every_trial', params: {} }];

function readRubric(context: EvalContext, path: Path, { rubric }: Written, inputs: Inputs): RubricSpec | undefined {
  if (rubric === undefined) return undefined;
  const reference = readReference(context, path, inputs);
  return {
    text: rubric,
    ...(reference !== undefined && { reference }),
    judge: judgeSettings(judgeLayers(context, path)),
    at: context.source.place([...path, 'rubric']),
  };
}

function aboutOf(checks: readonly CheckSpec[], rubric: RubricSpec | undefined): string {
  if (checks.length === 0) return 'the rubric';
  const words = checks.length === 1 ? 'the check' : 'every check';
  return rubric ? `${words} and the rubric` : words;
}

function reportNothingExpected(context: EvalContext, path: Path, name: string | undefined): void {
  context.report([problem('EVA_NOTHING_EXPECTED', { name }, { at: context.source.place([...path, 'name']) })]);
}

function reportCriteriaAlone(context: EvalContext, path: Path): void {
  const at = context.source.place([...path, 'criteria'], 'key');
  context.report([problem('EVA_BAD_CRITERIA:alone', null, { at })]);
}

/** Lists a problem for each name that an earlier case, scenario or query already has. An object has scenarios only. */
export function repeatedNames(source: YamlSource, of: 'file' | 'object'): readonly Problem[] {
  const first = new Map<string, Path>();
  return namedPaths(source).flatMap(([name, path]) => {
    const known = first.get(name);
    if (!known) {
      first.set(name, path);
      return [];
    }
    const at = source.place(path);
    if (of === 'object')
      return [problem('EVA_DUPLICATE_NAME:object', { name, scenario: Number(known[1]) + 1 }, { at })];
    return [problem('EVA_DUPLICATE_NAME:file', { name, first: earlier(source.place(known), at) }, { at })];
  });
}

function namedPaths(source: YamlSource): readonly (readonly [string, Path])[] {
  return [
    ...entries(source, ['cases']).map((path) => [...path, 'name']),
    ...entries(source, ['scenarios']).map((path) => [...path, 'title']),
    ...entries(source, ['triggering', 'should_match']),
    ...entries(source, ['triggering', 'should_not_match']),
  ].flatMap((path) => {
    const name = valueAt(source.value, path);
    if (typeof name !== 'string') return [];
    const prefix = path[0] === 'triggering' ? `${path[1]}: ` : '';
    return [[prefix + name, path] as const];
  });
}

function entries(source: YamlSource, path: Path): readonly Path[] {
  const list = valueAt(source.value, path);
  return Array.isArray(list) ? list.map((_item, index) => [...path, index]) : [];
}
