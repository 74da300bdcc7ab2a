import { aCase, aCheck, type BadInput, bad, mistakeElsewhere } from '../fixture.js';

const tool = '{ type: function, function: { name: find, parameters: { type: object } } }';

/** Files that somebody wrote by habit from promptfoo. */
export const fromPromptfoo: Readonly<Record<string, readonly BadInput[]>> = {
  'prompts/from-promptfoo': [
    bad('a check with type and value', aCheck('{ type: contains, value: refund }')),
    bad('a threshold and a metric beside a check', aCheck('{ contains: refund, threshold: 0.5, metric: tone }')),
    bad('a weight beside two checks', aCheck('{ contains: refund, max_chars: 9, weight: 2 }')),
    bad('a file with an address', aCase('files: { other: file://q.txt }', 'assert: [{ contains: x }]')),
    bad('a data set with an address', aCase('dataset: file://data.csv', 'assert: [{ contains: x }]')),
    bad('texts that are addresses of files, beside a mistake', {
      ...aCase(
        'rubric: file://rubric.txt',
        'assert: [{ not_contains: file://words.txt }, { contains_any: [a, file://more.txt] }]',
      ),
      ...mistakeElsewhere,
    }),
    bad('tools of chat completions', aCase(`tools: [${tool}]`, 'assert: [{ called: find }]', 'tool_choice: required')),
    bad('a file with tools of chat completions', {
      ...aCase('tools: data/tools.json', 'assert: [{ called: find }]'),
      'data/tools.json': '[{"type": "function", "function": {"name": "find", "parameters": {"type": "object"}}}]',
    }),
  ],
};
