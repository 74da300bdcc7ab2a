import type { Case, ClassSpec } from '#model/case.js';
import { binomialLowerTail, binomialUpperTail } from '#stats/binomial/binomial.js';
import { smallestN } from '#stats/binomial/sample-size.js';
import { type EProcess, mixtureProcess } from '#stats/bounded/e-process.js';
import { f1OfShare } from '#stats/classes/f1.js';
import { fileFailP, fileMinN, filePassP, neededInFile } from '#stats/file/file-claim.js';
import type { TestStatus } from '../criterion.js';
import { bettingTest } from '../test/betting-test.js';
import type { TrialValues } from '../trial-values.js';
import { classBounds } from './class-bounds.js';
import { answersOf, type ClassMeasure, outcomeFor } from './class-counts.js';

/** The result of the test of one class. Bounds and estimate are in the unit of the measure. */
export interface ClassConclusion {
  readonly name: string;
  readonly hits: number;
  readonly n: number;
  readonly estimate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly p_value: number;
  readonly fail_p: number;
}

/** The test of a share of one class while trials arrive. */
export interface ClassTest {
  readonly push: (trial: TrialValues) => void;
  readonly status: () => TestStatus;
  readonly conclude: () => ClassConclusion;
}

/** A claim about one class: its measure is above `mu0` (J for F1). */
export interface ClassClaim {
  readonly measure: ClassMeasure;
  readonly name: string;
  readonly mu0: number;
  readonly alpha: number;
}

/** Returns the fewest items of a class that can show a claim about it, if all of them are answered right; null above all limits. */
export function leastItems(
  { dataset, stop_early, sequential }: Case,
  { mu0, alpha, kept }: { readonly mu0: number; readonly alpha: number; readonly kept: number },
): number | null {
  if (dataset?.claim === 'file') return kept === 0 ? null : fileMinN({ N: kept, p0: mu0, alpha });
  if (stop_early || sequential) return bettingTest.smallestN({ mu0, alpha, n: 0, expected: mu0 });
  return smallestN(mu0, alpha, 0);
}

/** Counts of a share: `hits` of `n`. */
interface Counts {
  hits: number;
  n: number;
}

/**
 * Returns the test of a share of one class. Given its counts the share is binomial, so the test is exact after the whole sample; if the case
 * may stop early, the mixture e-process on the trials that count decides at any stop. In a claim about a file, recall is hypergeometric, and
 * precision and F1, whose denominators are not known before, are counted once every item was asked.
 */
export function classTest(testCase: Case, spec: ClassSpec, claim: ClassClaim): ClassTest {
  const { measure, name, mu0, alpha } = claim;
  const { dataset, stop_early, sequential } = testCase;
  const index = spec.of.indexOf(name);
  const isFile = dataset?.claim === 'file';
  const isAnytime = !isFile && (stop_early || sequential);
  const [low, high]: [Counts, Counts] = [
    { hits: 0, n: 0 },
    { hits: 0, n: 0 },
  ];
  const processes = isAnytime ? { claim: mixtureProcess(mu0), opposite: mixtureProcess(1 - mu0) } : null;
  const bar = Math.log(1 / alpha);
  let [trials, left] = [0, spec.asked[index] ?? 0];
  const push = (trial: TrialValues) => {
    trials += 1;
    const answers = answersOf(trial);
    if (!answers) return;
    if (answers.low.expected === name) left -= 1;
    add(low, outcomeFor(measure, name, answers.low), (hit) => processes?.claim.push(hit));
    add(high, outcomeFor(measure, name, answers.high), (hit) => processes?.opposite.push(1 - hit));
  };
  const status = (): TestStatus => {
    if (!processes) return 'open';
    if (reaches(processes.claim, bar)) return 'passes';
    if (sequential && reaches(processes.opposite, bar)) return 'cannot_pass';
    return processes.claim.logEAfterOnes(left) >= bar * (1 - 1e-12) ? 'open' : 'cannot_pass';
  };
  const pValues = () => {
    if (processes) return { p_value: pOf(processes.claim), fail_p: pOf(processes.opposite) };
    if (!isFile) {
      return {
        p_value: low.n === 0 ? 1 : binomialUpperTail(low.hits, low.n, mu0),
        fail_p: high.n === 0 ? 1 : binomialLowerTail(high.hits, high.n, mu0),
      };
    }
    return pOfFile(claim, { low, high, trials, N: dataset.kept, ofClass: spec.kept[index] ?? 0 });
  };
  const bounds = classBounds(testCase);
  return {
    push,
    status,
    conclude: () => {
      const inUnit = (share: number | null) => (share === null || measure !== 'f1' ? share : f1OfShare(share));
      const lower = bounds({ ...low, alpha, trials }).lower;
      const upper = bounds({ ...high, alpha, trials }).upper;
      const estimate = low.n === 0 ? null : low.hits / low.n;
      return { name, ...low, estimate: inUnit(estimate), lower: inUnit(lower), upper: inUnit(upper), ...pValues() };
    },
  };
}

function add(counts: Counts, outcome: 0 | 1 | null, use: (hit: 0 | 1) => void): void {
  if (outcome === null) return;
  counts.hits += outcome;
  counts.n += 1;
  use(outcome);
}

function reaches(process: EProcess, bar: number): boolean {
  return process.maxLogE() > bar * (1 + 1e-12);
}

function pOf(process: EProcess): number {
  return Math.exp(-process.maxLogE());
}

interface FileCounts {
  readonly low: Counts;
  readonly high: Counts;
  readonly trials: number;
  /** The items of the file, and those that expect the class. */
  readonly N: number;
  readonly ofClass: number;
}

function pOfFile({ measure, mu0 }: ClassClaim, { low, high, trials, N, ofClass }: FileCounts) {
  if (measure === 'recall' && ofClass > 0) {
    const need = neededInFile(ofClass, mu0);
    return {
      p_value: filePassP(ofClass, need, { n: low.n, k: low.hits }),
      fail_p: fileFailP(ofClass, need, { n: high.n, k: high.hits }),
    };
  }
  const isWhole = trials === N && low.n > 0;
  return {
    p_value: isWhole && low.hits / low.n >= mu0 - 1e-12 ? 0 : 1,
    fail_p: isWhole && high.hits / high.n < mu0 - 1e-12 ? 0 : 1,
  };
}
