import type { Reason } from '../mapped.js';

const byModule = 'write a `module` check for what matters';
const ngrams = {
  reason: 'eva has no score for words in common',
  todo: 'use `similar`, or a `rubric` with a `reference`',
};
const traces = { reason: 'eva records no traces of spans' };
const markup = (name: string) => ({ reason: `eva does not check ${name}`, todo: byModule });
const logProbabilities = { reason: 'eva gets no probabilities of tokens' };
const service = { reason: 'it asks a service that eva does not know' };

/** The types of assertions that eva does not have. */
export const notCarried: Readonly<Record<string, Reason>> = {
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
  'select-best': {
    reason: 'it compares the answers of several prompts',
    todo: 'run `eva compare` with two prompts or models',
  },
  'max-score': {
    reason: 'it compares the scores of several prompts',
    todo: 'run `eva compare` with two prompts or models',
  },
  human: { reason: 'people decide it', todo: 'run `eva label` after an evaluation' },
};

/** Types of whole families, by the beginning of their names. */
export const notCarriedFamilies: Readonly<Record<string, Reason>> = {
  'promptfoo:redteam:': { reason: 'red teaming is another task' },
  'select-': {
    reason: 'it compares the answers of several prompts',
    todo: 'run `eva compare` with two prompts or models',
  },
};
