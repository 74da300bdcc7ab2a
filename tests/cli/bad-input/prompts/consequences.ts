import type { Files } from '../../../support/temp-library.js';
import {
  aCase,
  type BadInput,
  bad,
  bodyFile,
  configFile,
  evalFile,
  goodCase,
  metaPlus,
  mistakeElsewhere,
} from '../fixture.js';

const toolChecks = `cases:
  - name: happy
    inputs: { code: "x = 1" }
    assert:
      - valid_calls: true
      - called: refund
      - not_called: search
  - name: sad
    inputs: { code: "x = 2" }
    assert:
      - called_in_order: [search, refund]
      - max_calls: 3
`;
const tools =
  '- name: search\n  input_schema: { type: object }\n- name: refund\n  input_schema: { type: object, required: [order] }\n';

/** Returns two variants with a line in the defaults, five checks of tools, and a file of tools. */
function twoVariants(line: string, content = tools): Files {
  const head = `defaults:\n  models: [claude-opus-4-7, claude-haiku-4-5]\n  ${line}\n`;
  return { ...evalFile(head + toolChecks), 'prompts/diff/tools.yml': content };
}

/** Returns a messages.yml as body, with the input `photo` and a case that gives it. */
function messages(...parts: readonly string[]): Files {
  const lines = [
    '- role: user',
    '  content:',
    '    - text: "Change {{code}}."',
    ...parts.map((part) => `    - ${part}`),
  ];
  return {
    ...bodyFile(null),
    ...metaPlus('  - name: photo', '    required: true'),
    ...evalFile(`defaults: { model: claude-opus-4-7 }
cases:
  - { name: happy, inputs: { code: x, photo: data/a.png }, assert: [{ contains: a }] }
`),
    'prompts/diff/messages.yml': `${lines.join('\n')}\n`,
    'data/a.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  };
}

/** Returns a case of this model, or with this line of settings. */
function ofModel(model: string, ...lines: readonly string[]): Files {
  return evalFile(`defaults:\n  model: ${model}\n${lines.map((line) => `  ${line}\n`).join('')}${goodCase}`);
}

/** Returns a case whose model has the tool `refund`, with this check and data that it must have. */
function withRefund(check: string): Files {
  return aCase('tools: [{ name: refund, input_schema: { type: object } }]', 'assert:', `  - ${check}`);
}

/** Traps, which are warnings without --strict. */
const strictly = (mistake: string, files: Files): BadInput => ({
  ...bad(mistake, files, ['eval', 'diff', '--strict']),
  exitCode: 1,
});

/** Mistakes with consequences that are no problems of their own. */
export const consequences: Readonly<Record<string, readonly BadInput[]>> = {
  'prompts/consequences': [
    bad('a misspelt file of tools', twoVariants('tools: tool.yml')),
    bad('a misspelt key inside a file of tools', twoVariants('tools: tools.yml', tools.replace('schema', 'shema'))),
    bad('checks of tools without tools, with two variants', twoVariants('temperature: 1')),
    bad('an inherit with only an extract in defaults, and a mistake', {
      ...evalFile(
        'defaults: { model: claude-opus-4-7, extract: { tag: answer } }\ncases:\n  - { name: a, inputs: { code: x }, inherit: false, assert: [{ contains: x }] }\n',
      ),
      ...mistakeElsewhere,
    }),
  ],
  'prompts/missing-files': [
    bad('a misspelt image', { ...messages('file: data/b.png'), 'data/bb.png': 'x', 'data/aa.png': 'x' }),
    bad('swapped letters of an image', { ...messages('file: data/reciept.png'), 'data/receipt.png': 'x' }),
  ],
  'prompts/placeholders': [
    bad('a placeholder without quotes as a file', messages('file: {{photo}}')),
    bad('a placeholder as a file', messages('file: "{{photo}}"')),
    bad('a placeholder in the path of a file', messages('file: "data/{{photo}}.png"')),
    bad('a placeholder without quotes in a list of parts', messages('text: {{code}}', 'file: { input: photo }')),
    strictly(
      'an input in arguments inside at_least',
      withRefund(
        'at_least: { count: 1, of: [{ contains: a }, { called: { tool: refund, arguments: { order: { input: code } } } }] }',
      ),
    ),
  ],
  'prompts/model-names': [
    bad('a price with the provider of the model, and a limit on the cost', {
      ...ofModel('openai:our-model'),
      ...configFile('prices:', '  openai:our-model: { input: 1, output: 2 }', 'budget: { max_cost_usd: 1 }'),
    }),
    bad('a price with an entry of eva.yml, and a check of the cost', {
      ...evalFile(
        'defaults: { model: "local:llama3:8b" }\ncases: [{ name: happy, inputs: { code: x }, assert: [{ max_cost_usd: 1 }] }]\n',
      ),
      ...configFile(
        'providers:',
        '  local: { type: openai, base_url: "http://localhost:1/v1" }',
        'prices:',
        '  "local:llama3:8b": { input: 1, output: 2 }',
      ),
    }),
  ],
};
