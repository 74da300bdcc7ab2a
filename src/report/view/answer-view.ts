import type { Case, Expectation } from '#model/case.js';
import { rubricName, rubricsOf } from '#model/grader.js';
import type { Body } from '#model/prompt.js';
import { levelsOf } from '#model/rubric.js';
import type { Score, Trial } from '#model/run/trial.js';
import { inputViews, replyView } from './case-view.js';
import { type NamedText, type Text, text } from './text.js';
import type { TurnView } from './turn-view.js';
import type { FindingView } from './view.js';

export interface RubricView {
  /** null for the only rubric of its expectation. */
  readonly name: Text | null;
  readonly text: Text;
  /** The meaning of each score; empty if the rubric has none. */
  readonly levels: readonly NamedText[];
  /** The text that the judge saw beside the answer; null without one, `gone` if the data set has changed since the run. */
  readonly reference: Text | null | 'gone';
}

/** An answer that a person labels. It holds nothing that the judge said. */
export interface AnswerView {
  readonly case: Text;
  readonly item: Text | null;
  /** From 0. */
  readonly draw: number;
  readonly inputs: readonly NamedText[];
  readonly rubrics: readonly RubricView[];
  readonly turns: readonly TurnView[];
  /** True if the turns are those of a conversation with a simulated user. */
  readonly isConversation: boolean;
  /** The beginning of the piece of the answer that the rubric is about; absent if it is the whole answer. */
  readonly extracted?: Text;
}

/** What an answer is made of. `references` has one entry for each rubric. */
export interface AnswerSource {
  readonly trial: Trial;
  readonly scores: readonly Score[];
  readonly testCase: Case;
  readonly expectation: number;
  readonly body: Body;
  readonly references: readonly (string | null | 'gone')[];
}

export function answerView({ trial, scores, testCase, expectation, body, references }: AnswerSource): AnswerView {
  const { item, turns, extracted } = replyView(trial, scores, testCase, body);
  const { subject } = testCase;
  const situation =
    subject.kind === 'conversation' && !item
      ? [
          { name: text('given'), value: text(subject.given) },
          { name: text('when'), value: text(subject.when) },
        ]
      : [];
  const inputs = item && item.inputs.length > 0 ? item.inputs : inputViews(subject);
  return {
    case: text(testCase.name),
    item: item?.id ?? null,
    draw: item?.draw ?? trial.index,
    inputs: [...inputs, ...situation],
    rubrics: rubricsIn(testCase.expectations[expectation], references),
    turns,
    isConversation: subject.kind === 'conversation',
    ...(extracted && { extracted }),
  };
}

function rubricsIn(
  expectation: Expectation | undefined,
  references: AnswerSource['references'],
): readonly RubricView[] {
  const referenceAt = (index: number) => {
    const reference = references[index] ?? null;
    return reference === null || reference === 'gone' ? reference : text(reference);
  };
  const grader = expectation?.grader;
  if (grader?.grader === 'expected_behavior') {
    const { text: behavior, rubric, judge } = grader.params;
    const levels = levelsOf(judge.scale).flatMap((level) => {
      const meaning = rubric && Object.hasOwn(rubric, level) ? rubric[level] : undefined;
      return meaning === undefined ? [] : [{ name: text(level), value: text(meaning) }];
    });
    return [{ name: null, text: text(behavior), levels, reference: referenceAt(0) }];
  }
  const rubrics = grader?.grader === 'trial_passes' ? rubricsOf(grader.params) : [];
  return rubrics.map((rubric, index) => ({
    name: rubrics.length > 1 ? text(rubricName(rubrics, index)) : null,
    text: text(rubric.text),
    levels: [],
    reference: referenceAt(index),
  }));
}

type JudgedSource = Pick<AnswerSource, 'trial' | 'scores' | 'testCase' | 'expectation' | 'body'>;

export function judgeFindings(source: JudgedSource): readonly FindingView[] {
  const { trial, scores, testCase, expectation, body } = source;
  return replyView(trial, scores, testCase, body).findings.filter(
    (one) => one.expectation === expectation && (one.kind === 'rubric' || one.kind === 'behavior'),
  );
}

/** The judge's decision about an answer; null if it gave none. */
export function judgePasses(source: JudgedSource): boolean | null {
  const findings = judgeFindings(source);
  if (findings.length === 0 || findings.some(({ mark }) => mark === 'ungraded')) return null;
  return findings.every(({ mark }) => mark === 'passed');
}
