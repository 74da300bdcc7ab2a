import type { Case, Expectation } from '../case.js';
import { groupBy } from '../data/collections.js';
import { canonicalJson, sha256 } from '../data/digest.js';
import { isClustered } from '../dataset.js';
import { rubricsOf } from '../grader.js';
import type { Trial } from '../run/trial.js';
import { type DatasetFindings, type Verdict, waitsForLabels } from '../run/verdict.js';

/** The words of a person about an answer. `skipped`: the person did not decide. */
export const labelVerdicts = ['pass', 'fail', 'skipped'] as const;

export type LabelVerdict = (typeof labelVerdicts)[number];

/** The maximum length of a note, in code points. */
export const maxNoteLength = 2000;

/** The answer that a label is about. Its texts are digests, so that a label can be committed where answers may not be. */
export interface LabelledAnswer {
  readonly run_id: string;
  readonly case: string;
  /** The id of the item; null if the case has no data set. */
  readonly item: string | null;
  /** The number of the answer to its item, without a data set that of the trial; from 0. */
  readonly draw: number;
  /** As `responseDigest` returns it. */
  readonly response: string;
  /** As `expectationDigest` returns it. */
  readonly expectation: string;
}

/** How the answer was chosen: the first `asked` of `of` in the order of this seed. */
export interface LabelSampling {
  readonly seed: number;
  readonly asked: number;
  readonly of: number;
}

/** One line of `labels.jsonl`: what one person says about one answer. */
export interface Label extends LabelledAnswer {
  readonly label: 1;
  /** When it was given, ISO 8601. */
  readonly ts: string;
  readonly verdict: LabelVerdict;
  readonly rater: string;
  readonly note?: string;
  readonly sample: LabelSampling;
}

/**
 * Returns the digest of the rubric that decides an expectation, with the meaning of its scores and its scale; null without a rubric, and for a
 * behaviour whose rubric is not written yet. Of several rubrics it is the digest of all, since an answer must satisfy all of them.
 */
export function expectationDigest({ grader }: Pick<Expectation, 'grader'>): string | null {
  if (grader.grader === 'expected_behavior') {
    const { text, rubric, judge } = grader.params;
    return rubric === null ? null : digestOf({ rubric: text, levels: rubric, scale: judge.scale });
  }
  const rubrics = grader.grader === 'trial_passes' ? rubricsOf(grader.params) : [];
  const [only, ...others] = rubrics.map(({ text, judge }) => ({ rubric: text, levels: null, scale: judge.scale }));
  if (!only) return null;
  return digestOf(others.length === 0 ? only : [only, ...others]);
}

function digestOf(value: object): string {
  return sha256(canonicalJson(value));
}

/**
 * Returns the digest of an answer: the sha256 of its text. Of a conversation, and of an answer with tool calls, it is that of the canonical
 * JSON of all turns with their messages, responses and calls.
 */
export function responseDigest({ turns }: Pick<Trial, 'turns'>): string {
  const [only, ...others] = turns;
  const isText = only !== undefined && others.length === 0 && (only.tool_calls ?? []).length === 0;
  return isText
    ? sha256(only.app_response)
    : digestOf(
        turns.map(({ user_message, app_response, tool_calls = [] }) => ({ user_message, app_response, tool_calls })),
      );
}

/** Returns a text that two labels share if they are about the same answer and the same expectation. */
export function answerKey({ run_id, case: name, item, draw, response, expectation }: LabelledAnswer): string {
  return JSON.stringify([run_id, name, item, draw, response, expectation]);
}

/** Returns the id of an answer within its run, in a file that people fill. */
export function answerId({ case: name, item, draw, response, expectation }: LabelledAnswer): string {
  return sha256(JSON.stringify([name, item, draw, response, expectation]));
}

/** Returns the labels that count, in their order: of those that one rater gave to one answer the last. */
export function latestLabels(labels: readonly Label[]): readonly Label[] {
  const latest = new Map(labels.map((label) => [keyOfRater(label), label]));
  return labels.filter((label) => latest.get(keyOfRater(label)) === label);
}

function keyOfRater(label: Label): string {
  return JSON.stringify([label.rater, answerKey(label)]);
}

/** The number of answers that people label unless a criterion or `-n` says another. */
export const defaultLabels = 100;

/**
 * The units of a sample that people label. `trial`: every answer. `item` and `cluster`: one answer of each, because answers to one item, or
 * to the items of one cluster, resemble each other.
 */
type LabelUnit = 'trial' | 'item' | 'cluster';

type SampledTrial = Pick<Trial, 'index' | 'origin'>;

/** Returns the units that a case is sampled by: its answers, and for a claim on a population its items or clusters. */
export function labelUnit({ dataset }: Pick<Case, 'dataset'>): LabelUnit {
  if (!dataset || dataset.claim === 'file') return 'trial';
  if (isClustered(dataset)) return 'cluster';
  return dataset.draws > 1 ? 'item' : 'trial';
}

/** Returns the seed of a sample that a criterion decides on: that of the data set, so that nobody chooses it after the answers are known. */
export function labelSeed({ dataset }: Pick<Case, 'dataset'>): number {
  return dataset?.seed ?? 1;
}

/**
 * Returns the trials of a case in the random order of a seed, one of each unit. Its first n are a simple random sample of n units, so a larger
 * sample contains a smaller one.
 */
export function labelOrder<T extends SampledTrial>(
  trials: readonly T[],
  testCase: Pick<Case, 'dataset'>,
  seed: number,
): readonly T[] {
  const unit = labelUnit(testCase);
  const keyed = sorted(trials.map((trial) => ({ trial, key: orderKey(seed, trial) })));
  if (unit === 'trial') return keyed.map(({ trial }) => trial);
  const units = groupBy(keyed, ({ trial }) => unitOf(trial, unit));
  const firsts = [...units].flatMap(([name, [first]]) => (first ? [{ ...first, key: unitKey(seed, name) }] : []));
  return sorted(firsts).map(({ trial }) => trial);
}

function sorted<K extends { readonly key: string }>(keyed: readonly K[]): readonly K[] {
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function orderKey(seed: number, { index, origin }: SampledTrial): string {
  return sha256(`eva-label/1\n${seed}\n${origin?.item ?? ''}\n${origin?.draw ?? index}`);
}

/** Returns the key of a unit with several answers. Its own order: the smallest key of many answers would favour large clusters. */
function unitKey(seed: number, name: string): string {
  return sha256(`eva-label-unit/1\n${seed}\n${name}`);
}

function unitOf({ index, origin }: SampledTrial, unit: 'item' | 'cluster'): string {
  const item = origin?.item ?? String(index);
  return unit === 'cluster' ? (origin?.cluster ?? item) : item;
}

/** Returns the number of labels that criteria ask people for, the greatest of several; null if the judge alone decides. */
export function labelsAsked({ criteria }: Pick<Expectation, 'criteria'>): number | null {
  const asked = criteria.flatMap(({ params }) => {
    if (params['by'] !== 'people') return [];
    return typeof params['labels'] === 'number' ? [params['labels']] : [defaultLabels];
  });
  return asked.length === 0 ? null : Math.max(...asked);
}

/** The joint label of several people for one answer. `none`: they skipped it, or as many say pass as fail. */
export type JointVerdict = 'pass' | 'fail' | 'none';

/** Returns the majority of those who did not skip. */
export function majorityOf(verdicts: readonly LabelVerdict[]): JointVerdict {
  const passes = verdicts.filter((verdict) => verdict === 'pass').length;
  const fails = verdicts.filter((verdict) => verdict === 'fail').length;
  if (passes === fails) return 'none';
  return passes > fails ? 'pass' : 'fail';
}

/** The labels of answers: for each answer one label of each rater, the last. */
export interface LabelsOfAnswers {
  /** Returns the labels of an answer; empty without any. */
  readonly of: (answer: LabelledAnswer) => readonly Label[];
}

/** Groups labels by answer. Labels with another digest of the response or of the expectation are of another answer. */
export function labelsOfAnswers(labels: readonly Label[]): LabelsOfAnswers {
  const byAnswer = groupBy(latestLabels(labels), answerKey);
  return { of: (answer) => byAnswer.get(answerKey(answer)) ?? [] };
}

const words: Readonly<Record<LabelVerdict, readonly string[]>> = {
  pass: ['pass', 'passed', 'p', 'yes', 'y', 'true', 'ok', '1', '✓', '✔', '☑', '✅'],
  fail: ['fail', 'failed', 'f', 'no', 'n', 'false', '0', '✗', '✘', '❌'],
  skipped: ['skip', 'skipped', 's', '?'],
};

/** Returns the verdict that a word means, in any case and between spaces; null for any other word. */
export function verdictOf(word: string): LabelVerdict | null {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/\ufe0f$/, '');
  const known = Object.entries(words).find(([, own]) => own.includes(plain));
  return known ? (known[0] as LabelVerdict) : null;
}

/** The labels of the sample of a case, as they were when its verdict was made; none while it waits. */
export interface CaseLabels {
  /** The seed of the sample. */
  readonly seed: number;
  /** The number of people who labelled it. */
  readonly raters: number;
  /** The sha256 of the labels that count. */
  readonly digest: string;
  readonly of: readonly TrialLabel[];
}

/** The label of people for one trial under one expectation. `none`: they skipped it, or as many say pass as fail. */
export interface TrialLabel {
  readonly expectation: number;
  readonly trial: number;
  readonly verdict: 'pass' | 'fail' | 'none';
}

/** The parts of a case's result that say whether it waits. */
interface DecidedCase {
  readonly look?: true;
  readonly passed: boolean | null;
  readonly verdicts: readonly Verdict[];
  readonly dataset?: DatasetFindings | undefined;
}

/** Returns true for a case that passes if labels of people say so: they are not complete, and all else passed. */
export function isWaiting({ passed, verdicts, dataset }: DecidedCase): boolean {
  if (passed !== false || !verdicts.some(waitsForLabels)) return false;
  const isElsePassed = verdicts.every((verdict) => verdict.outcome === 'passed' || waitsForLabels(verdict));
  return isElsePassed && (dataset?.slices ?? []).every(({ must, holds }) => must === null || holds === true);
}

/**
 * Returns the number of labels that a run waits for; null if it waits for none, or did not pass whatever they say. Criteria of one expectation
 * share their labels.
 */
export function labelsAwaited(cases: readonly DecidedCase[]): number | null {
  const judged = cases.filter(({ look }) => !look);
  const waiting = judged.filter(isWaiting);
  if (waiting.length === 0 || !judged.every((one) => one.passed === true || isWaiting(one))) return null;
  return waiting.reduce((sum, { verdicts }) => sum + missingLabels(verdicts), 0);
}

function missingLabels(verdicts: readonly Verdict[]): number {
  const byExpectation = new Map<string, number>();
  for (const { about, people } of verdicts)
    byExpectation.set(about, Math.max(byExpectation.get(about) ?? 0, people?.missing ?? 0));
  return [...byExpectation.values()].reduce((sum, missing) => sum + missing, 0);
}
