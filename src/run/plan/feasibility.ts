import { countingOf, formatCount } from '#decide/claim.js';
import { type FewItems, scarceClasses } from '#decide/criteria/classes.js';
import type { Criterion, CriterionContext, Refusal } from '#decide/criterion.js';
import { underpoweredSlicesOf } from '#decide/dataset/slices.js';
import { outlooksOf, refusedCriteria, underpoweredOutlooks } from '#decide/outlooks.js';
import { isByPeople, wantedLabels } from '#decide/people/people-criterion.js';
import type { Case } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { type Dataset, isClustered } from '#model/dataset.js';
import { mostTrials } from '#model/limits.js';
import type { Place, Problem, Severity } from '#model/problem.js';
import { placed, problem } from '#model/problem.js';
import { isPassable } from '#model/run/outlook.js';
import type { CriterionSpec } from '#model/settings.js';
import { plural, quoted, short } from '#model/text/quoted.js';

/** Returns a problem for each criterion that cannot be used in its expectation. */
export function misplacedCriteria(testCase: Case, criteria?: readonly Criterion[]): readonly Problem[] {
  return refusedCriteria(testCase, criteria).map(({ spec, refusal }) =>
    refusalProblem(refusal, spec.at ?? testCase.at),
  );
}

export function tooManyLabels(testCase: Case): readonly Problem[] {
  const counting = countingOf(testCase);
  return testCase.expectations.flatMap(({ criteria }) =>
    criteria.filter(isByPeople).flatMap((spec) => {
      const labels = wantedLabels(spec);
      if (labels <= counting.n) return [];
      return problem(
        'EVA_BAD_CRITERIA:more_labels',
        `the criterion asks for ${labels} labels, and the case has ${short(formatCount(counting.n, counting.noun))}`,
        {
          hint: `write labels: ${counting.n}, or ${testCase.dataset ? 'add items' : 'raise sample_size'}`,
          at: spec.at ?? testCase.at,
        },
      );
    }),
  );
}

/** Makes the problem of a refusal: as it is, or with the words of a criterion of a program. */
function refusalProblem(refusal: Problem | Refusal, at: Place | undefined): Problem {
  if ('severity' in refusal) return placed(refusal, at);
  const { message, hint } = refusal;
  return problem('EVA_BAD_CRITERIA:custom', short(message), {
    hint: hint === undefined ? undefined : short(hint),
    at,
  });
}

/** How a criterion that cannot pass is reported. */
interface UnderpoweredOptions {
  /** True for a warning instead of an error. */
  readonly isAllowed: boolean;
  /** The number of the attempt for which levels were lowered; 1 unless set. */
  readonly attempt?: number;
  readonly criteria?: readonly Criterion[] | undefined;
}

/** Returns a problem for each criterion that cannot pass. */
export function underpowered(
  cases: readonly Case[],
  { isAllowed, attempt = 1, criteria }: UnderpoweredOptions,
): readonly Problem[] {
  const severity = isAllowed ? 'warning' : 'error';
  const slices = cases.flatMap((testCase) => scarceSlices(testCase, criteria, severity));
  const claims = cases
    .flatMap((testCase) => underpoweredOutlooks(testCase, criteria))
    .map(({ context: { testCase, expectation, spec }, outlook }) => {
      const at = spec.at ?? expectation.at ?? testCase.at;
      const { criterion, n, smallest_n, needed_n, power, significance_level: level, is_widest_spread } = outlook;
      const isLowered = attempt !== 1 && level !== null;
      const lowered = isLowered ? { attempt, level: Number(level.toPrecision(2)) } : null;
      const likely = smallest_n !== null && needed_n !== null && power !== null && needed_n > smallest_n;
      const params = {
        criterion,
        trials: n,
        smallest: smallest_n,
        likely: likely ? { trials: needed_n, if: power.truth } : null,
        lowered,
      };
      if (outlook.by === 'people') {
        return tooFewLabels({ ...params, most: countingOf(testCase).n }, at, severity);
      }
      if (!testCase.dataset) {
        const cap = enoughCap({ testCase, expectation, spec }, criteria);
        return tooFewTrials({ ...params, isBounded: is_widest_spread, cap }, at, severity);
      }
      const few = scarceClasses({ testCase, expectation, spec });
      if (few.length > 0)
        return problem(
          'EVA_UNDERPOWERED:classes',
          `${short(criterion)} cannot pass, since classes have too few items, even if every one is right: ${fewText(few)}`,
          {
            hint: 'correct a misspelled label, name the classes in of:, add items, lower the bar, or run it with --allow-underpowered (in TypeScript: allow_underpowered)',
            at,
            severity,
          },
        );
      const ending = n === 1 ? '' : 's';
      const noun = isClustered(testCase.dataset)
        ? `cluster${ending} of ${testCase.dataset.cluster?.field}`
        : `item${ending}`;
      return tooFewItems({ ...params, noun, most: testCase.dataset.kept_units }, at, severity);
    });
  return [...claims, ...slices];
}

/** Returns a cap, in round multiples of the threshold, with which a mean without a cap of its own can pass; null if there is none. */
function enoughCap({ testCase, expectation, spec }: CriterionContext, criteria?: readonly Criterion[]): number | null {
  const { threshold, cap } = spec.params;
  if (!spec.criterion.startsWith('mean_') || typeof threshold !== 'number' || cap !== undefined) return null;
  const isEnough = (tried: number) => {
    const capped = { ...expectation, criteria: [{ ...spec, params: { ...spec.params, cap: tried } }] };
    return underpoweredOutlooks({ ...testCase, expectations: [capped] }, criteria).length === 0;
  };
  return [10, 5, 3, 2].map((times) => Number((times * threshold).toPrecision(12))).find(isEnough) ?? null;
}

/** Returns a problem for each field with slices that must pass and cannot, with all of these slices. */
function scarceSlices(
  testCase: Case,
  criteria: readonly Criterion[] | undefined,
  severity: 'warning' | 'error',
): readonly Problem[] {
  return [...groupBy(underpoweredSlicesOf(testCase, criteria), ({ field }) => field)].map(([field, slices]) => {
    const gate = testCase.dataset?.slices.find((ofField) => ofField.field === field)?.gate;
    const few = slices.map(({ value, n, smallest_n }) => ({ name: value, items: n, needed: smallest_n }));
    return problem(
      'EVA_UNDERPOWERED:slices',
      `slices of ${quoted(field)} have too few items to pass, even if every one is right: ${fewText(few)}`,
      {
        hint: 'add items, name the slices that matter in only:, lower the bar, or write must: not_fail',
        at: gate?.criterion.at ?? testCase.at,
        severity,
      },
    );
  });
}

/** Returns a warning for each claim about clusters that has too few of them for a likely pass. */
export function fewClusters(cases: readonly Case[], criteria?: readonly Criterion[]): readonly Problem[] {
  return cases.flatMap((testCase) => {
    const { dataset } = testCase;
    if (!dataset?.cluster || !isClustered(dataset)) return [];
    const { field } = dataset.cluster;
    const outlooks = outlooksOf(testCase, criteria).filter(
      (outlook) => outlook.power !== null && outlook.by !== 'people' && isPassable(outlook),
    );
    const needed = Math.max(0, ...outlooks.map(({ needed_n }) => needed_n ?? Number.POSITIVE_INFINITY));
    if (needed <= dataset.units) return [];
    const likely = Number.isFinite(needed) ? `about ${needed}` : 'more than a case can have';
    const { units } = dataset;
    return [
      problem(
        'EVA_FEW_CLUSTERS',
        `${plural(units, 'cluster')} of ${quoted(field)} ${units === 1 ? 'is' : 'are'} few: a likely pass needs ${likely}`,
        {
          hint: 'add clusters, or write claim: file for a claim about these items only',
          at: testCase.at,
          severity: 'warning',
        },
      ),
    ];
  });
}

/**
 * Lowers the level of every criterion for the j-th attempt, j from 1, to `level / (j (j + 1))`. These add up to the level over all j. By
 * Bonferroni's inequality a false claim therefore passes in any of the attempts, however many, with at most that probability.
 */
export function correctLevels(cases: readonly Case[], attempt: number): readonly Case[] {
  return withLevels(cases, (level) => level / (attempt * (attempt + 1)));
}

/** Reverses `correctLevels`, to twelve digits. */
export function uncorrectLevels(cases: readonly Case[], attempt: number): readonly Case[] {
  return withLevels(cases, (level) => Number((level * attempt * (attempt + 1)).toPrecision(12)));
}

function withLevels(cases: readonly Case[], change: (level: number) => number): readonly Case[] {
  const changed = (spec: CriterionSpec) =>
    spec.significance_level === undefined ? spec : { ...spec, significance_level: change(spec.significance_level) };
  const ofSlices = (dataset: Dataset): Dataset => ({
    ...dataset,
    slices: dataset.slices.map((field) => ({
      ...field,
      ...(field.gate && { gate: { ...field.gate, criterion: changed(field.gate.criterion) } }),
    })),
  });
  return cases.map((testCase) => ({
    ...testCase,
    ...(testCase.dataset && { dataset: ofSlices(testCase.dataset) }),
    expectations: testCase.expectations.map((expectation) => ({
      ...expectation,
      criteria: expectation.criteria.map(changed),
    })),
  }));
}

/** A criterion that has too few trials. */
interface TooFew {
  readonly criterion: string;
  readonly trials: number;
  /** The smallest number of trials with which it can pass; null if that is above all limits. */
  readonly smallest: number | null;
  /** The number of trials for a power of 80 %, and the assumed true value. */
  readonly likely: { readonly trials: number; readonly if: string } | null;
  readonly lowered: { readonly attempt: number; readonly level: number } | null;
}

const orAllow = 'or run it with --allow-underpowered (in TypeScript: allow_underpowered)';

/** `isBounded`: values are numbers between two ends, else a trial only passes or fails. `cap`: one with which a mean without cap can pass. */
function tooFewTrials(
  few: TooFew & { readonly isBounded: boolean; readonly cap: number | null },
  at: Place | undefined,
  severity: Severity,
): Problem {
  const { criterion, trials, smallest, likely, isBounded, lowered, cap } = few;
  const best = isBounded ? 'even if each has the best possible value' : 'even if every one passes';
  const needs =
    smallest === null ? `more than ${mostTrials}, the most that a case can have` : `at least ${smallest}, ${best}`;
  const power = powerText(likely, isBounded ? ' and values are at both ends of their range' : '');
  const raise = smallest === null ? '' : `raise sample_size to ${smallest}${power}, `;
  const setCap = cap === null ? '' : `, or set cap, such as cap: ${cap}`;
  const changed = lowered
    ? '; changed cases begin at attempt 1 again, and eva does not count earlier looks (docs/guide/promotion.md#attempts)'
    : '';
  return problem(
    'EVA_UNDERPOWERED',
    `${short(criterion)} cannot pass with ${plural(trials, 'trial')}: it needs ${needs}${levelText(lowered)}`,
    { hint: `${raise}${easierText(criterion)}${setCap}, ${orAllow}${changed}`, at, severity },
  );
}

/** `most`: the greatest number of labels that the case allows. */
function tooFewLabels(few: TooFew & { readonly most: number }, at: Place | undefined, severity: Severity): Problem {
  const { criterion, trials: labels, most, smallest, likely, lowered } = few;
  const needs =
    smallest === null ? 'more than a case can have' : `at least ${smallest}, even if people pass every answer`;
  const answers = smallest !== null && smallest > most ? `ask for more than ${most} answers and ` : '';
  const raise = smallest === null ? '' : `${answers}write labels: ${smallest}${powerText(likely)}, `;
  return problem(
    'EVA_UNDERPOWERED:labels',
    `${short(criterion)} by people cannot pass with ${plural(labels, 'label')}: it needs ${needs}${levelText(lowered)}`,
    { hint: `${raise}${easierText(criterion)}, ${orAllow}`, at, severity },
  );
}

/** `noun` agrees with `trials`; `most` is the number of units that the data set has. */
function tooFewItems(
  few: TooFew & { readonly noun: string; readonly most: number },
  at: Place | undefined,
  severity: Severity,
): Problem {
  const { criterion, trials, smallest, likely, lowered, noun, most } = few;
  const needs = smallest === null ? 'more than a case can have' : `at least ${smallest}, even if every one is right`;
  const isThere = smallest !== null && smallest <= most;
  const more = `${trials === 1 ? 'add further ones' : `add ${short(noun)}`}${powerText(likely)}`;
  return problem(
    'EVA_UNDERPOWERED:items',
    `${short(criterion)} cannot pass with ${trials} ${short(noun)}: it needs ${needs}${levelText(lowered)}`,
    {
      hint: `${isThere ? 'raise or remove sample_size' : more}, ${easierText(criterion)}, ${orAllow}`,
      at,
      severity,
    },
  );
}

function levelText(lowered: TooFew['lowered']): string {
  return lowered ? `; attempt ${lowered.attempt} on these files is decided at a level of ${lowered.level}` : '';
}

/** Renders how to demand less with a criterion: the parameter that decides how many trials a pass needs, and its direction. */
function easierText(criterion: string): string {
  const [, below] = /_(lte?)$/.exec(criterion) ?? [];
  if (criterion.startsWith('mean_')) return `${below ? 'raise' : 'lower'} its threshold`;
  if (criterion.startsWith('median_')) return `use proportion_${below ?? 'gte'} with a lower proportion`;
  return criterion.startsWith('proportion_') ? 'lower its proportion' : 'lower the bar';
}

function powerText(likely: TooFew['likely'], more = ''): string {
  return likely ? ` (${likely.trials} for a power of 80% if ${likely.if}${more})` : '';
}

/** The greatest number of slices that a problem names. */
const mostSlices = 5;

function fewText(few: readonly FewItems[]): string {
  const listed = few
    .slice(0, mostSlices)
    .map(({ name, items, needed }) => `${quoted(name)} has ${items}${needed === null ? '' : ` of ${needed}`}`);
  return `${listed.join(', ')} needed${few.length > mostSlices ? `, and ${few.length - mostSlices} more` : ''}`;
}
