import { aCase, aCheck, type BadInput, bad, evalFile } from '../fixture.js';

const tool = '{ type: function, function: { name: find, parameters: { type: object } } }';

/** Files that somebody wrote by habit from promptfoo. */
export const fromPromptfoo: Readonly<Record<string, readonly BadInput[]>> = {
  'prompts/from-promptfoo': [
    bad('a check with type and value', aCheck('{ type: contains, value: refund }')),
    bad('a type with hyphens and no value', aCheck('type: is-json')),
    bad('a type that a judge answers', aCheck('{ type: llm-rubric, value: Is it friendly? }')),
    bad('a latency in milliseconds', aCheck('{ type: latency, threshold: 2500, weight: 2 }')),
    bad('a type with a long value', aCheck(`{ type: not-regex, value: "${'long '.repeat(20)}" }`)),
    bad('a threshold and a metric beside a check', aCheck('{ contains: refund, threshold: 0.5, metric: tone }')),
    bad('a weight beside two checks', aCheck('{ contains: refund, max_chars: 9, weight: 2 }')),
    bad('a file with an address', aCase('files: { other: file://q.txt }', 'assert: [{ contains: x }]')),
    bad('a data set with an address', aCase('dataset: file://data.csv', 'assert: [{ contains: x }]')),
    bad('a schema and a module with addresses', aCheck('json_schema: file://a.json', 'module: file://check.mjs#x')),
    bad(
      'texts that are addresses of files, beside a mistake',
      aCase(
        'rubric: file://rubric.txt',
        'assert: [{ not_contains: file://words.txt }, { contains_any: [a, file://more.txt] }, { max_chars: many }]',
      ),
    ),
    bad(
      'an input that is the address of a file, beside a mistake',
      evalFile(
        'defaults: { model: claude-x }\ncases:\n  - name: a\n    inputs: { code: file://code.txt }\n    assert: [{ max_chars: many }]\n',
      ),
    ),
    bad('tools of chat completions', aCase(`tools: [${tool}]`, 'assert: [{ called: find }]', 'tool_choice: required')),
    bad('a file with tools of chat completions', {
      ...aCase('tools: data/tools.json', 'assert: [{ called: find }]'),
      'data/tools.json': '[{"type": "function", "function": {"name": "find", "parameters": {"type": "object"}}}]',
    }),
  ],
};
