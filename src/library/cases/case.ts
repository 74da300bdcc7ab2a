import { type Case, type Expectation, onTimeoutOf, type PromptSubject } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import type { EvalCase } from '#model/documents.gen.js';
import { mostTrials } from '#model/limits.js';
import type { Problem } from '#model/problem.js';
import { stands } from '#model/sentences/load-cases.js';
import { problem } from '#model/sentences/sentence.js';
import { quoted } from '#model/text/quoted.js';
import { type CaseDataset, readCaseDataset } from '../case-data/case-items.js';
import { readDataset } from '../case-data/read-dataset.js';
import { contradiction } from '../settings/model-options.js';
import { reportProviderLacks } from '../settings/provider-lacks.js';
import { type Layer, layerAt, nearestNumber, nearestSetting } from '../source/layer.js';
import { earlier, mappingsIn, type Path, valueAt } from '../source/place.js';
import type { YamlSource } from '../source/yaml-source.js';
import { reportBraces } from './braces.js';
import { readCaseInputs, readConstants, readInputFiles, sharedInputs } from './case-inputs.js';
import { checkMessages, filesOfMessages, readCaseMessages, reportBlankMessages } from './case-messages.js';
import { reportIdle, reportUnusedSettings, settingsOfCase, unnamedModel } from './case-settings.js';
import { readExtract } from './check-lists.js';
import { bodyText, fileTemplates } from './compare-inputs.js';
import type { EvalContext } from './eval-context.js';
import { inheritedOf } from './eval-context.js';
import { readThen } from './expectations.js';
import { findReferences, referredInputs, reportUnknownReferences } from './find-references.js';
import { borrowedThreshold, judgeLayers, judgeProblems, reportUnusedJudge, thresholdProblems } from './judges.js';
import { readTrialPasses } from './trial-passes.js';
import { reportVariantsOfCase } from './variant-problems.js';

type Written = Partial<EvalCase>;

/** Reads an entry of `cases:` and reports all its problems; undefined if they leave no case. */
export function readCase(context: EvalContext, path: Path, written: Written): Case | undefined {
  const layers = [...layerAt(context.source, path), ...context.defaults];
  const added = readCaseMessages(context, path);
  const asFiles = filesOfMessages(context, added);
  const constants = readConstants(context, path, asFiles);
  const texts = [...bodyText(context, path), ...fileTemplates(added.places.files)];
  const references = findReferences(context, path);
  const own = [...context.variants.override, ...layers];
  const { name } = written;
  const settings = settingsOfCase(context, path, own, name);
  const parts = { constants, texts, files: asFiles, references, layers, tools: settings?.tools };
  const dataset = readCaseDataset(context, path, parts);
  const { used, problems, names } = referredInputs(context, references, { constants, dataset });
  const inputs = readCaseInputs(context, path, constants, { texts, dataset, used });
  const files = readInputFiles(context, path, asFiles, { constants, inputs, dataset });
  checkMessages(context, path, added, { inputs, files });
  const shared = sharedInputs(inputs, dataset);
  if (!settings) reportNoModel(context, path, name);
  const subject: PromptSubject = {
    kind: 'prompt',
    inputs,
    ...(Object.keys(files).length > 0 && { files }),
    ...(added.messages && added.messages.length > 0 && { messages: added.messages }),
    settings: settings ?? unnamedModel,
  };
  const extract = readExtract(context, path);
  const inherited = inheritedOf(context, path);
  const expectations = [
    ...readTrialPasses(context, path, { layers, inputs: shared, extract }),
    ...readThen(context, [...path, 'then'], layers, {
      subject,
      items: dataset?.items ?? null,
      inputs: shared,
      extract,
    }),
  ];
  context.report(problems);
  reportBraces(context, path, names, added.fileTexts);
  reportBlankMessages(context, references, shared);
  reportUnknownReferences(context, path, references);
  reportVariantsOfCase(context, path);
  reportProviderLacks(context, path, own, subject);
  if (written.look === true) reportJudged(context, path);
  else if (isJudgedByNothing(context, path)) reportNothingExpected(context, path, name);
  checkJudge(context, path, inherited.rubric !== undefined);
  reportUnusedSettings(context, path, dataset !== null);
  if (!settings || name === undefined) return undefined;
  return {
    name,
    subject,
    ...caseFacts(context, path, layers, { name, expectations, dataset }),
    ...(written.look === true ? { look: true as const, expectations: [] } : { expectations }),
  };
}

const expected = ['assert', 'rubric', 'then'];

function isJudgedByNothing(context: EvalContext, path: Path): boolean {
  const { document } = context;
  const { assert, rubric } = inheritedOf(context, path);
  if (assert || rubric) return false;
  const isUnclear = document.holds([...path, 'look']) && !document.isSound([...path, 'look']);
  return !isUnclear && expected.every((key) => document.lacks(path, key));
}

/** Keys that say how a case is judged, none of which a look has. */
const judging = [...expected, 'criteria'];

/** Reports each key of a look that would judge it. */
function reportJudged({ document, source, report }: EvalContext, path: Path): void {
  const look = { key: 'look', at: source.place([...path, 'look'], 'key') };
  const keys = judging.filter((key) => document.holds([...path, key]));
  const slices = mappingsIn(source.value, [...path, 'dataset', 'slices']).map((slice) => [...slice, 'criteria']);
  report([
    ...keys.map((key) =>
      contradiction('EVA_CONTRADICTION:look', look, { key, at: source.place([...path, key], 'key') }),
    ),
    ...slices
      .filter((slice) => document.holds(slice))
      .map((slice) =>
        contradiction('EVA_CONTRADICTION:look', look, { key: 'criteria', at: source.place(slice, 'key') }),
      ),
  ]);
}

function checkJudge(context: EvalContext, path: Path, inheritsRubric: boolean): void {
  const { document, report } = context;
  const layers = judgeLayers(context, path);
  report(judgeProblems(layers));
  if ([path, ['defaults']].every((owner) => document.isSound([...owner, 'judge']))) {
    report(thresholdProblems(layers));
    if (document.holds([...path, 'rubric']) || inheritsRubric) report(borrowedThreshold(layers));
  }
  if (inheritsRubric || !document.lacks(path, 'rubric')) return;
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
  context.report([
    problem('EVA_NO_MODEL', `${name === undefined ? 'the case' : quoted(name)} has no model`, {
      hint: 'write it once for all cases: defaults: { model: claude-opus-4-7 }',
      at: context.source.place(path),
    }),
  ]);
  return null;
}

function reportNothingExpected(context: EvalContext, path: Path, name: string | undefined): void {
  context.report([
    problem('EVA_NOTHING_EXPECTED', `${name === undefined ? 'the case' : `the case ${quoted(name)}`} expects nothing`, {
      hint: 'add assert:, rubric: or then:, or look: true to see the reply without judging it',
      at: context.source.place([...path, 'name']),
    }),
  ]);
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
      return [
        problem('EVA_DUPLICATE_NAME:object', `the name ${quoted(name)} is taken`, {
          hint: `scenario ${Number(known[1]) + 1} has it; give each scenario another title`,
          at,
        }),
      ];
    return [
      problem('EVA_DUPLICATE_NAME:file', `the name ${quoted(name)} is taken`, {
        hint: `${stands(earlier(source.place(known), at))}; cases, scenarios and queries need different names`,
        at,
      }),
    ];
  });
}

/** Returns the names of all cases, scenarios and queries of a file, with the paths of the names. */
export function namedPaths(source: YamlSource): readonly (readonly [string, Path])[] {
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
