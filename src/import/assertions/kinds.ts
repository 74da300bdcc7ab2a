import {
  mapValidCalls,
  stepCount,
  toolArguments,
  toolCallF1,
  toolSequence,
  toolUsed,
  trajectory,
} from './call-kinds.js';
import {
  answerRelevance,
  closedQuestion,
  contextFaithfulness,
  contextRecall,
  contextRelevance,
  conversationRelevance,
  factuality,
  gEval,
  goalSuccess,
  llmRubric,
} from './graded-kinds.js';
import { type Assertion, carried, type ExpectationContext, type Mapped, notMapped, type Remark } from './mapped.js';
import {
  containsSeveral,
  javascriptFlaw,
  mapContains,
  mapEquals,
  mapStartsWith,
  toPythonNotation,
} from './text-kinds.js';
import {
  containsJson,
  cost,
  finishReason,
  isRefusal,
  latency,
  levenshtein,
  mapIsJson,
  mapSimilar,
  wordCount,
} from './value-kinds.js';

type MapAssertion = (assertion: Assertion, context: ExpectationContext) => Mapped;

/** The types that become checks of the text of an answer. */
export const textTypes: Readonly<Record<string, MapAssertion>> = {
  contains: mapContains,
  icontains: mapContains,
  'contains-any': containsSeveral,
  'contains-all': containsSeveral,
  'icontains-any': containsSeveral,
  'icontains-all': containsSeveral,
  equals: mapEquals,
  'starts-with': mapStartsWith,
  regex,
  'is-json': mapIsJson,
  'contains-json': containsJson,
  levenshtein,
  'word-count': wordCount,
  similar: mapSimilar,
  'similar:cosine': mapSimilar,
};

/** The types that become checks of everything else about an answer. */
export const factTypes: Readonly<Record<string, MapAssertion>> = {
  latency,
  cost,
  'is-refusal': isRefusal,
  'finish-reason': finishReason,
  'is-valid-function-call': mapValidCalls,
  'is-valid-openai-function-call': mapValidCalls,
  'is-valid-openai-tools-call': mapValidCalls,
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
  if (value === undefined || value === '') return notMapped('its pattern is empty, so it could never fail');
  if (typeof value !== 'string') return notMapped('its value is no text');
  const check = isNot ? 'not_matches' : 'matches';
  const flaw = javascriptFlaw(value);
  if (flaw === undefined) return carried([{ [check]: toPythonNotation(value) }]);
  if (!/^\(\?[aimsu]+\)/.test(value))
    return notMapped(`promptfoo cannot read its pattern: ${flaw}`, 'mend the pattern');
  const reason = 'promptfoo cannot read flags at the beginning of a pattern and always fails, and eva can read them';
  return carried([{ [check]: value }], { replaced: { reason } });
}

const byModule = 'write a `module` check for what matters';

const ngrams = {
  reason: 'eva has no score for words in common',
  todo: 'use `similar`, or a `rubric` with a `reference`',
};

const traces = { reason: 'eva records no traces of spans' };

const markup = (name: string) => ({ reason: `eva does not check ${name}`, todo: byModule });

function comparing(what: string): Remark {
  return { reason: `it compares the ${what} of several prompts`, todo: 'run `eva compare` with two prompts or models' };
}

const logProbabilities = { reason: 'eva gets no probabilities of tokens' };

const service = { reason: 'it asks a service that eva does not know' };

/** The types of assertions that eva does not have. */
export const notCarried: Readonly<Record<string, Remark>> = {
  'is-sql': markup('SQL'),
  'contains-sql': markup('SQL'),
  'is-xml': markup('XML'),
  'contains-xml': markup('XML'),
  'is-html': markup('HTML'),
  'contains-html': markup('HTML'),
  'rouge-n': ngrams,
  bleu: ngrams,
  gleu: ngrams,
  meteor: ngrams,
  'f-score': ngrams,
  perplexity: logProbabilities,
  'perplexity-score': logProbabilities,
  classifier: { reason: 'eva asks no classification model', todo: 'use a `rubric`' },
  moderation: { ...service, todo: 'use a `rubric` that says what must not be in an answer' },
  guardrails: { reason: 'it reads what filters of the provider said, which eva does not get' },
  pi: service,
  webhook: { reason: 'eva asks no web service in a check', todo: 'call it in a `command` check' },
  ruby: { reason: 'eva runs no Ruby', todo: 'write a `module` or `command` check' },
  'agent-rubric': { reason: 'its judge is an agent with tools', todo: 'use a `rubric`' },
  'search-rubric': { reason: 'its judge searches the web', todo: 'use a `rubric` with a `reference`' },
  'skill-used': { reason: 'eva does not know which skills an agent used' },
  'trace-span-count': traces,
  'trace-span-duration': traces,
  'trace-error-spans': traces,
  'similar:dot': { reason: 'eva compares embeddings by their cosine', todo: 'use `similar`' },
  'similar:euclidean': { reason: 'eva compares embeddings by their cosine', todo: 'use `similar`' },
  'select-best': comparing('answers'),
  'max-score': comparing('scores'),
  human: { reason: 'people decide it', todo: 'run `eva label` after an evaluation' },
};

/** Types of whole families, by the beginning of their names. */
export const notCarriedFamilies: Readonly<Record<string, Remark>> = {
  'promptfoo:redteam:': { reason: 'red teaming is another task' },
  'select-': comparing('answers'),
};
