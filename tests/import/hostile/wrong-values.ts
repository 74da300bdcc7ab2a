import { type HostileFolder, put } from './hostile-folder.js';

const types = [
  ...[
    'contains',
    'icontains',
    'starts-with',
    'regex',
    'equals',
    'contains-any',
    'contains-all',
    'icontains-any',
    'icontains-all',
  ],
  ...[
    'is-json',
    'contains-json',
    'javascript',
    'python',
    'ruby',
    'webhook',
    'latency',
    'cost',
    'levenshtein',
    'word-count',
  ],
  ...[
    'similar',
    'similar:dot',
    'is-refusal',
    'is-valid-openai-tools-call',
    'is-valid-openai-function-call',
    'is-valid-function-call',
  ],
  ...[
    'tool-call-f1',
    'trajectory:tool-used',
    'trajectory:tool-args-match',
    'trajectory:tool-sequence',
    'trajectory:step-count',
  ],
  ...[
    'trajectory:goal-success',
    'llm-rubric',
    'g-eval',
    'model-graded-closedqa',
    'factuality',
    'model-graded-factuality',
  ],
  ...[
    'answer-relevance',
    'context-faithfulness',
    'context-recall',
    'context-relevance',
    'conversation-relevance',
    'assert-set',
  ],
  ...[
    'finish-reason',
    'select-best',
    'max-score',
    'human',
    'is-sql',
    'is-xml',
    'is-html',
    'rouge-n',
    'classifier',
    'moderation',
  ],
];

const values = [
  5,
  -1,
  1e308,
  null,
  true,
  '',
  ' ',
  [],
  [null],
  [[]],
  {},
  { value: 1 },
  { min: 'a', max: [] },
  'file://',
  '{{',
];

function assertionsOf(type: string): readonly unknown[] {
  const bare = [
    { type },
    { type, threshold: 'high' },
    { type, threshold: null, weight: null, metric: null, config: 3, provider: 3 },
  ];
  return [
    ...bare,
    ...values.flatMap((value) => [
      { type, value },
      { type: `not-${type}`, value, threshold: -5, transform: 3 },
    ]),
  ];
}

/** The number of assertions in it: none may be lost. */
export const wrongValuesCount = types.flatMap(assertionsOf).length;

/** A test for each type of assertion, with values of every wrong type. */
export const wrongValues: HostileFolder = {
  name: 'values of the wrong type for each type of assertion',
  make(dir) {
    const tests = types.map((type) => ({ description: type, vars: { x: type }, assert: assertionsOf(type) }));
    const config = { prompts: ['Say {{x}}'], providers: ['anthropic:messages:claude-opus-4-7'], tests };
    put(dir, 'promptfooconfig.json', JSON.stringify(config, null, 1));
  },
};
