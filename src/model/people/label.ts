import { rubricsOf } from '../case/grader.js';
import type { Expectation } from '../case.js';
import { canonicalJson, sha256 } from '../data/digest.js';
import type { Trial } from '../run/trial.js';

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

/** Returns the labels that count, in their order: of those that one rater gave to one answer the last. */
export function latestLabels(labels: readonly Label[]): readonly Label[] {
  const latest = new Map(labels.map((label) => [keyOfRater(label), label]));
  return labels.filter((label) => latest.get(keyOfRater(label)) === label);
}

function keyOfRater(label: Label): string {
  return JSON.stringify([label.rater, answerKey(label)]);
}
