import type { Case, Expectation } from '#model/case.js';
import { lazy } from '#model/data/collections.js';
import { isValueReference, type RubricSpec, rubricsOf } from '#model/grader.js';
import { defaultLabels, type LabelledAnswer, labelOrder, labelSeed, responseDigest } from '#model/people/label.js';
import { evaError } from '#model/problem.js';
import { type Score, scoresByTrial, type Trial } from '#model/run/trial.js';
import { quoted, short } from '#model/text/quoted.js';
import { runDirOf } from '#store/run/run-names.js';
import { openTrials } from '#store/run/trial-log.js';
import { readLibrary, readPrompt } from '../prompt/read-prompt.js';
import type { LabelTarget } from './label-target.js';

/** The wanted size and seed of a sample. */
export interface SampleChoice {
  readonly n?: number | undefined;
  readonly seed?: number | undefined;
}

/** The sampled answers of a target, in their random order. */
export interface AnswerSample {
  readonly target: LabelTarget;
  readonly seed: number;
  /** The number of answers in the sample, and of those that it is drawn from: one of each unit. */
  readonly asked: number;
  readonly of: number;
  /** The answers that need a label. */
  readonly answers: readonly SampledAnswer[];
  /** The number of sampled trials without a usable answer. They fail without a label. */
  readonly failed: number;
}

/** An answer to label. Its texts are read when they are shown. */
export interface SampledAnswer extends LabelledAnswer {
  /** The index of its trial. */
  readonly trial: number;
  /** Its place in the random order, from 0. */
  readonly rank: number;
}

/** A graded trial with all its texts. */
export interface AnswerTexts {
  readonly trial: Trial;
  readonly scores: readonly Score[];
}

/** Reads the texts of sampled answers. */
export interface AnswerReader {
  /** Throws EVA_LABEL if the texts are gone. */
  readonly read: (trial: number) => AnswerTexts;
  /** Returns the references that the judge saw beside an answer, one for each rubric: null without one, `gone` if the data has changed. */
  readonly references: (trial: number) => readonly (string | null | 'gone')[];
  readonly close: () => void;
}

/** Draws the sample of a target, and reads its answers once for their digests. Throws EVA_LABEL if texts are gone or there is no answer. */
export function sampleAnswers(root: string, target: LabelTarget, choice: SampleChoice): AnswerSample {
  const { testCase, cases, waits, result, digest } = target;
  const seed = choice.seed ?? labelSeed(testCase);
  const order = labelOrder(cases.trials, testCase, seed);
  const sampled = order.slice(0, choice.n ?? waits ?? defaultLabels);
  const ranked = sampled.map((trial, rank) => ({ ...trial, rank }));
  const usable = ranked.filter(({ outcome }) => outcome === 'finished');
  if (usable.length === 0)
    throw evaError(
      'EVA_LABEL:no_answers',
      `no sampled trial of case ${quoted(testCase.name)} in run ${short(result.run_id)} has a usable answer`,
      { hint: 'they count as failed without a label; name another case with --case, or another run' },
    );
  const reader = openAnswers(root, target, new Set(usable.map(({ index }) => index)));
  try {
    const answers = usable.map(({ index, origin, rank }): SampledAnswer => {
      const { trial } = reader.read(index);
      return {
        trial: index,
        rank,
        run_id: result.run_id,
        case: testCase.name,
        item: origin?.item ?? null,
        draw: origin?.draw ?? index,
        response: responseDigest(trial),
        expectation: digest,
      };
    });
    const failed = sampled.length - usable.length;
    return { target, seed, asked: sampled.length, of: order.length, answers, failed };
  } finally {
    reader.close();
  }
}

/** Opens the texts of trials of a target. */
export function openAnswers(root: string, target: LabelTarget, wanted: ReadonlySet<number>): AnswerReader {
  const { cases, testCase, result, expectation } = target;
  const lines = openTrials(runDirOf(root, result.run_id), new Map([[testCase.name, wanted]]));
  const stored = new Map(cases.trials.map((trial) => [trial.index, trial]));
  const scores = scoresByTrial(cases.scores);
  const itemCase = lazy(() => itemCases(root, target));
  return {
    read: (index) => lines?.read(testCase.name, index) ?? storedTexts(stored.get(index), scores.get(index), target),
    references: (index) => {
      const own = referencesOf(testCase.expectations[expectation]);
      if (!own.some((one) => isValueReference(one))) return own.map((one) => (typeof one === 'string' ? one : null));
      const resolved = referencesOf(itemCase()(index)?.expectations[expectation]);
      return own.map((one, at) => (one === undefined ? null : textOr(resolved[at])));
    },
    close: () => lines?.close(),
  };
}

/** Returns a trial as result.json has it. Throws EVA_LABEL if its texts are only in `trials.jsonl`. */
function storedTexts(
  trial: Trial | undefined,
  scores: readonly Score[] | undefined,
  { testCase, result }: LabelTarget,
): AnswerTexts {
  if (trial && !trial.cut) return { trial, scores: scores ?? [] };
  throw evaError(
    'EVA_LABEL:no_texts',
    `the answers of case ${quoted(testCase.name)} are gone: trials.jsonl of run ${short(result.run_id)} was deleted or is damaged`,
    {
      hint: `write it again from the replies of the run: eva eval ${short(result.id)} --resume ${short(result.run_id)}; else label another run`,
    },
  );
}

function textOr(reference: Reference): string | 'gone' {
  return typeof reference === 'string' ? reference : 'gone';
}

type Reference = RubricSpec['reference'];

/** Returns the reference of each rubric of an expectation; of a behaviour the only one. */
function referencesOf(expectation: Pick<Expectation, 'grader'> | undefined): readonly Reference[] {
  const grader = expectation?.grader;
  if (grader?.grader === 'expected_behavior') return [grader.params.reference];
  return grader?.grader === 'trial_passes' ? rubricsOf(grader.params).map(({ reference }) => reference) : [];
}

/**
 * Returns a function that returns the case of a trial's item, with its references, as the run asked it. It returns null if the data set of the
 * files is not that of the run any more: a run stores no items.
 */
function itemCases(root: string, { plan, testCase, cases }: LabelTarget): (index: number) => Case | null {
  const { variant, item_choice: items } = plan;
  const files = readPrompt(readLibrary(root), plan.id, {
    items,
    ...(variant && { variant: { variant: variant.variant, cases_of: variant.cases_of } }),
  });
  const now = files.cases.find(({ name }) => name === testCase.name);
  if (!now?.dataset || now.dataset.digest !== testCase.dataset?.digest) return () => null;
  const sample = files.sampleOf(testCase);
  const itemOf = new Map(cases.trials.map(({ index, origin }) => [index, origin?.item]));
  return (index) => (sample.origin(index)?.item === itemOf.get(index) ? sample.at(index).testCase : null);
}
