import { aCase, aCheck, type BadInput, bad } from '../fixture.js';

const tool = '{ type: function, function: { name: find, parameters: { type: object } } }';

/** Files that somebody wrote by habit from promptfoo. */
export const fromPromptfoo: Readonly<Record<string, readonly BadInput[]>> = {
  'prompts/from-promptfoo': [
    bad('a check with type and value', aCheck('{ type: contains, value: refund }')),
    bad('a type with hyphens and no value', aCheck('type: is-json')),
    bad('a type that a judge answers', aCheck('{ type: llm-rubric, value: Is it friendly? }')),
    bad('a latency in milliseconds', aCheck('{ type: latency, threshold: 2500, weight: 2 }')),
    bad('a type with a long value', aCheck(`{ type: not-regex, value: "${'long '.repeat(20)}" }`)),
    bad('a type that is a number', aCheck('{ type: 7, value: refund }')),
    bad('a typed check in at_least', aCheck('at_least: { count: 1, of: [{ contains: a }, { type: cost, value: 1 }] }')),
    bad('a weight beside a check', aCheck('{ contains: refund, weight: 2 }')),
    bad('a threshold and a metric beside a check', aCheck('{ contains: refund, threshold: 0.5, metric: tone }')),
    bad('a weight beside two checks', aCheck('{ contains: refund, max_chars: 9, weight: 2 }')),
    bad('a weight alone', aCheck('weight: 2')),
    bad('tools of chat completions', aCase(`tools: [${tool}]`, 'assert: [{ called: find }]', 'tool_choice: required')),
    bad('a file with tools of chat completions', {
      ...aCase('tools: data/tools.json', 'assert: [{ called: find }]'),
      'data/tools.json': '[{"type": "function", "function": {"name": "find", "parameters": {"type": "object"}}}]',
    }),
  ],
};
