import { uniqueBy } from '#model/data/collections.js';
import { canonicalJson } from '#model/data/digest.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { defaultSignificanceLevel } from '#model/limits.js';
import { defaultLabels } from '#model/people/label.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { CriterionSpec, JudgeSettings } from '#model/settings.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import { type Layer, nearestSetting, nearestValue } from '../source/layer.js';
import { spot } from '../source/place.js';
import { inBrackets } from './judges.js';
import type { Choice } from './reading.js';

/** Reads the criteria of a part, one or a list. Reports and omits criteria that do not fit the expectation. */
export function readCriteria(
  { ownCriteria }: Choice,
  part: DocumentPart,
  decided: Decided,
  layers: readonly Layer[],
  report: ReportProblems,
): readonly CriterionSpec[] {
  const items = Array.isArray(part.value) ? part.items() : [part];
  const specs = items.flatMap((item) =>
    Object.entries((item.value ?? {}) as Readonly<Record<string, JsonObject>>).flatMap(([criterion, written]) => {
      const own = item.in(criterion);
      if (ownCriteria.includes(criterion)) return readOwnCriterion(own, written, layers, report);
      const spec = { ...specOf(criterion, written, layers), at: own.placeOfKey() };
      report(expectedProblems(spec, layers));
      const wrong = faults(own, spec, decided);
      report(wrong);
      return wrong.length === 0 ? [spec] : [];
    }),
  );
  const different = uniqueBy(specs, ({ at: _at, ...said }) => canonicalJson(said));
  const again = specs.filter((spec) => !different.includes(spec));
  report(
    again.map(({ criterion, at }) =>
      problem('EVA_BAD_CRITERIA:twice', `${quoted(criterion)} is listed twice with the same parameters`, {
        hint: 'keep one of them',
        at,
      }),
    ),
  );
  return different;
}

/** Reads a criterion that the caller of the library adds. Keeps its parameters unchecked, since eva does not know them. */
function readOwnCriterion(
  part: DocumentPart,
  written: JsonValue,
  layers: readonly Layer[],
  report: ReportProblems,
): readonly CriterionSpec[] {
  const criterion = String(part.path.at(-1));
  const at = part.placeOfKey();
  if (!isObject(written)) {
    report([
      problem('EVA_BAD_CRITERIA:own_params', `${quoted(criterion)} takes a mapping of parameters`, {
        hint: 'write {} for none',
        at,
      }),
    ]);
    return [];
  }
  const { significance_level: own, ...params } = written;
  const level = own ?? levelOf(layers);
  if (typeof level === 'number' && level > 0 && level <= 0.5)
    return [{ criterion, params, significance_level: level, at }];
  report([
    problem('EVA_BAD_CRITERIA:own_level', `the "significance_level" of ${quoted(criterion)} is not a level`, {
      hint: 'write a number above 0 and at most 0.5',
      at,
    }),
  ]);
  return [];
}

function specOf(criterion: string, written: JsonObject, layers: readonly Layer[]): CriterionSpec {
  const { significance_level, ...given } = written;
  // Writing out a default does not change the evidence.
  const isDefault = ([key, value]: readonly [string, JsonValue]) =>
    (key === 'method' && value === 'gaffke') ||
    (key === 'labels' && value === defaultLabels && given['by'] === 'people');
  const params = Object.fromEntries(Object.entries(given).filter((entry) => !isDefault(entry)));
  const own = significance_level as number | undefined;
  return { criterion, params, significance_level: own ?? levelOf(layers) };
}

function levelOf(layers: readonly Layer[]): number {
  return nearestValue(layers, 'significance_level') ?? defaultSignificanceLevel;
}

/** Lists the problems of a criterion. Checks its numbers only if it fits the expectation. */
function faults(part: DocumentPart, spec: CriterionSpec, decided: Decided): readonly Problem[] {
  const ofPeople = peopleProblems(spec, decided, (param) => part.in(param).placeOfKey());
  const unfit = [...ofPeople, ...misfits(spec, decided)];
  if (unfit.length > 0) return unfit;
  if (decided.kind === 'class') return classProblem(spec, decided.classes, () => part.in('class').place());
  return thresholdProblem(spec, decided, (param) => part.in(param).place());
}

/** Lists a problem if a criterion names a class that there is not. No classes are known if the items cannot be read. */
function classProblem({ params }: CriterionSpec, classes: readonly string[], at: () => Place): readonly Problem[] {
  const name = params['class'];
  if (typeof name !== 'string' || name === 'each' || classes.length === 0 || classes.includes(name)) return [];
  return [unknownClass(name, classes, at())];
}

export function unknownClass(name: string, classes: readonly string[], at: Place): Problem {
  return problem('EVA_BAD_VALUE:class_name', `there is no class ${quoted(name)}`, {
    hint: suggestion(nearest(name, classes), classes.slice(0, 20)),
    at,
  });
}

/** Returns a name that was probably meant, else those that there are. */
export function suggestion(meant: string | null | undefined, known: readonly string[]): string {
  return meant === null || meant === undefined
    ? `known: ${known.map(quoted).join(', ')}`
    : `did you mean ${quoted(meant)}?`;
}

/** Lists a problem if every possible value meets a threshold, or no value does. `place` returns where a parameter is written. */
function thresholdProblem(spec: CriterionSpec, decided: Decided, place: (param: string) => Place): readonly Problem[] {
  if (decided.kind === 'checks' || decided.kind === 'class') return [];
  const param = decided.kind === 'scores' && spec.criterion === 'proportion_gte' ? 'min_score' : 'threshold';
  const value = spec.params[param];
  if (typeof value !== 'number') return [];
  const isMean = spec.criterion.startsWith('mean_');
  const written: Threshold = { param, value, at: () => place(param) };
  if (decided.kind === 'scores') {
    const { min, max } = decided.scale;
    if (min >= max) return [];
    return isMean ? offMean(written, min, max, 'scale') : offScale(written, min, max);
  }
  const { cap } = spec.params;
  if (!isMean) return offMetric(spec.criterion, decided.least, written);
  return offMean(written, decided.least, typeof cap === 'number' ? cap : null, 'cap');
}

interface Threshold {
  readonly param: string;
  readonly value: number;
  readonly at: () => Place;
}

/** Makes the problem of a threshold outside of its useful range, which `ask` says in words. */
function badThreshold(
  { param, at }: Threshold,
  key: `EVA_BAD_THRESHOLD:${string}`,
  message: string,
  ask: string,
): Problem {
  return problem(key, message, { hint: `write a ${param} that is ${ask}`, at: at() });
}

function offScale(threshold: Threshold, min: number, max: number): readonly Problem[] {
  const { value } = threshold;
  if (value > min && value <= max) return [];
  const scale = `on a scale from ${min} to ${max}`;
  const ask = `more than ${min} and at most ${max}`;
  return [
    value <= min
      ? badThreshold(threshold, 'EVA_BAD_THRESHOLD:every_score', `every score is at least ${value} ${scale}`, ask)
      : badThreshold(threshold, 'EVA_BAD_THRESHOLD:no_score', `no score is ${value} or more ${scale}`, ask),
  ];
}

/** Lists a problem if the threshold of a mean is not strictly inside the range of the values. `end` names the upper end `most`. */
function offMean(threshold: Threshold, least: number, most: number | null, end: 'scale' | 'cap'): readonly Problem[] {
  const { value } = threshold;
  const ask = `more than ${least}${most === null ? '' : ` and less than ${most}`}`;
  const effect = `so the threshold ${value} decides nothing`;
  if (value <= least)
    return [badThreshold(threshold, 'EVA_BAD_THRESHOLD:mean_below', `a mean is never below ${least}, ${effect}`, ask)];
  if (most === null || value < most) return [];
  const top = end === 'scale' ? `the scale's end, ${most}` : `the cap of ${most}`;
  return [badThreshold(threshold, 'EVA_BAD_THRESHOLD:mean_above', `a mean is never above ${top}, ${effect}`, ask)];
}

/** Lists a problem if the threshold of a metric is trivial, given that no value is below `least`. */
function offMetric(criterion: string, least: number, threshold: Threshold): readonly Problem[] {
  const { value } = threshold;
  const comparison = criterion.replace(/.*_/, '');
  const isInclusive = comparison === 'lt' || comparison === 'gte';
  if (value > least || (value === least && !isInclusive)) return [];
  const says: Readonly<Record<string, string>> = {
    lt: `no value is less than ${value}`,
    lte: `no value is ${value} or less`,
    gte: `every value is at least ${value}`,
    gt: `every value is more than ${value}`,
  };
  const ask = isInclusive ? `more than ${least}` : `${least} or more`;
  return [badThreshold(threshold, 'EVA_BAD_THRESHOLD:metric', says[comparison] ?? '', ask)];
}

/**
 * Lists a problem if `expected` is not above the bar of a criterion, since no sample size gives such a case enough power. Reports it at the
 * nearer setting of the two. The first layer is the case itself.
 */
function expectedProblems(spec: CriterionSpec, layers: readonly Layer[]): readonly Problem[] {
  const expected = nearestSetting(layers, 'expected');
  const bar = spec.params['proportion'];
  if (!expected || typeof bar !== 'number' || expected.value > bar) return [];
  const isOwn = nearestSetting(layers.slice(0, 1), 'expected') !== undefined;
  const at = isOwn ? expected.at : spec.at;
  const expectedAt = isOwn || !at ? null : spot(expected.at, at);
  const criterionAt = isOwn && spec.at ? `${spec.criterion} on ${spot(spec.at, at)}` : null;
  return [
    problem(
      'EVA_BAD_EXPECTED',
      `expected ${expected.value}${inBrackets(expectedAt)} is not above the bar of ${bar}${inBrackets(criterionAt)}`,
      { hint: 'set expected between the bar and 1, or remove it', at },
    ),
  ];
}

/** Lists the problems of `by` and `labels`. `place` returns where a parameter is written. */
function peopleProblems(
  { params }: CriterionSpec,
  { kind, rubric }: Decided,
  place: (param: string) => Place,
): readonly Problem[] {
  if (params['by'] === undefined) {
    return params['labels'] === undefined
      ? []
      : [
          problem('EVA_BAD_CRITERIA:labels_alone', '"labels" has no effect without by: people', {
            hint: 'add by: people, or remove "labels"',
            at: place('labels'),
          }),
        ];
  }
  if (rubric === 'of_case') return [];
  if (rubric === 'of_slice')
    return [
      problem('EVA_BAD_CRITERIA:people_of_slice', 'labels of people decide no slices', {
        hint: 'remove "by" and "labels": the judge decides slices; put the criterion with by: people into criteria: of the case',
        at: place('by'),
      }),
    ];
  return [
    problem(
      'EVA_BAD_CRITERIA:people_of',
      `people label answers by a rubric, and here no rubric decides ${decided[kind][0]}`,
      { hint: 'remove "by" and "labels", or put the criterion beside rubric: or expected_behavior:', at: place('by') },
    ),
  ];
}

/** The data that a criterion decides: checks, a judge's scores, a metric with its smallest possible value `least`, or classes. */
export type Decided = (
  | { readonly kind: 'checks' }
  | { readonly kind: 'scores'; readonly scale: JudgeSettings['scale'] }
  | { readonly kind: 'metric'; readonly least: number }
  | { readonly kind: 'class'; readonly classes: readonly string[] }
) & {
  /** Whether a rubric decides, so that people can label the answers. `of_slice`: it does, but labels decide no slices. Absent without a rubric. */
  readonly rubric?: 'of_case' | 'of_slice';
};

/** The required and optional parameters of a criterion. */
interface Parameters {
  readonly needed: readonly string[];
  readonly allowed?: readonly string[];
}

/** Lists the problems of a criterion whose name or parameters do not fit the data that it decides. */
export function misfits({ criterion, params, at }: CriterionSpec, { kind }: Decided): readonly Problem[] {
  const [subject, hint] = decided[kind];
  const unfit = (key: `EVA_BAD_CRITERIA:${string}`, message: string) => [problem(key, message, { hint, at })];
  const parameters = parametersOf(criterion, kind);
  if (!parameters) return unfit('EVA_BAD_CRITERIA:unfit', `${quoted(criterion)} cannot decide ${subject}`);
  const { needed, allowed = [] } = parameters;
  const given = Object.keys(params);
  const extra = given.find((key) => ![...needed, ...allowed, ...keysOfPeople].includes(key));
  if (extra !== undefined) return unfit('EVA_BAD_CRITERIA:extra', `${quoted(extra)} has no effect on ${subject}`);
  const missing = needed.find((key) => !given.includes(key));
  if (missing !== undefined)
    return unfit('EVA_BAD_CRITERIA:lacking', `${quoted(criterion)} needs "${short(missing)}" to decide ${subject}`);
  if (params['proportion'] !== 1) return [];
  return [
    problem('EVA_UNPROVABLE', 'no sample can prove a proportion of 1', {
      hint: 'set a proportion below 1, or remove criteria: then every trial must pass',
      at,
    }),
  ];
}

/** The parameters of a criterion that people decide. */
const keysOfPeople = ['by', 'labels'];

function parametersOf(criterion: string, kind: Decided['kind']): Parameters | undefined {
  switch (kind) {
    case 'checks':
      return criterion === 'proportion_gte' ? { needed: ['proportion'] } : undefined;
    case 'scores':
      return scoreParameters[criterion];
    case 'metric':
      return metricParameters[criterion.replace(/_.*/, '')];
    case 'class':
      return classParameters[criterion];
  }
}

const scoreParameters: Readonly<Record<string, Parameters>> = {
  proportion_gte: { needed: ['min_score', 'proportion'] },
  median_gte: { needed: ['threshold'] },
  mean_gte: { needed: ['threshold'], allowed: ['method'] },
};

const classParameters: Readonly<Record<string, Parameters>> = {
  recall_gte: { needed: ['class', 'proportion'] },
  precision_gte: { needed: ['class', 'proportion'] },
  f1_gte: { needed: ['class', 'proportion'] },
};

const metricParameters: Readonly<Record<string, Parameters>> = {
  proportion: { needed: ['threshold', 'proportion'] },
  mean: { needed: ['threshold'], allowed: ['cap', 'method'] },
  median: { needed: ['threshold'] },
};

/** The data that a criterion decides, in words. */
const decided = {
  checks: ['trials that pass or fail', 'write proportion_gte: { proportion: 0.95 }'],
  scores: [
    "a judge's scores",
    'write proportion_gte with min_score and proportion, or median_gte or mean_gte with threshold',
  ],
  metric: ['a metric', 'a metric is compared with a threshold; proportion_… takes threshold and proportion'],
  class: ['classes', 'write recall_gte, precision_gte or f1_gte with class and proportion'],
} as const;
