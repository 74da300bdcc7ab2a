import { aCase, edit, type FirstStep, greeter, instead, slip, twice } from './fixture.js';

const contains = 'assert: [{ contains: Ada }]';
const prompt = 'prompts/greet/prompt.md';

/** Habits from promptfoo and from other tools for evaluations. */
export const habits: readonly FirstStep[] = [
  slip('vars', instead('inputs', 'vars'), edit('vars', 'inputs')),
  slip('tests', instead('cases', 'tests'), edit('tests', 'cases')),
  slip('a description of a case', instead('name: says', 'description: says'), edit('description', 'name')),
  slip(
    'a check with type and value',
    aCase('assert: [{ type: contains, value: Ada }]'),
    edit('type: contains, value: Ada', 'contains: "Ada"'),
  ),
  slip(
    'a type with hyphens',
    aCase('assert: [{ type: not-contains, value: Bob }]'),
    edit('type: not-contains, value: Bob', 'not_contains: "Bob"'),
  ),
  slip('a check with a hyphen', aCase('assert: [{ not-contains: Bob }]'), edit('not-contains', 'not_contains')),
  slip(
    'llm-rubric',
    aCase('assert:', '  - type: llm-rubric', '    value: Is it friendly?'),
    edit('assert:\n      - type: llm-rubric\n        value: Is it friendly?', 'rubric: "Is it friendly?"'),
  ),
  slip(
    'a rubric among the checks',
    aCase('assert: [{ contains: Ada }, { rubric: Is it friendly? }]'),
    edit(
      ', { rubric: Is it friendly? }]',
      ']\n    rubric: "Is it friendly?"',
      'rubric: "Is it friendly?" beside assert:, not in it',
    ),
  ),
  {
    ...slip(
      'an expression in JavaScript',
      aCase('assert:', '  - type: javascript', '    value: output.includes("Ada")'),
      edit('type: javascript\n        value: output.includes("Ada")', 'module: checks.mjs#holds'),
      { create: 'prompts/greet/checks.mjs', write: 'export const holds = (output) => output.includes("Ada")' },
    ),
    rounds: [
      [
        edit('type: javascript\n        value: output.includes("Ada")', 'module: checks.mjs#holds'),
        { create: 'prompts/greet/checks.mjs', write: 'export const holds = (output) => output.includes("Ada")' },
      ],
      [{ type: 'eva trust greet', answer: 'y' }],
    ],
  },
  slip(
    'a threshold of a case',
    aCase('threshold: 0.8', contains),
    edit('    threshold: 0.8\n', '', 'remove it: every check must hold'),
  ),
  slip('a weight of a check', aCase('assert: [{ contains: Ada, weight: 2 }]'), edit(', weight: 2', '', 'remove it')),
  slip('metadata', aCase('metadata: { owner: me }', contains), edit('    metadata: { owner: me }\n', '', 'remove it')),
  slip(
    'a provider for the model',
    instead('model: ', 'provider: '),
    edit('provider: openai:gpt-6-luna', 'model: openai:gpt-6-luna'),
  ),
  twice(
    slip(
      'a configuration of promptfoo as eval.yml',
      greeter({
        'eval.yml':
          'prompts: [prompt.md]\nproviders: [openai:chat:gpt-6-luna]\ntests:\n  - description: says-the-name\n    vars: { name: Ada }\n    assert: [{ type: contains, value: Ada }]\n',
      }),
      edit('prompts: [prompt.md]\n', '', 'remove it: the prompt is the file prompt.md'),
      edit('providers: [openai:chat:gpt-6-luna]', 'defaults: { model: openai:gpt-6-luna }'),
      edit('tests', 'cases'),
    ),
    edit('description', 'name'),
    edit('vars', 'inputs'),
    edit('type: contains, value: Ada', 'contains: "Ada"'),
  ),
  slip(
    'the expected reply',
    aCase('expected: Hello Ada, how lovely to see you!'),
    edit('expected: Hello Ada, how lovely to see you!', 'assert: [{ equals: "Hello Ada, how lovely to see you!" }]'),
  ),
  slip(
    'expected_output',
    aCase('expected_output: Hello Ada, how lovely to see you!'),
    edit(
      'expected_output: Hello Ada, how lovely to see you!',
      'assert: [{ equals: "Hello Ada, how lovely to see you!" }]',
    ),
  ),
  slip(
    'several ideal replies',
    aCase('ideal: [Hi, "Hello Ada, how lovely to see you!"]'),
    edit(
      'ideal: [Hi, "Hello Ada, how lovely to see you!"]',
      'assert: [{ equals_any: [Hi, "Hello Ada, how lovely to see you!"] }]',
    ),
  ),
  slip(
    'an input without its name',
    instead('inputs: { name: Ada }', 'input: Ada'),
    edit('input: Ada', 'inputs: { name: Ada }', 'inputs: { NAME: Ada } with the name of the placeholder in the prompt'),
  ),
  slip('input for inputs', instead('inputs: ', 'input: '), edit('input:', 'inputs:', 'inputs')),
  slip('the role human', aCase('messages: [{ role: human, content: And again? }]', contains), edit('human', 'user')),
  slip(
    'a system message in a case',
    aCase('messages: [{ role: system, content: Be kind }, { role: user, content: Go on }]', contains),
    edit('{ role: system, content: Be kind }, ', '', 'remove the message'),
    { in: prompt, over: '\n', write: ' Be kind.\n', says: 'write the text into the prompt' },
  ),
  slip(
    'the effort of OpenAI',
    aCase('reasoning_effort: low', contains),
    edit('reasoning_effort: low', 'reasoning: { effort: low }'),
  ),
  slip(
    'JSON mode of OpenAI',
    aCase('response_format: { type: json_object }', contains),
    edit('response_format: { type: json_object }', 'response_format: json'),
  ),
  slip(
    'the type of a part',
    greeter({
      'prompt.md': null,
      'messages.yml': '- role: user\n  content:\n    - type: text\n      text: Greet {{name}}\n',
    }),
    {
      in: 'prompts/greet/messages.yml',
      over: 'type: text\n      ',
      write: '',
      says: 'remove it',
    },
  ),
  slip(
    'a key above the messages',
    greeter({ 'prompt.md': null, 'messages.yml': 'messages:\n  - role: user\n    content: Greet {{name}}\n' }),
    {
      in: 'prompts/greet/messages.yml',
      over: 'messages:\n',
      write: '',
      says: 'remove the line "messages:"',
    },
  ),
  slip(
    'messages beside the cases',
    instead('cases:', 'messages: [{ role: user, content: Go on }]\ncases:'),
    edit('messages: [{ role: user, content: Go on }]\n', '', 'move it into a case, beside its name'),
    edit(
      '    inputs',
      '    messages: [{ role: user, content: Go on }]\n    inputs',
      'move it into a case, beside its name',
    ),
  ),
  slip('vars. before a name', greeter({ 'prompt.md': 'Greet {{ vars.name }}.\n' }), {
    in: prompt,
    over: '{{ vars.name }}',
    write: '{{name}}',
  }),
  slip('a filter', greeter({ 'prompt.md': 'Greet {{ name | upper }}.\n' }), {
    in: prompt,
    over: '{{ name | upper }}',
    write: '{{name}}',
  }),
  slip('one brace', greeter({ 'prompt.md': 'Greet {name}.\n' }), { in: prompt, over: '{name}', write: '{{name}}' }),
  slip('a dollar before a brace', greeter({ 'prompt.md': 'Greet ${name}.\n' }), {
    in: prompt,
    over: '${name}',
    write: '{{name}}',
  }),
];
