import type { Case } from '#model/case.js';
import {
  type CasePairs,
  noUnpaired,
  type PairOutcome,
  type PairQuestion,
  type UnpairedItems,
} from '#model/pairs/comparison.js';
import type { Score } from '#model/run/score.js';
import { isSignificant } from '#stats/numbers.js';
import type { Criterion } from '../criterion.js';
import { requireInRange } from '../score-range.js';
import type { TrialPlace } from '../watch-case.js';
import { differenceBounds } from './difference-bounds.js';
import { PairClaims } from './pair-claims.js';
import { type PairFeasibility, pairFeasibility } from './pair-feasibility.js';
import { type PairMeasure, pairMeasure } from './pair-measure.js';
import { PairTally, type PlacedPair } from './pair-tally.js';
import { type PairUnits, pairUnits } from './pair-units.js';
import { type UnitDifference, unitDifference } from './unit-difference.js';

/** The scores of one trial of a side, or `missing` if it has no reply. */
export type SideScores = readonly Score[] | 'missing';

/** The pairs of a case while they arrive, in trial order. */
export interface PairWatch {
  /** Adds the next pair of trials. Throws if the case is settled, and EVA_BAD_SCORE for a score that its grader cannot give. */
  readonly push: (a: SideScores, b: SideScores, place?: TrialPlace) => void;
  /**
   * Returns true once no pair is left or, in a sequential case, the outcome is certain whatever the remaining pairs give. One with too few pairs
   * to decide ends early only as worse.
   */
  readonly isSettled: () => boolean;
  /** Returns the number of pairs of trials so far: the index of the next pair. */
  readonly used: () => number;
  /** Returns the outcome with its numbers if the case ends with the pairs so far. */
  readonly result: () => CasePairs;
}

/** Settings of the pairs of a case; all can be left out. */
export interface PairOptions {
  /** The number of cases that the comparison judges. A sequential case stops only when its outcome is also certain at alpha divided by it, as Holm needs. */
  readonly cases?: number;
  /** The numbers of units and of pairs of trials, if they are not those of the case: two stored runs can share fewer. */
  readonly n?: number;
  readonly trials?: number;
  readonly unpaired?: UnpairedItems;
  /** True if all pairs of a sequential case are there anyway, so that stopping saves nothing. */
  readonly collectsAll?: boolean;
  /** True if a sequential case goes on after "not worse" is shown, in order to show "better". */
  readonly seeksBetter?: boolean;
  readonly criteria?: readonly Criterion[];
}

/** Returns the initial state of the pairs of a case. Throws if a criterion is unknown or refused; `plan` reports both before a run. */
export function watchPairs(testCase: Case, question: PairQuestion, options: PairOptions = {}): PairWatch {
  return new RunningPairs(testCase, question, options);
}

class RunningPairs implements PairWatch {
  readonly #testCase: Case;
  readonly #question: PairQuestion;
  readonly #options: PairOptions;
  readonly #measure: PairMeasure;
  readonly #units: PairUnits;
  readonly #feasibility: PairFeasibility;
  readonly #tally: PairTally;
  /** The claims at alpha and, if several cases are decided, at the least level that Holm's correction can ask for. */
  readonly #claims: readonly [PairClaims, ...PairClaims[]];
  readonly #differences: UnitDifference[] = [];
  #unit: PlacedPair[] = [];
  #used = 0;

  constructor(testCase: Case, question: PairQuestion, options: PairOptions) {
    const { cases = 1, n, trials, seeksBetter = false, criteria } = options;
    this.#testCase = testCase;
    this.#question = question;
    this.#options = options;
    this.#measure = pairMeasure(testCase, criteria);
    const planned = pairUnits(testCase);
    this.#units = { ...planned, n: n ?? planned.n, trials: trials ?? planned.trials };
    this.#feasibility = pairFeasibility(testCase, question, this.#units);
    this.#tally = new PairTally(this.#units, this.#measure.measure === 'right', testCase.dataset?.slices ?? []);
    const { margin, alpha } = question;
    const design = { units: this.#units, margin, sequential: testCase.sequential, seeksBetter };
    const claims = new PairClaims({ ...design, level: alpha });
    this.#claims = cases > 1 ? [claims, new PairClaims({ ...design, level: alpha / cases })] : [claims];
  }

  readonly push = (a: SideScores, b: SideScores, { origin, endsUnit = true }: TrialPlace = {}): void => {
    if (this.isSettled()) throw new Error(`case "${this.#testCase.name}" takes no more pairs: it is settled`);
    this.#unit.push({ origin, a: this.#valueOf(a), b: this.#valueOf(b) });
    this.#used += 1;
    if (endsUnit || this.#used >= this.#units.trials) this.#take();
  };

  readonly isSettled = (): boolean => this.#used >= this.#units.trials || (this.#mayStop() && this.#isCertain());

  readonly used = (): number => this.#used;

  readonly result = (): CasePairs => {
    const { name, subject, sequential } = this.#testCase;
    const { unit, n, isSingle } = this.#units;
    const { alpha, margin } = this.#question;
    const outcome = this.#outcome();
    const p = this.#claims[0].pValues();
    const isKnown =
      outcome !== null || (!this.#feasibility.decides && this.#claims.every((claims) => claims.isWorseCertain()));
    const known = (value: number) => (isKnown ? value : null);
    const notWorse = this.#feasibility.decides && isKnown && outcome !== 'worse' && isSignificant(p.not_worse, alpha);
    const isSurelyWorse = isKnown && outcome !== 'worse' && isSignificant(p.any_worse, alpha);
    const test = sequential ? 'betting' : 'gaffke';
    const isMcNemar = !sequential && isSingle && this.#measure.measure === 'right';
    const taken = this.#differences.length;
    const bounds = { units: this.#units, alpha, margin, sequential };
    return {
      case: name,
      kind: subject.kind,
      measure: this.#measure.measure,
      unit,
      outcome,
      ...this.#feasibility,
      n,
      used: taken - this.#tally.incomplete(),
      stopped_at: taken < n && this.isSettled() ? taken : null,
      ...this.#tally.description(),
      interval: taken === 0 ? { lower: null, upper: null } : differenceBounds(this.#differences, bounds),
      not_worse: {
        test,
        p_value: known(p.not_worse),
        fail_p: known(p.worse),
        adjusted: null,
        fail_adjusted: null,
        shown: notWorse,
      },
      better_claim: {
        test: isMcNemar ? 'mcnemar' : test,
        p_value: known(p.better),
        adjusted: null,
        shown: notWorse && isSignificant(p.better, alpha),
      },
      ...(isSurelyWorse && { surely_worse_within_margin: true as const }),
      unpaired: this.#options.unpaired ?? noUnpaired,
    };
  };

  #take(): void {
    const unit = this.#unit;
    this.#unit = [];
    const difference = unitDifference(unit, this.#units);
    this.#differences.push(difference);
    for (const claims of this.#claims) claims.push(difference);
    this.#tally.push(unit);
  }

  #valueOf(scores: SideScores) {
    if (scores === 'missing') return null;
    requireInRange(this.#testCase, scores);
    return this.#measure.valueOf(scores);
  }

  /** Only a sequential case stops early: of a fixed one that would save few pairs, and those not asked would widen its bounds. */
  #mayStop(): boolean {
    const { sequential, stop_early, look } = this.#testCase;
    return sequential && stop_early && !look && this.#options.collectsAll !== true;
  }

  #isCertain(): boolean {
    return this.#feasibility.decides
      ? this.#claims.every((claims) => claims.outcome() !== null)
      : this.#isSurelyWorse();
  }

  /** Returns true once "worse" is certain at each level, so that Holm's correction cannot take it back. */
  #isSurelyWorse(): boolean {
    return this.#claims.every((claims) => claims.outcome() === 'worse');
  }

  /** Returns the outcome if it is certain. It is at the end, unless a reply is missing. A case with too few pairs to decide can only be worse. */
  #outcome(): PairOutcome | null {
    if (this.#feasibility.decides) return this.#claims[0].outcome();
    return this.#isSurelyWorse() ? 'worse' : null;
  }
}
