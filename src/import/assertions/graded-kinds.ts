import { isObject, type JsonValue } from '#model/data/json.js';
import type { ImportedTest } from '../imported.js';
import {
  type Assertion,
  type CarriedRubrics,
  type Mapped,
  notMapped,
  type Remark,
  type RubricText,
  thresholdOf,
} from './mapped.js';

/** Carries over `llm-rubric`: its text, or its data as JSON. */
export function llmRubric(assertion: Assertion): Mapped {
  const { value } = assertion;
  const written =
    typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
  const text = written.trim();
  return text === '' ? notMapped('it has no rubric') : rubrics(assertion, [text]);
}

/** The threshold of a `g-eval` without one. */
const defaultOfGEval = 0.7;

/** Carries over `g-eval`: a criterion, or several. promptfoo compares their mean with the threshold. */
export function gEval(assertion: Assertion): Mapped {
  const texts = typeof assertion.value === 'string' ? [assertion.value] : textsIn(assertion.value);
  if (!texts || texts.length === 0) return notMapped('it has no criteria');
  const reason = 'promptfoo takes the mean of the criteria, and in eva the answer must pass each';
  return rubrics(assertion, texts, { fallback: defaultOfGEval, ...(texts.length > 1 && { replaced: { reason } }) });
}

/** Carries over `model-graded-closedqa`, which asks whether an answer meets a criterion and has no threshold. */
export function closedQuestion({ value }: Assertion): Mapped {
  if (typeof value !== 'string' || value.trim() === '') return notMapped('it has no criterion');
  const text = `A response that meets this criterion earns the best score, one that does not earns the worst.\nThe criterion: ${value}`;
  return { kind: 'rubrics', rubrics: [{ text }] };
}

/** Carries over `trajectory:goal-success`. The judge sees the tool calls and the answer. */
export function goalSuccess(assertion: Assertion): Mapped {
  const { value } = assertion;
  const goal = isObject(value) ? value['goal'] : value;
  if (typeof goal !== 'string' || goal.trim() === '') return notMapped('it has no goal');
  const text = `With its tool calls and its response, the application reaches the goal. A response that only says so does not reach it.\nThe goal: ${goal.trim()}`;
  return rubrics(assertion, [text]);
}

interface Extras {
  /** The threshold of an assertion without one. */
  readonly fallback?: number;
  readonly replaced?: Remark;
}

export function rubrics(
  assertion: Assertion,
  texts: readonly string[],
  { fallback, replaced }: Extras = {},
): CarriedRubrics {
  const pass = passThreshold(thresholdOf(assertion) ?? fallback);
  const why = replaced ?? (pass === 'off_scale' ? offScale : undefined);
  const graded = texts.map((text): RubricText => ({ text, ...(typeof pass === 'number' && { pass_threshold: pass }) }));
  return { kind: 'rubrics', rubrics: graded, ...(why && { replaced: why }) };
}

const offScale: Remark = {
  reason: 'its threshold is not between 0 and 1, so the rubric has the threshold of eva',
  todo: 'set `pass_threshold` of the `judge`',
};

/** The lowest score of eva's scale, how far it goes, and the score with which a rubric passes by default. */
const scale = { min: 1, span: 4, passes: 4 };

/** Converts a threshold from 0 to 1 to a score; undefined if it is that of eva. A threshold of 0 lets promptfoo's judge decide alone. */
function passThreshold(threshold: number | null | undefined): number | 'off_scale' | undefined {
  if (threshold === undefined || threshold === null || threshold === 0) return undefined;
  if (threshold < 0 || threshold > 1) return 'off_scale';
  const score = Math.ceil(scale.min + scale.span * threshold - 1e-9);
  return score === scale.passes ? undefined : score;
}

function textsIn(value: JsonValue | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((text) => typeof text === 'string' && text.trim() !== '');
  return texts.length === value.length ? texts : undefined;
}

/** Carries over `factuality`: the answer agrees with a text, and may say more or less. It has no threshold. */
export function factuality({ value }: Assertion): Mapped {
  if (typeof value !== 'string' || value.trim() === '') return notMapped('it has no text to agree with');
  const text = (source: string) =>
    `The facts in the response agree with ${source}. It may say more or less, and say it in other words. A response that contradicts it in any fact earns the worst score.`;
  return {
    kind: 'rubrics',
    rubrics: [{ text: text('the reference') }],
    reference: value,
    withReference: (reference) => [{ text: `${text('the text below')}\nThe text: ${reference}` }],
  };
}

const ownJudge: Remark = { reason: 'promptfoo computes a score in several steps, and eva asks the judge once' };

/** Carries over `answer-relevance`. Its threshold is a cosine, which no score of a judge is. */
export function answerRelevance(_assertion: Assertion): Mapped {
  const text = 'The response answers what was asked, and nothing in it is beside the question.';
  return { kind: 'rubrics', rubrics: [{ text }], replaced: ownJudge };
}

export function conversationRelevance(assertion: Assertion): Mapped {
  const text = 'The response belongs to the conversation: it is about what was said before.';
  return rubrics(assertion, [text], { fallback: 0.5, replaced: ownJudge });
}

/** Carries over `context-faithfulness`: the answer says only what the context says. */
export function contextFaithfulness(assertion: Assertion): Mapped {
  return ofContext(assertion, (source) => `Everything that the response claims follows from ${source}.`);
}

/** Carries over `context-recall`: the context has what is needed for a text. It is the prompt if the test has no context. */
export function contextRecall(assertion: Assertion): Mapped {
  const { value, test } = assertion;
  if (typeof value !== 'string' || value.trim() === '') return notMapped('it has no text to look for');
  const text = (source: string) =>
    `Grade ${source}, and not the response: it has all facts that the expected answer needs.\nThe expected answer: ${value}`;
  const hasContext =
    textOf(test.vars['context']) !== undefined || assertion.node.child('contextTransform') !== undefined;
  if (hasContext) return ofContext(assertion, text);
  return rubrics(assertion, [text('what was put to the application')], { replaced: ownJudge });
}

/** Carries over `context-relevance`: the context is about the question. */
export function contextRelevance(assertion: Assertion): Mapped {
  const query = textOf(assertion.test.vars['query']);
  if (query === undefined) return notMapped('the test has no variable `query`');
  return ofContext(
    assertion,
    (source) =>
      `Grade ${source}, and not the response: all of it helps to answer the question.\nThe question: ${query}`,
  );
}

function ofContext(assertion: Assertion, text: (source: string) => string): CarriedRubrics | Mapped {
  if (assertion.node.child('contextTransform')) {
    return notMapped('its context comes from code, which eva does not execute', 'write a `rubric` with a `reference`');
  }
  const context = textOf(assertion.test.vars['context']);
  if (context === undefined)
    return notMapped('the test has no variable `context`', 'write a `rubric` with a `reference`');
  const written = rubrics(assertion, [text('the reference')], { replaced: ownJudge });
  const inText = (reference: string) =>
    rubrics(assertion, [`${text('the context below')}\nThe context: ${reference}`]).rubrics;
  return { ...written, reference: context, withReference: inText };
}

/** Returns the text of a variable: of texts in a list, each is a paragraph. */
function textOf(variable: ImportedTest['vars'][string] | undefined): string | undefined {
  if (variable?.kind !== 'value') return undefined;
  const { value } = variable;
  const parts = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  const texts = parts.filter((part): part is string => typeof part === 'string' && part.trim() !== '');
  return texts.length > 0 && texts.length === parts.length ? texts.join('\n\n') : undefined;
}
