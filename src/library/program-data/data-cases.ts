import type { Case } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import { builtInMetrics, type Metric } from '#model/metrics.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { FrozenRubrics } from '#model/rubric.js';
import type { ProgramDocument } from '#model/schema/validator.js';
import { short } from '#model/text/quoted.js';
import { repeatedNames } from '../cases/case.js';
import { subjects } from '../cases/expectations.js';
import { judgeProblems } from '../cases/judges.js';
import { NamedFiles } from '../cases/named-files.js';
import { type CheckSchema, type CheckValue, type Choice, type EvalFiles, Findings } from '../cases/reading.js';
import { readScenario } from '../cases/scenario.js';
import { noVariants } from '../cases/variants.js';
import type { ItemIndex } from '../items/item-index.js';

import { checkShape, type DocumentPart } from '../source/document.js';
import { limitProblems, type Path, sortByPlace } from '../source/place.js';
import { type DataBody, dataSource, propertyOf } from './data-source.js';
import { itemsProblems, type ProgramData, splitItems } from './program-items.js';

export interface DataOptions {
  /** Returns the name in problems of the scenario at an index: `ScenarioTest "Support"`. */
  readonly name: (index: number) => string;
  /** The system prompt if the application is a model, with the messages that open the conversation; empty for none. */
  readonly body: DataBody;
  /** The application: a function, or the one that the document names. */
  readonly app: 'function' | 'document';
  /** Metrics besides those of eva. */
  readonly metrics: readonly Metric[];
  /** Names of criteria besides those of eva. Their parameters are kept as they are written. */
  readonly criteria: readonly string[];
  readonly functions?: readonly string[];
  readonly isTaken?: ProgramDocument['isTaken'];
  /** The rubrics that exist already; null for none. */
  readonly rubrics: FrozenRubrics | null;
  /** Returns the place of a part of `defaults`; default: its path. */
  readonly default?: (path: Path) => Place;
  /** Where data sets come from. Without it they are not read, and what depends on them is not checked. */
  readonly data?: ProgramData;
  /** Returns the problem of a check with the value of an item. */
  readonly checkValue?: CheckValue;
  /** Returns the problem of a setting's schema that cannot be compiled. */
  readonly checkSchema?: CheckSchema;
}

interface DataCases extends Loaded<Case[]> {
  /** The items of each case with a data set, by the name of the case. */
  readonly datasets: ReadonlyMap<string, ItemIndex>;
}

/**
 * Reads the cases of an object `{defaults?, scenarios}` by the same rules as those of an eval.yml. Reports each problem at its property.
 * The value has the cases that could be read. Never throws, whatever the object contains.
 */
export function casesFromData(given: unknown, options: DataOptions): DataCases {
  const { document, problems: ofItems } = withoutItems(given, options);
  const read = dataSource(document, (path) => placeOf(path, options));
  if (!read.value) return { value: null, problems: read.problems, datasets: new Map() };
  const { criteria, isTaken = () => true } = options;
  const shape = checkShape('eval', read.value, read.problems, { metrics: namesOf(options.metrics), criteria, isTaken });
  const findings = new Findings([...ofItems, ...shape.problems]);
  const root = shape.value;
  const files = filesOf(root, options);
  const choice = choiceOf(options);
  findings.report(judgeProblems(files.judgeDefaults));
  const scenarios = root.in('scenarios').items();
  const cases = scenarios.flatMap((entry) => readScenario(files, choice, findings, entry) ?? []);
  findings.report(repeatedNames(root, 'object'));
  const undefinedOnes = read.leftOut.map((path) => ({
    at: placeOf(path.slice(0, -1), options),
    key: String(path.at(-1)),
  }));
  const reworded = [...findings.problems].map((entry) => asUndefined(entry, undefinedOnes, namesOf(choice.metrics)));
  return { value: cases, problems: limitProblems(sortByPlace(reworded)), datasets: findings.indexes };
}

/** Takes the items of data sets out of a document, since they are no part of it. */
function withoutItems(given: unknown, options: DataOptions): { document: unknown; problems: readonly Problem[] } {
  if (!isObject(given) || !Array.isArray(given['scenarios'])) return { document: given, problems: [] };
  const split = given['scenarios'].map(splitItems);
  return {
    document: { ...given, scenarios: split.map(({ scenario }) => scenario) },
    problems: split.flatMap((one, index) => itemsProblems(one, placeOf(['scenarios', index, 'dataset'], options))),
  };
}

function namesOf(things: readonly { readonly name: string }[]): readonly string[] {
  return things.map(({ name }) => name);
}

function filesOf(root: DocumentPart, { body, rubrics, data }: DataOptions): EvalFiles {
  return {
    cases: root,
    own: null,
    prompt: { ...body, inputs: [], routing: { description: '', triggers: [], not_for: [] } },
    rubrics: rubrics ?? [],
    providers: null,
    defaults: root.in('defaults').layers(),
    judgeDefaults: root.in('defaults', 'judge').layers(),
    simulatorDefaults: root.in('defaults', 'user_simulator').layers(),
    knowsDefaults: root.in('defaults').isSound,
    named: new NamedFiles(null, data),
  };
}

function choiceOf({ app, metrics, criteria, functions = [], checkValue, checkSchema }: DataOptions): Choice {
  return {
    variants: noVariants,
    isAsked: true,
    metrics: [...builtInMetrics, ...metrics],
    ownCriteria: criteria,
    ownFunctions: functions,
    leavesOut: false,
    hasFunction: app === 'function',
    checkValue: checkValue ?? (() => undefined),
    checkSchema: checkSchema ?? (() => undefined),
  };
}

/** Returns the place of a part of a scenario, with its property `then[0].criteria.median_gte`; '' for the whole. */
function placeOf(path: Path, { name, default: defaultAt = inDefaults }: DataOptions): Place {
  const [list, index, ...inside] = path;
  if (list === 'scenarios' && typeof index === 'number') return { file: name(index), property: propertyOf(inside) };
  return list === 'defaults' ? defaultAt(path.slice(1)) : { file: 'document', property: propertyOf(path) };
}

function inDefaults(path: Path): Place {
  return { file: 'defaults', property: propertyOf(path) };
}

/** A key of an object with the value undefined. */
interface LeftOut {
  readonly at: Place;
  readonly key: string;
}

/** Rewords the problem of a missing key that the program set to undefined, often by misspelling a property. */
function asUndefined(entry: Problem, leftOut: readonly LeftOut[], metrics: readonly string[]): Problem {
  const own = leftOut.find(
    ({ at, key }) => at.file === entry.at?.file && at.property === entry.at.property && isMissing(key, entry),
  );
  return own
    ? problem('EVA_MISSING_KEY:undefined', `"${short(own.key)}" is undefined`, {
        hint: own.key === 'metric' ? `metrics: ${metrics.map(short).join(', ')}` : 'give it a value',
        at: entry.at,
      })
    : entry;
}

function isMissing(key: string, { code, variant, fix }: Problem): boolean {
  if (code !== 'EVA_MISSING_KEY') return false;
  if (variant === 'subject') return subjects.some((subject) => subject === key);
  return variant === undefined && fix?.['key'] === key;
}
