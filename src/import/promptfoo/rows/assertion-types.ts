/** The types that an expected text of a table may begin with, in the order in which they are tried. */
export const typesInRows: readonly string[] = [
  ...['agent-rubric', 'answer-relevance', 'bleu', 'classifier', 'contains', 'contains-all', 'contains-any'],
  ...['contains-html', 'contains-json', 'contains-sql', 'contains-xml', 'context-faithfulness', 'context-recall'],
  ...['context-relevance', 'conversation-relevance', 'cost', 'equals', 'factuality', 'finish-reason', 'g-eval', 'gleu'],
  ...['guardrails', 'icontains', 'icontains-all', 'icontains-any', 'is-html', 'is-json', 'is-refusal', 'is-sql'],
  ...['is-valid-function-call', 'is-valid-openai-function-call', 'is-valid-openai-tools-call', 'is-xml', 'javascript'],
  ...['latency', 'levenshtein', 'llm-rubric', 'pi', 'meteor', 'model-graded-closedqa', 'model-graded-factuality'],
  ...[
    'moderation',
    'perplexity',
    'perplexity-score',
    'python',
    'regex',
    'rouge-n',
    'ruby',
    'similar',
    'similar:cosine',
  ],
  ...['similar:dot', 'similar:euclidean', 'starts-with', 'tool-call-f1', 'skill-used', 'trajectory:goal-success'],
  ...['trajectory:tool-args-match', 'trajectory:step-count', 'trajectory:tool-sequence', 'trajectory:tool-used'],
  ...['trace-error-spans', 'trace-span-count', 'trace-span-duration', 'search-rubric', 'webhook', 'word-count'],
];

/** The types whose value in a table is a list with commas. */
export const listTypes: readonly string[] = ['contains-all', 'contains-any', 'icontains-all', 'icontains-any'];

/** The types that have a threshold in a table. */
export const thresholdTypes: readonly string[] = [
  ...['answer-relevance', 'classifier', 'context-faithfulness', 'context-recall', 'context-relevance', 'cost'],
  ...['latency', 'levenshtein', 'perplexity-score', 'perplexity', 'rouge-n', 'similar', 'starts-with'],
];
