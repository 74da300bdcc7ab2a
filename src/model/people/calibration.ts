import type { JointVerdict, LabelVerdict } from './label.js';

/** An answer of a run with its labels, and the decision of the judge. */
export interface CalibratedAnswer {
  /** The index of its trial. */
  readonly trial: number;
  /** The majority of the raters. */
  readonly people: JointVerdict;
  readonly raters: readonly RaterVerdict[];
  /** null if the judge gave none. */
  readonly judge: boolean | null;
}

/** The words of one person about an answer. */
export interface RaterVerdict {
  readonly rater: string;
  readonly verdict: LabelVerdict;
  readonly note?: string;
}

/** A share with one-sided bounds at 95 % each. */
export interface BoundedShare {
  readonly k: number;
  readonly n: number;
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

/** The decisions of judge and people on the answers that both decided. */
export interface JudgeTable {
  readonly both_pass: number;
  /** The judge passes, people fail. */
  readonly judge_only: number;
  /** People pass, the judge fails. */
  readonly people_only: number;
  readonly both_fail: number;
}

/** How the judge agrees with people. */
export interface Agreement extends JudgeTable {
  readonly agreement: BoundedShare;
  /** Cohen's kappa; null if either passes or fails all. */
  readonly kappa: number | null;
  /** Of the answers that people pass, the share that the judge passes too; null if people pass no answer. */
  readonly sensitivity: BoundedShare | null;
  /** The share of the answers that people fail which the judge fails too; null if people fail none. */
  readonly specificity: BoundedShare | null;
  /** The share of passes of the judge minus that of people: above 0 the judge is too kind. */
  readonly tilt: number;
}

/** The labels of another run with the same rubric. */
export interface EarlierLabels extends JudgeTable {
  readonly run_id: string;
}

/** The agreement of earlier runs beside that of this one. */
export interface Drift {
  readonly earlier: Agreement;
  readonly runs: readonly string[];
  /** The p-value of Fisher's exact test that the judge agrees as often as before; null without labels of this run. */
  readonly p_value: number | null;
}

/** The share of all answers that satisfy people, by the labels of a random sample. */
export interface PeopleShare {
  /** The size of the sample, and the answers in it that people pass. */
  readonly labels: number;
  readonly passed: number;
  /** The number of answers of the file; null for a claim about answers like these. */
  readonly of: number | null;
  readonly estimate: number | null;
  /** Bounds at 95 % each; null if they were not computed. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly test: string;
}

/** The labels that were not used. */
interface UnusedLabels {
  /** Of another rubric: it was changed since. */
  readonly other_rubric: number;
  /** Of an answer that the run does not have. */
  readonly other_answer: number;
  /** Of runs whose folders are gone or unreadable. */
  readonly gone: number;
}

/** One expectation of a run that a judge decided, beside people. */
export interface Calibration {
  readonly case: string;
  /** The name of the expectation, and its number from 1. */
  readonly about: string;
  readonly expectation: number;
  /** The models of the judge. */
  readonly judges: readonly string[];
  /** All answers of the run, and those that the judge passed: null if checks decide beside it, so that only labelled answers tell. */
  readonly answers: number;
  readonly judge_passed: number | null;
  /** The answers with a label, and those of them that people or the judge did not decide. */
  readonly labelled: number;
  readonly undecided: number;
  readonly ungraded: number;
  readonly raters: readonly { readonly rater: string; readonly labels: number }[];
  /** null without an answer that both decided. */
  readonly agreement: Agreement | null;
  readonly people: PeopleShare | null;
  /** The Rogan-Gladen estimate by labels of earlier runs; null with labels of its own, or if they do not allow one. */
  readonly about_share: { readonly estimate: number; readonly labels: number } | null;
  readonly drift: Drift | null;
  /** Krippendorff's alpha between raters; null if no answer has two of them. */
  readonly between_raters: { readonly alpha: number | null; readonly answers: number } | null;
  readonly unused: UnusedLabels;
}
