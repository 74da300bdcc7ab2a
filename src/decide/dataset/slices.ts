import { type Case, needsAnytimeTests } from '#model/case.js';
import { isClustered, type Origin, type SliceValue, type SlicingField, sliceOf } from '#model/dataset.js';
import { isPassable, type SliceOutlook } from '#model/run/outlook.js';
import type { SliceFieldResult, SliceRow } from '#model/run/verdict.js';
import type { CriterionSpec } from '#model/settings.js';
import { sliceRule } from '#stats/multiple-testing.js';
import { criteria as builtIn, findCriterion, requireCriterion } from '../criteria/index.js';
import {
  type Criterion,
  type CriterionContext,
  levelOf,
  type TestStatus,
  type Watch,
  worstStatus,
} from '../criterion.js';
import { isByPeople } from '../people/people-criterion.js';
import { passP } from '../statistical-tests/statistical-test.js';
import type { GradedUnit, Unit } from '../trial-values.js';
import { classCriterionNames } from './class-tally.js';

interface SliceWatch {
  readonly slice: SliceValue;
  readonly watch: Watch;
  /** True if its bounds hold wherever the case ends, without counting items that were not asked. */
  readonly holdsAnywhere: boolean;
  /** The trials so far, and those that pass. */
  trials: number;
  passes: number;
}

/** The slices of one field while the units of the case arrive. Each slice is tested on its own units, as the case is on all. */
export class SliceFieldWatch {
  readonly #testCase: Case;
  readonly #field: SlicingField;
  readonly #slices: ReadonlyMap<string, SliceWatch>;
  readonly #context: CriterionContext;

  constructor(testCase: Case, field: SlicingField, criteria: readonly Criterion[]) {
    this.#testCase = testCase;
    this.#field = field;
    this.#context = sliceContext(testCase, field);
    const criterion = requireCriterion(this.#context.spec.criterion, criteria);
    this.#slices = new Map(
      field.values.map((slice) => {
        const context = sliceContext(testCase, field, slice);
        const watch = criterion.watch({ ...context, isRow: true, testCase: caseOfSlice(testCase, slice) });
        return [
          slice.value,
          { slice, watch, holdsAnywhere: context.isAnytime === true, trials: 0, passes: 0 },
        ] as const;
      }),
    );
  }

  push(unit: GradedUnit): void {
    for (const [slice, trials] of this.#bySlice(unit)) push(slice, trials);
  }

  pushToOpen(unit: GradedUnit): void {
    for (const [slice, trials] of this.#bySlice(unit)) if (this.#isOpenSlice(slice)) push(slice, trials);
  }

  isOpen(origin: Origin): boolean {
    const slice = this.#slices.get(sliceOf(origin, this.#field.field));
    return slice !== undefined && this.#isOpenSlice(slice);
  }

  /** Returns whether all slices pass, if they must; else `passes`. */
  status(): TestStatus {
    if (this.#field.gate?.must !== 'pass') return 'passes';
    return worstStatus(this.#gated().map(({ watch }) => watch.status()));
  }

  result(isSettled: boolean): SliceFieldResult {
    const { field, gate } = this.#field;
    const { dataset } = this.#testCase;
    const gated = this.#gated();
    const verdicts = new Map(gated.map((slice) => [slice, slice.watch.verdict()]));
    const alpha = levelOf(this.#context.spec);
    const all = [...verdicts.values()];
    const rule =
      gate && gated.length > 0
        ? sliceRule({
            pass_p: all.map((verdict) => passP(verdict, alpha)),
            fail_p: all.map(({ fail_p }) => fail_p ?? 1),
            alpha,
            must: gate.must,
            // A cluster can have items of several slices, whose tests then depend on each other.
            isComplete:
              !(dataset && isClustered(dataset)) && all.every(({ used }, index) => used === gated[index]?.slice.units),
          })
        : null;
    return {
      field,
      must: gate?.must ?? null,
      claim: gate ? (all[0]?.claim ?? null) : null,
      bar: gate ? (all[0]?.words.bar ?? null) : null,
      holds: rule && isSettled ? rule.holds : null,
      significance_level: alpha,
      rows: [...this.#slices.values()].map((slice) => {
        const index = gated.indexOf(slice);
        const decided = rule &&
          index >= 0 && {
            outcome: rule.outcomes[index] ?? null,
            adjusted: rule.pass_adjusted[index] ?? null,
            fail_adjusted: rule.fail_adjusted[index] ?? null,
          };
        return rowOf(slice, verdicts.get(slice) ?? slice.watch.verdict(), decided || null);
      }),
    };
  }

  #gated(): readonly SliceWatch[] {
    return this.#field.gate ? [...this.#slices.values()].filter(({ slice }) => !slice.reported) : [];
  }

  #isOpenSlice({ slice, watch }: SliceWatch): boolean {
    return this.#field.gate?.must === 'pass' && !slice.reported && watch.status() === 'open';
  }

  #bySlice(unit: GradedUnit): ReadonlyMap<SliceWatch, Unit> {
    const index = this.#testCase.expectations.indexOf(this.#context.expectation);
    const bySlice = new Map<SliceWatch, Unit[number][]>();
    for (const { origin, valuesAt } of unit) {
      const slice = this.#slices.get(sliceOf(origin, this.#field.field));
      if (!slice) continue;
      const trials = bySlice.get(slice) ?? [];
      trials.push(valuesAt(index));
      bySlice.set(slice, trials);
    }
    return bySlice;
  }
}

function push(slice: SliceWatch, unit: Unit): void {
  slice.watch.push(unit);
  slice.trials += unit.length;
  slice.passes += unit.filter(({ values }) => values?.[0] === 1).length;
}

/** The claim of a slice that is only reported, if the case has no claim about a share: its bounds do not depend on the bar. */
const anyShare: CriterionSpec = { criterion: 'proportion_gte', params: { proportion: 0.5 } };

/**
 * Returns the claim of each slice of a field: that of its gate, else the first statistical one of the case. Of the first expectation. A slice
 * that must pass is asked until it is settled, as a case is, so it has the test that a case would have. Any other slice ends where the case
 * does.
 */
function sliceContext(testCase: Case, { gate, values }: SlicingField, slice?: SliceValue): CriterionContext {
  const [expectation] = testCase.expectations;
  if (!expectation) throw new Error(`case "${testCase.name}" expects nothing`);
  const ofShares = expectation.criteria.find(
    (spec) => spec.criterion !== 'every_trial' && !classCriterionNames.includes(spec.criterion) && !isByPeople(spec),
  );
  const spec = gate?.criterion ?? ofShares ?? anyShare;
  const endsWithCase = gate?.must !== 'pass' || slice?.reported === true;
  const together = values.filter(({ reported }) => !reported).length;
  return { testCase, expectation, spec, isAnytime: endsWithCase && needsAnytimeTests(testCase), together };
}

function caseOfSlice(testCase: Case, { kept, kept_units, units }: SliceValue): Case {
  const { dataset } = testCase;
  if (!dataset) return testCase;
  const asked = Math.round((kept * units) / Math.max(1, kept_units));
  return { ...testCase, dataset: { ...dataset, kept, asked, kept_units, units } };
}

type RuledRow = Pick<SliceRow, 'outcome' | 'adjusted' | 'fail_adjusted'>;

function rowOf(
  { slice, watch, holdsAnywhere, trials, passes }: SliceWatch,
  { n, used, failed, ungraded, estimate, interval, p_value, fail_p, words }: ReturnType<Watch['verdict']>,
  rule: RuledRow | null,
): SliceRow {
  const isOfPasses = words.bar !== null;
  // Bounds that count the items that were not asked as the worst possible do not describe a slice that another claim ended.
  const bounds = holdsAnywhere || used >= n || watch.status() !== 'open' ? interval : null;
  return {
    value: slice.value,
    outcome: rule?.outcome ?? null,
    k: isOfPasses ? passes : null,
    trials,
    n: used,
    of: slice.units,
    failed,
    ungraded,
    estimate,
    lower: bounds?.lower ?? null,
    upper: bounds?.upper ?? null,
    p_value: rule === null ? null : p_value,
    fail_p: rule === null ? null : fail_p,
    adjusted: rule?.adjusted ?? null,
    fail_adjusted: rule?.fail_adjusted ?? null,
    ...(rule !== null && used < n && watch.status() === 'cannot_pass' && { ended_case: true as const }),
  };
}

/** A slice with a claim, and the criterion that decides it. */
interface ClaimedSlice extends Pick<SliceOutlook, 'field' | 'value' | 'must'> {
  readonly criterion: Criterion;
  readonly context: CriterionContext;
}

/** Returns the forecast of each slice with a claim: by the test that will decide it. */
export function sliceOutlooksOf(testCase: Case, criteria: readonly Criterion[] = builtIn): readonly SliceOutlook[] {
  return claimedSlices(testCase, criteria).map(outlookOf);
}

/** Returns the forecast of each slice that must pass and cannot. Slices that can pass get no forecast, which takes long. */
export function underpoweredSlicesOf(
  testCase: Case,
  criteria: readonly Criterion[] = builtIn,
): readonly SliceOutlook[] {
  return claimedSlices(testCase, criteria)
    .filter(({ must, criterion, context }) => must === 'pass' && !criterion.canPass?.(context))
    .map(outlookOf)
    .filter((outlook) => !isPassable(outlook));
}

/** Returns the claim of each field with a gate, and the criterion that decides it. */
export function gatesInContext(testCase: Case, criteria: readonly Criterion[]) {
  return (testCase.dataset?.slices ?? []).flatMap((field) => {
    if (!field.gate) return [];
    const context = sliceContext(testCase, field);
    const criterion = findCriterion(context.spec.criterion, criteria);
    return [{ field, must: field.gate.must, criterion, context }];
  });
}

function claimedSlices(testCase: Case, criteria: readonly Criterion[]): readonly ClaimedSlice[] {
  return gatesInContext(testCase, criteria).flatMap(({ field: { field, values }, must, criterion, context }) => {
    if (!criterion || criterion.refuse(context) !== null) return [];
    return values
      .filter(({ reported }) => !reported)
      .map((slice) => ({
        field,
        value: slice.value,
        must,
        criterion,
        context: { ...context, testCase: caseOfSlice(testCase, slice) },
      }));
  });
}

function outlookOf({ field, value, must, criterion, context }: ClaimedSlice): SliceOutlook {
  const { claim, test, significance_level, n, smallest_n, power } = criterion.outlook(context);
  return { case: context.testCase.name, field, value, must, claim, test, significance_level, n, smallest_n, power };
}
