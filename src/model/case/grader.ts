import { isObject, type JsonValue } from '../data/json.js';
import type { FieldReference } from '../dataset.js';
import type { Place } from '../problem.js';
import type { BehaviorJudge, EmbeddingSettings, JudgeSettings } from './settings.js';
import type { InputReference } from './value-reference.js';

/** The description of each score, by the score as a text: every whole number of the scale. */
export type RubricLevels = Readonly<Record<string, string>>;

/**
 * One item of `assert:`. `value` is the value in the file, with the content of the files and the inputs that it names. In a case on a data set
 * it may be, or hold, references to fields of an item and to inputs that an item fills.
 */
export interface CheckSpec {
  readonly op: string;
  readonly value: JsonValue;
  /** Its name in reports, if the file gives one. */
  readonly about?: string;
  /** The piece of the reply that it checks. Absent: that of the case. */
  readonly extract?: ExtractSpec | 'whole';
  readonly extract_at?: Place;
  /** The judge of a check that asks one. */
  readonly judge?: JudgeSettings;
  /** The embedding model of a check that compares meanings. */
  readonly embedding?: EmbeddingSettings;
  readonly at?: Place;
  /** The places of the checks that an `at_least` counts. */
  readonly inner_at?: readonly Place[];
}

/** The keys of an item of `assert` besides its check. */
const besides: readonly string[] = ['about', 'extract'];

/** Returns the check in an item of `assert`: its name and value. A list, since an item of a wrong file may have several or none. */
export function checksIn(item: unknown): readonly (readonly [op: string, value: JsonValue])[] {
  return Object.entries(item ?? {}).filter(([key]) => !besides.includes(key));
}

/** Returns the checks that an `at_least` counts; for another check the check itself. */
export function innerChecks(spec: CheckSpec): readonly CheckSpec[] {
  if (spec.op !== 'at_least') return [spec];
  const { op: _op, value, inner_at, ...rest } = spec;
  const items = isObject(value) && Array.isArray(value['of']) ? value['of'] : [];
  return items.flatMap((item: JsonValue, index) => {
    const about = isObject(item) && typeof item['about'] === 'string' ? { about: item['about'] } : {};
    const at = inner_at?.[index] ?? spec.at;
    const { about: _own, ...shared } = rest;
    return checksIn(item).map(([name, own]) => ({ ...shared, op: name, value: own, ...about, ...(at && { at }) }));
  });
}

/** Returns the checks of a grader, with those that `at_least` counts instead of it. */
export function checksOfGrader(grader: Grader): readonly CheckSpec[] {
  if (grader.grader !== 'trial_passes') return [];
  const { checks } = grader.params;
  return checks.some(({ op }) => op === 'at_least') ? checks.flatMap(innerChecks) : checks;
}

/** The check that asks for embeddings. */
export const embeddingCheck = 'similar';

export const judgedChecks: readonly string[] = ['refuses', 'not_refuses'];

/** The piece of a reply that checks and rubrics see. `json`: the only JSON object or list in it. */
export type ExtractSpec =
  | 'json'
  | { readonly tag: string }
  | { readonly json: string }
  | { readonly matches: string; readonly group?: number | string }
  | { readonly fence: string | true }
  | { readonly module: string };

export interface RubricSpec {
  readonly text: string;
  /** Its name in reports, if the file gives one. */
  readonly about?: string;
  /** A text that the judge sees beside the response, or the field or input of an item that has it. */
  readonly reference?: string | FieldReference | InputReference;
  readonly judge: JudgeSettings;
  readonly at?: Place;
}

/** The checks and rubrics that a trial must pass. */
export interface PassConditions {
  readonly checks: readonly CheckSpec[];
  /** A single rubric, or the list of the file. All of them must hold. */
  readonly rubric?: RubricSpec | readonly RubricSpec[];
  /** The piece of the reply that checks and rubrics see; absent for the whole reply. */
  readonly extract?: ExtractSpec;
  readonly extract_at?: Place;
}

/** Returns the rubrics of a trial, in order. */
export function rubricsOf({ rubric }: Pick<PassConditions, 'rubric'>): readonly RubricSpec[] {
  if (rubric === undefined) return [];
  return 'text' in rubric ? [rubric] : rubric;
}

/** Returns the name of a rubric in reports: its own, or its number in a list of several. */
export function rubricName(rubrics: readonly RubricSpec[], index: number): string {
  return rubrics[index]?.about ?? (rubrics.length > 1 ? `rubric ${index + 1}` : 'rubric');
}

/** Returns true if a judge alone says whether a trial passes. */
export function isJudgedAlone(grader: Grader): boolean {
  return grader.grader === 'trial_passes' && grader.params.checks.length === 0 && rubricsOf(grader.params).length > 0;
}

/** How eva computes the value of a trial: names and data, never functions. */
export type Grader =
  | { readonly grader: 'trial_passes'; readonly params: PassConditions }
  | { readonly grader: 'trigger'; readonly params: Record<string, never> }
  | { readonly grader: 'metric'; readonly params: MetricFacts }
  | { readonly grader: 'class'; readonly params: ClassSpec }
  | { readonly grader: 'expected_behavior'; readonly params: BehaviorSpec };

/** The facts of a metric that a decision needs. They are data, so that a stored run is decided without the metric's function. */
export interface MetricFacts {
  /** Its name in files: `per_turn.response_latency`. */
  readonly metric: string;
  readonly scope: 'per_turn' | 'per_conversation';
  readonly unit: string;
  /** The smallest possible value. */
  readonly least: number;
  /** The largest possible value in this case; null if there is no bound. */
  readonly cap: number | null;
}

/** How a class is read from a response, and compared with the expected one. */
export interface ClassSpec {
  readonly expected: FieldReference | string;
  /** The JSON pointer of the class in the response; absent for the whole response without white space at both ends. */
  readonly at?: string;
  /** All classes. */
  readonly of: readonly string[];
  readonly ignore_case: boolean;
  /** The number of kept items, and the greatest number of asked ones, that expect each class, in the order of `of`. */
  readonly kept: readonly number[];
  readonly asked: readonly number[];
}

/** The expected behaviour of the application in words, and the judge that scores it. */
export interface BehaviorSpec {
  readonly text: string;
  /** A text that the judge sees beside the conversation, or the field or input of an item that has it. */
  readonly reference?: string | FieldReference | InputReference;
  readonly judge: BehaviorJudge;
  /** null until the judge has written it. */
  readonly rubric: RubricLevels | null;
}
