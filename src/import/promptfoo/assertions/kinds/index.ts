import type { ExpectationContext } from '../context.js';
import {
  answerRelevance,
  contextFaithfulness,
  contextRecall,
  contextRelevance,
  conversationRelevance,
  factuality,
} from '../graded/references.js';
import { closedQuestion, gEval, goalSuccess, llmRubric } from '../graded/rubrics.js';
import { carried, leftOut, type Mapped } from '../mapped.js';
import type { Assertion } from '../reading/assertion.js';
import { finishReason, isRefusal, similar } from './answers.js';
import { toolCallF1, validCalls } from './calls.js';
import { contains, containsSeveral } from './contains.js';
import { containsJson, isJson } from './json.js';
import { cost, latency, levenshtein, wordCount } from './numbers.js';
import { javascriptFlaw, toPythonNotation } from './patterns/notation.js';
import { stepCount, toolArguments, toolSequence, toolUsed, trajectory } from './trajectory.js';
import { equals, startsWith } from './whole-text.js';

export type MapAssertion = (assertion: Assertion, context: ExpectationContext) => Mapped;

/** The types that become checks of the text of an answer. */
export const textTypes: Readonly<Record<string, MapAssertion>> = {
  contains,
  icontains: contains,
  'contains-any': containsSeveral,
  'contains-all': containsSeveral,
  'icontains-any': containsSeveral,
  'icontains-all': containsSeveral,
  equals,
  'starts-with': startsWith,
  regex,
  'is-json': isJson,
  'contains-json': containsJson,
  levenshtein,
  'word-count': wordCount,
  similar,
  'similar:cosine': similar,
};

/** The types that become checks of everything else about an answer. */
export const factTypes: Readonly<Record<string, MapAssertion>> = {
  latency,
  cost,
  'is-refusal': isRefusal,
  'finish-reason': finishReason,
  'is-valid-function-call': validCalls,
  'is-valid-openai-function-call': validCalls,
  'is-valid-openai-tools-call': validCalls,
  'tool-call-f1': toolCallF1,
  'trajectory:tool-used': trajectory(toolUsed),
  'trajectory:tool-args-match': trajectory(toolArguments),
  'trajectory:tool-sequence': trajectory(toolSequence),
  'trajectory:step-count': trajectory(stepCount),
};

/** The types that become rubrics. */
export const gradedTypes: Readonly<Record<string, MapAssertion>> = {
  'llm-rubric': llmRubric,
  'g-eval': gEval,
  'model-graded-closedqa': closedQuestion,
  factuality,
  'model-graded-factuality': factuality,
  'answer-relevance': answerRelevance,
  'context-faithfulness': contextFaithfulness,
  'context-recall': contextRecall,
  'context-relevance': contextRelevance,
  'conversation-relevance': conversationRelevance,
  'trajectory:goal-success': goalSuccess,
};

/** Carries over `regex`. promptfoo searches with JavaScript's engine and without flags. */
function regex({ isNot, value }: Assertion): Mapped {
  if (value === undefined || value === '') return leftOut('its pattern is empty, so it could never fail');
  if (typeof value !== 'string') return leftOut('its value is no text');
  const check = isNot ? 'not_matches' : 'matches';
  const flaw = javascriptFlaw(value);
  if (flaw === undefined) return carried([{ [check]: toPythonNotation(value) }]);
  if (!/^\(\?[aimsu]+\)/.test(value)) return leftOut(`promptfoo cannot read its pattern: ${flaw}`, 'mend the pattern');
  const reason = 'promptfoo cannot read flags at the beginning of a pattern and always fails, and eva can read them';
  return carried([{ [check]: value }], { replaced: { reason } });
}
