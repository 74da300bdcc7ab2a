import { groupBy } from '#model/data/collections.js';
import type {
  Agreement,
  BoundedShare,
  CalibratedAnswer,
  Calibration,
  Drift,
  EarlierLabels,
  JudgeTable,
} from '#model/people/calibration.js';
import { cohenKappa, fisherExact, krippendorffAlpha } from '#stats/agreement.js';
import { clopperPearsonLower, clopperPearsonUpper } from '#stats/binomial.js';
import { roganGladen } from '#stats/label-estimates.js';

/** The labels of one expectation, and what else is known of it. */
export interface CalibrationInput
  extends Pick<
    Calibration,
    'case' | 'about' | 'expectation' | 'judges' | 'answers' | 'judge_passed' | 'people' | 'unused'
  > {
  readonly labelled: readonly CalibratedAnswer[];
  readonly earlier: readonly EarlierLabels[];
}

export function calibrate({ labelled, earlier, ...facts }: CalibrationInput): Calibration {
  const table = tableOf(labelled);
  const agreement = sizeOf(table) === 0 ? null : agreementIn(table);
  return {
    ...facts,
    labelled: labelled.length,
    undecided: labelled.filter(({ people }) => people === 'none').length,
    ungraded: labelled.filter(({ judge }) => judge === null).length,
    raters: ratersOf(labelled),
    agreement: agreement,
    about_share: agreement === null ? aboutShare(facts, earlier) : null,
    drift: driftOf(agreement, earlier),
    between_raters: betweenRaters(labelled),
  };
}

/** Counts the answers that both judge and people decided. */
export function tableOf(answers: readonly Pick<CalibratedAnswer, 'people' | 'judge'>[]): JudgeTable {
  const count = (judge: boolean, people: 'pass' | 'fail') =>
    answers.filter((answer) => answer.judge === judge && answer.people === people).length;
  return {
    both_pass: count(true, 'pass'),
    judge_only: count(true, 'fail'),
    people_only: count(false, 'pass'),
    both_fail: count(false, 'fail'),
  };
}

function sizeOf({ both_pass, judge_only, people_only, both_fail }: JudgeTable): number {
  return both_pass + judge_only + people_only + both_fail;
}

/** The level of all bounds. */
const level = 0.05;

function agreementIn({ both_pass, judge_only, people_only, both_fail }: JudgeTable): Agreement {
  const table = { both_pass, judge_only, people_only, both_fail };
  const n = sizeOf(table);
  const { kappa } = cohenKappa([
    [both_pass, judge_only],
    [people_only, both_fail],
  ]);
  return {
    ...table,
    agreement: boundedShare(both_pass + both_fail, n),
    kappa,
    sensitivity: shareOrNull(both_pass, both_pass + people_only),
    specificity: shareOrNull(both_fail, both_fail + judge_only),
    tilt: (judge_only - people_only) / n,
  };
}

function boundedShare(k: number, n: number): BoundedShare {
  const bounds = { lower: clopperPearsonLower(k, n, level), upper: clopperPearsonUpper(k, n, level) };
  return { k, n, estimate: k / n, ...bounds };
}

function shareOrNull(k: number, n: number): BoundedShare | null {
  return n === 0 ? null : boundedShare(k, n);
}

function ratersOf(answers: readonly CalibratedAnswer[]): Calibration['raters'] {
  const byRater = groupBy(
    answers.flatMap(({ raters }) => raters),
    ({ rater }) => rater,
  );
  return [...byRater].map(([rater, labels]) => ({ rater, labels: labels.length })).sort((a, b) => b.labels - a.labels);
}

/** Estimates the share of the answers of a run without labels by the judge's errors on labels of earlier runs. It decides nothing. */
function aboutShare(
  { answers, judge_passed }: Pick<Calibration, 'answers' | 'judge_passed'>,
  earlier: readonly EarlierLabels[],
): Calibration['about_share'] {
  const { both_pass: tp, people_only: fn, both_fail: tn, judge_only: fp } = sumOf(earlier);
  // Without a good and a bad answer, or if the judge is no better than chance, its rate says nothing about that of people.
  if (judge_passed === null || answers === 0 || tp + fn === 0 || tn + fp === 0 || tp * tn <= fn * fp) return null;
  const { estimate } = roganGladen({ k: judge_passed, n: answers, tp, fn, tn, fp });
  return { estimate: Math.min(1, Math.max(0, estimate)), labels: tp + fn + tn + fp };
}

function sumOf(tables: readonly JudgeTable[]): JudgeTable {
  const sum = (key: keyof JudgeTable) => tables.reduce((total, table) => total + table[key], 0);
  return {
    both_pass: sum('both_pass'),
    judge_only: sum('judge_only'),
    people_only: sum('people_only'),
    both_fail: sum('both_fail'),
  };
}

function driftOf(agreement: Agreement | null, earlier: readonly EarlierLabels[]): Drift | null {
  const all = sumOf(earlier);
  if (sizeOf(all) === 0) return null;
  const before = agreementIn(all);
  const p_value = agreement ? fisherExact(agreement.agreement, before.agreement) : null;
  return { earlier: before, runs: earlier.map(({ run_id }) => run_id), p_value };
}

function betweenRaters(answers: readonly CalibratedAnswer[]): Calibration['between_raters'] {
  const votes = answers
    .map(({ raters }) => raters.flatMap(({ verdict }) => (verdict === 'skipped' ? [] : [Number(verdict === 'pass')])))
    .filter((votesOfAnswer) => votesOfAnswer.length > 1);
  return votes.length === 0 ? null : { alpha: krippendorffAlpha(votes).alpha, answers: votes.length };
}
