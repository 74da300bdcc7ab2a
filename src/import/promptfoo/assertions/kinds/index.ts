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
import type { Mapped } from '../mapped.js';
import type { Assertion } from '../reading/assertion.js';
import { finishReason, isRefusal, similar } from './answers.js';
import { toolCallF1, validCalls } from './calls.js';
import { contains, containsSeveral } from './contains.js';
import { containsJson, isJson } from './json.js';
import { cost, latency, levenshtein, wordCount } from './numbers.js';
import { regex } from './regex.js';
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
