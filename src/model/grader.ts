import { isObject, type JsonObject, type JsonValue } from './data/json.js';
import type { FieldReference } from './dataset.js';
import type { Place } from './problem.js';
import type { Step, ToolCall } from './reply/exchange.js';
import type { BehaviorJudge, EmbeddingSettings, JudgeSettings } from './settings.js';
import { placeholders } from './text/quoted.js';

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
  /** True if it has the values of an item: no other trial has it. */
  readonly of_item?: true;
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

/** The value of an input of the case. */
export interface InputReference {
  readonly input: string;
}

/** A text whose placeholders are replaced by the inputs of the case. */
export interface TextReference {
  readonly text: string;
}

/** A value that a file takes from elsewhere: a field of the item, an input, or a text with inputs. */
export type ValueReference = FieldReference | InputReference | TextReference;

/** The keys that are references if they are the only key of a mapping. */
export const referenceKeys: readonly string[] = ['field', 'input', 'text'];

/** Returns true for `{ field: NAME }`. */
export function isReference(value: unknown): value is FieldReference {
  return isValueReference(value) && 'field' in value;
}

/** Returns true for `{ field: NAME }`, `{ input: NAME }` and `{ text: TEXT }`. */
export function isValueReference(value: unknown): value is ValueReference {
  if (!isObject(value)) return false;
  const [key = '', ...others] = Object.keys(value);
  return others.length === 0 && referenceKeys.includes(key) && typeof value[key] === 'string';
}

export function inputsOfGrader(reference: ValueReference): readonly string[] {
  if ('input' in reference) return [reference.input];
  return 'text' in reference ? placeholders(reference.text) : [];
}

/** A function of a module: the path of the file, and the name under which it is exported. */
export interface ModuleUse {
  readonly file: string;
  readonly name: string;
}

/** The value of a `module` check: its function as `FILE#name`, and the data that it gets as `args`. */
interface ModuleCheckValue {
  readonly use: string;
  readonly args?: JsonValue;
}

/** Returns the parts of `FILE#name`; undefined for any other text. */
export function moduleUse(written: string): ModuleUse | undefined {
  const mark = written.lastIndexOf('#');
  const [file, name] = [written.slice(0, mark), written.slice(mark + 1)];
  return mark > 0 && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? { file, name } : undefined;
}

/** Returns the name in `#NAME`, which is a function of the program itself; undefined for any other text. */
export function ownFunction(written: string): string | undefined {
  return /^#([a-z][a-z0-9_]*)$/.exec(written)?.[1];
}

/** Returns the value of a `module` check as a mapping; undefined if it is neither a text nor `{ use, args }`. */
export function moduleCheckValue(value: JsonValue): ModuleCheckValue | undefined {
  if (typeof value === 'string') return { use: value };
  if (!isObject(value) || typeof value['use'] !== 'string') return undefined;
  if (Object.keys(value).some((key) => key !== 'use' && key !== 'args')) return undefined;
  return { use: value['use'], ...(value['args'] !== undefined && { args: value['args'] }) };
}

/** What a function of a check gets beside the response. */
export interface CheckFacts {
  /** The whole response; of a scenario, the responses of all turns. */
  readonly reply: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** The item of the data set; null without one. */
  readonly item: JsonObject | null;
  /** The calls of tools of all turns; null if they are unknown. */
  readonly tool_calls: readonly ToolCall[] | null;
  /** The steps of all turns; null if they are unknown. */
  readonly steps: readonly Step[] | null;
  /** Seconds of all responses together; null if unknown. */
  readonly latency_s: number | null;
  /** The tokens of all turns together; null if unknown. */
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number } | null;
  /** The `args` of the check; null without any. */
  readonly args: JsonValue;
}

/** What a function of a check decides. */
export type CheckDecision = boolean | { readonly pass: boolean; readonly reason?: string | undefined };

/** Decides on a response. It must give the same answer each time. */
export type CheckFunction = (response: string, facts: CheckFacts) => CheckDecision | Promise<CheckDecision>;
