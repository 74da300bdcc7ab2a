import type { JsonValue } from '#model/data/json.js';
import type { ImportedTest } from '../../imported.js';
import { type CarriedRubrics, leftOut, type Mapped, type Reason } from '../mapped.js';
import type { Assertion } from '../reading/assertion.js';
import { rubrics } from './rubrics.js';

/** Carries over `factuality`: the answer agrees with a text, and may say more or less. It has no threshold. */
export function factuality({ value }: Assertion): Mapped {
  if (typeof value !== 'string' || value.trim() === '') return leftOut('it has no text to agree with');
  const text = (source: string) =>
    `The facts in the response agree with ${source}. It may say more or less, and say it in other words. A response that contradicts it in any fact earns the worst score.`;
  return {
    kind: 'rubrics',
    rubrics: [{ text: text('the reference') }],
    reference: value,
    withReference: (reference) => [{ text: `${text('the text below')}\nThe text: ${reference}` }],
  };
}

const ownJudge: Reason = { reason: 'promptfoo computes a score in several steps, and eva asks the judge once' };

/** Carries over `answer-relevance`. Its threshold is a cosine, which no score of a judge is. */
export function answerRelevance(_assertion: Assertion): Mapped {
  const text = 'The response answers what was asked, and nothing in it is beside the question.';
  return { kind: 'rubrics', rubrics: [{ text }], replaced: ownJudge };
}

/** Carries over `conversation-relevance`. */
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
  if (typeof value !== 'string' || value.trim() === '') return leftOut('it has no text to look for');
  const text = (source: string) =>
    `Grade ${source}, and not the response: it has all facts that the expected answer needs.\nThe expected answer: ${value}`;
  const hasContext = contextOf(test) !== undefined || assertion.node.child('contextTransform') !== undefined;
  if (hasContext) return ofContext(assertion, text);
  return rubrics(assertion, [text('what was put to the application')], { replaced: ownJudge });
}

/** Carries over `context-relevance`: the context is about the question. */
export function contextRelevance(assertion: Assertion): Mapped {
  const query = textOf(assertion.test.vars['query']);
  if (query === undefined) return leftOut('the test has no variable `query`');
  return ofContext(
    assertion,
    (source) =>
      `Grade ${source}, and not the response: all of it helps to answer the question.\nThe question: ${query}`,
  );
}

function ofContext(assertion: Assertion, text: (source: string) => string): CarriedRubrics | Mapped {
  if (assertion.node.child('contextTransform')) {
    return leftOut('its context comes from code, which eva does not execute', 'write a `rubric` with a `reference`');
  }
  const context = contextOf(assertion.test);
  if (context === undefined)
    return leftOut('the test has no variable `context`', 'write a `rubric` with a `reference`');
  const written = rubrics(assertion, [text('the reference')], { replaced: ownJudge });
  const inText = (reference: string) =>
    rubrics(assertion, [`${text('the context below')}\nThe context: ${reference}`]).rubrics;
  return { ...written, reference: context, withReference: inText };
}

/** Returns the variable `context` of a test: a text, or texts of which each is a paragraph. */
function contextOf({ vars }: ImportedTest): string | undefined {
  return textOf(vars['context']);
}

function textOf(variable: ImportedTest['vars'][string] | undefined): string | undefined {
  if (variable?.kind !== 'value') return undefined;
  const { value } = variable;
  const parts = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  const texts = parts.filter((part): part is string => typeof part === 'string' && part.trim() !== '');
  return texts.length > 0 && texts.length === parts.length ? texts.join('\n\n') : undefined;
}
