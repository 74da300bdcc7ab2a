import { type Case, type Expectation, onTimeoutOf, type PromptSubject } from '#model/case.js';
import type { EvalCase } from '#model/documents.gen.js';
import { mostTrials } from '#model/limits.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';
import { type CaseDataset, readCaseDataset } from '../case-data/case-items.js';
import { readDataset } from '../case-data/read-dataset.js';
import { contradiction } from '../settings/model-options.js';
import { providerLacks } from '../settings/provider-lacks.js';
import type { DocumentPart } from '../source/document.js';
import { type Layer, nearestValue } from '../source/layer.js';
import { earlier, type Path, stands } from '../source/place.js';
import { bracesInTexts } from './braces.js';
import { readCaseInputs, readConstants, readInputFiles, sharedInputs } from './case-inputs.js';
import { blankMessages, filesOfMessages, messageProblems, readCaseMessages } from './case-messages.js';
import { idleKeys, settingsOfCase, unnamedModel, unusedSettings } from './case-settings.js';
import { readExtract } from './check-lists.js';
import { bodyTextOf, fileTemplates } from './compare-inputs.js';
import { readThen } from './expectations.js';
import { findReferences, referredInputs, unknownReferences } from './find-references.js';
import { borrowedThreshold, judgeLayers, judgeProblems, thresholdProblems, unusedJudge } from './judges.js';
import { type Choice, defaultLayers, type EvalFiles, type Findings, inheritedOf, rubricOf } from './reading.js';
import { readTrialPasses } from './trial-passes.js';
import { reportVariantsOfCase } from './variant-problems.js';

/** Reads an entry of `cases:` and reports all its problems; undefined if they leave no case. */
export function readCase(files: EvalFiles, choice: Choice, findings: Findings, entry: DocumentPart): Case | undefined {
  const { report } = findings;
  const { name, look } = entry.value as unknown as EvalCase;
  const layers = [...entry.layers(), ...defaultLayers(files, choice)];
  const own = [...choice.variants.override, ...layers];
  const added = readCaseMessages(files, entry, report);
  const asFiles = filesOfMessages(files, added);
  const constants = readConstants(files, entry, asFiles, report);
  const texts = [...bodyTextOf(files, entry), ...fileTemplates(added.places.files)];
  const references = findReferences(files, entry);
  const settings = settingsOfCase(files, choice, findings, entry, own, name);
  const parts = { constants, texts, files: asFiles, references, layers, tools: settings?.tools };
  const dataset = readCaseDataset(files, choice, findings, entry, parts);
  const { used, problems, names } = referredInputs(files, references, constants, dataset);
  const inputs = readCaseInputs(files, choice, findings, entry, constants, { texts, dataset, used });
  const media = readInputFiles(files, entry, asFiles, { constants, inputs, dataset }, report);
  report(messageProblems(files, entry, added, { inputs, files: media }));
  const shared = sharedInputs(inputs, dataset);
  if (!settings) report(noModel(files, entry, name));
  const subject: PromptSubject = {
    kind: 'prompt',
    inputs,
    ...(Object.keys(media).length > 0 && { files: media }),
    ...(added.messages && added.messages.length > 0 && { messages: added.messages }),
    settings: settings ?? unnamedModel,
  };
  const extract = readExtract(files, choice, entry, report);
  const expectations = [
    ...readTrialPasses(files, choice, findings, entry, { layers, inputs: shared, extract }),
    ...readThen(files, choice, findings, entry.in('then'), layers, {
      subject,
      items: dataset?.items ?? null,
      inputs: shared,
      extract,
    }),
  ];
  report([
    ...problems,
    ...bracesInTexts(files, entry, names, added.fileTexts),
    ...blankMessages(references, shared),
    ...unknownReferences(files, entry, references),
  ]);
  reportVariantsOfCase(files, choice, entry, report);
  report([
    ...providerLacks(files, choice, entry, own, subject),
    ...(look === true ? judgedLook(entry) : nothingExpected(files, entry, name)),
    ...judgeProblemsOf(files, entry),
    ...unusedSettings(entry),
  ]);
  if (!settings) return undefined;
  return {
    name,
    subject,
    ...caseFacts(choice, findings, entry, layers, { name, expectations, dataset }),
    ...(look === true ? { look: true as const, expectations: [] } : { expectations }),
  };
}

/** Keys that say what a case expects. */
const expected = ['assert', 'rubric', 'then'];

/** Lists a problem for each key of a look that would judge it. */
function judgedLook(entry: DocumentPart): readonly Problem[] {
  const look = { key: 'look', at: entry.in('look').placeOfKey() };
  const slices = entry.in('dataset', 'slices').items();
  const judging = [
    ...[...expected, 'criteria'].map((key) => entry.in(key)),
    ...slices.map((slice) => slice.in('criteria')),
  ];
  return judging
    .filter((part) => part.isWritten)
    .map((part) =>
      contradiction('EVA_CONTRADICTION:look', look, { key: String(part.path.at(-1)), at: part.placeOfKey() }),
    );
}

/** Lists a problem if nothing judges a case that is no look. */
function nothingExpected(files: EvalFiles, entry: DocumentPart, name: string): readonly Problem[] {
  const { assert, rubric } = inheritedOf(files, entry);
  if (assert || rubric || expected.some((key) => entry.in(key).isWritten)) return [];
  return [
    problem('EVA_NOTHING_EXPECTED', `the case ${quoted(name)} expects nothing`, {
      hint: 'add assert:, rubric: or then:, or look: true to see the reply without judging it',
      at: entry.in('name').place(),
    }),
  ];
}

function judgeProblemsOf(files: EvalFiles, entry: DocumentPart): readonly Problem[] {
  const layers = judgeLayers(files, entry);
  const isJudged = rubricOf(files, entry) !== undefined;
  return [
    ...judgeProblems(layers),
    ...(files.knowsDefaults ? thresholdProblems(layers) : []),
    ...(files.knowsDefaults && isJudged ? borrowedThreshold(layers) : []),
    ...(isJudged ? [] : [...unusedJudge(entry, 'rubric'), ...idleKeys(entry, ['reference'], 'no_rubric')]),
  ];
}

/** The parts of a case that its other fields depend on. */
interface CaseParts {
  readonly name: string;
  readonly expectations: readonly Expectation[];
  readonly dataset: CaseDataset | null;
}

/** Reads the fields that cases and scenarios share, besides the subject. */
export function caseFacts(
  choice: Choice,
  findings: Findings,
  entry: DocumentPart,
  layers: readonly Layer[],
  { name, expectations, dataset }: CaseParts,
) {
  const likely = nearestValue(layers, 'expected');
  const items = dataset?.items && readDataset(choice, dataset.items, { layers, expectations }, findings.report);
  if (dataset?.items) findings.indexes.set(name, dataset.items.index);
  // If items cannot be used, the sample is the greatest one, so that no criterion seems to lack trials.
  const unlisted = dataset ? mostTrials : (nearestValue(layers, 'sample_size') ?? 1);
  return {
    sample_size: items ? items.asked * items.draws : unlisted,
    ...(items && { dataset: items }),
    sequential: nearestValue(layers, 'sequential') === true,
    stop_early: nearestValue(layers, 'stop_early') !== false,
    ...timeoutsSetting(layers, expectations),
    ...(likely !== undefined && { expected: likely }),
    at: entry.in(entry.source.range([...entry.path, 'name']) ? 'name' : 'title').place(),
  };
}

/** Returns the setting only if it differs from the default, so that writing out the default does not change the evidence. */
function timeoutsSetting(layers: readonly Layer[], expectations: readonly Expectation[]): Pick<Case, 'timeouts'> {
  const timeouts = nearestValue(layers, 'timeouts');
  return timeouts && timeouts !== onTimeoutOf({ expectations }) ? { timeouts } : {};
}

/** Lists the problem of a missing model, unless a file that may name it could not be read. It is shown once for a file. */
export function noModel({ knowsDefaults, prompt }: EvalFiles, entry: DocumentPart, name: string): readonly Problem[] {
  if (!knowsDefaults || !prompt) return [];
  return [
    problem('EVA_NO_MODEL', `${quoted(name)} has no model`, {
      hint: 'write it once for all cases: defaults: { model: claude-opus-4-7 }',
      at: entry.place(),
    }),
  ];
}

/** Lists a problem for each name that an earlier case, scenario or query already has. An object has scenarios only. */
export function repeatedNames(file: DocumentPart, of: 'file' | 'object'): readonly Problem[] {
  const first = new Map<string, DocumentPart>();
  return namedParts(file).flatMap(([name, part]) => {
    const known = first.get(name);
    if (!known) {
      first.set(name, part);
      return [];
    }
    const at = part.place();
    if (of === 'object')
      return [
        problem('EVA_DUPLICATE_NAME:object', `the name ${quoted(name)} is taken`, {
          hint: `scenario ${Number(known.path[1]) + 1} has it; give each scenario another title`,
          at,
        }),
      ];
    return [
      problem('EVA_DUPLICATE_NAME:file', `the name ${quoted(name)} is taken`, {
        hint: `${stands(earlier(known.place(), at))}; cases, scenarios and queries need different names`,
        at,
      }),
    ];
  });
}

/** Returns the names of all cases, scenarios and queries of a file, each with the part that has it. */
export function namedParts(file: DocumentPart): readonly (readonly [string, DocumentPart])[] {
  const itemsOf = (...path: Path) => file.in(...path).items();
  return [
    ...itemsOf('cases').map((item) => item.in('name')),
    ...itemsOf('scenarios').map((item) => item.in('title')),
    ...itemsOf('triggering', 'should_match'),
    ...itemsOf('triggering', 'should_not_match'),
  ].map((part) => {
    const prefix = part.path[0] === 'triggering' ? `${part.path[1]}: ` : '';
    return [`${prefix}${part.value}`, part] as const;
  });
}
