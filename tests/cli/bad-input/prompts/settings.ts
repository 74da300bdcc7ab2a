import type { Files } from '../../../support/temp-library.js';
import { aCase, type BadInput, bad, beforeCases, configFile, evalFile } from '../fixture.js';

const setting = (...lines: readonly string[]) => aCase('rubric: x', ...lines);
const inDefaults = (...lines: readonly string[]) =>
  beforeCases('defaults:', '  model: claude-opus-4-7', ...lines.map((line) => `  ${line}`));
const search = '{ name: search, input_schema: { type: object } }';
const withModel = (model: string, ...lines: readonly string[]) => setting(`model: "${model}"`, ...lines);
const app = configFile('providers:', '  app: { type: command, command: [cat] }');
const local = configFile('providers:', '  local: { type: openai, base_url: "http://localhost:1/v1", tools: false }');
const scenarioWith = (...lines: readonly string[]) =>
  evalFile(
    `defaults: { model: claude-opus-4-7 }\nscenarios:\n  - title: a\n    given: a user\n    when: the user asks\n    inputs: { code: x }\n${lines.map((line) => `    ${line}\n`).join('')}    then:\n      - metric: per_conversation.turn_count\n        criteria: { median_lte: { threshold: 3 } }\n    sample_size: 20\n`,
  );
const toolsFile = (content: string): Files => ({ ...setting('tools: data/tools.yml'), 'data/tools.yml': content });

export const settings: Readonly<Record<string, readonly BadInput[]>> = {
  'prompts/settings': [
    bad('top_p above 1', setting('top_p: 1.5')),
    bad('top_p in per cent', inDefaults('top_p: 90')),
    bad('top_k of 0', setting('top_k: 0')),
    bad('top_k with a fraction', setting('top_k: 2.5')),
    bad('stop as one text', setting('stop: END')),
    bad('stop without texts', setting('stop: []')),
    bad('stop with an empty text', setting('stop: [END, ""]')),
    bad('stop with 17 texts', setting(`stop: [${Array.from({ length: 17 }, (_, index) => `s${index}`).join(', ')}]`)),
    bad('sampling_seed as a word', setting('sampling_seed: random')),
    bad('reasoning as a word', setting('reasoning: high')),
    bad('reasoning with effort and budget', setting('reasoning: { effort: low, budget_tokens: 2000 }')),
    bad('reasoning with another key', setting('reasoning: { efort: low }')),
    bad('reasoning that uses up all tokens', setting('max_tokens: 2000', 'reasoning: { budget_tokens: 2000 }')),
    bad('response_format of another kind', setting('response_format: yaml')),
    bad('response_format without a schema', setting('response_format: { name: answer }')),
    bad('response_format as others write it', setting('response_format: { type: json_object }')),
    bad('the schema of a format with an unknown type', setting('response_format: { json_schema: { type: objekt } }')),
    bad(
      'the schema of a format with a reference to nothing',
      setting('response_format: { json_schema: { type: object, properties: { a: { $ref: "#/$defs/price" } } } }'),
    ),
    bad(
      'the schema of a format in the wrapper of chat completions',
      setting('response_format: { json_schema: { name: x, strict: true, schema: { type: object } } }'),
    ),
    bad('the schema of a format in a missing file', inDefaults('response_format: { json_schema: answer.json }')),
    bad('the schema of a format outside the library', setting('response_format: { json_schema: ../answer.json }')),
    bad('the name of a format with a space', setting('response_format: { json_schema: {}, name: my answer }')),
    bad('top_p for a judge', aCase('rubric: x', 'judge: { top_p: 0.5 }')),
    bad('tools for a judge', aCase('rubric: x', `judge: { tools: [${search}] }`)),
    bad('top_p at the top of eval.yml', beforeCases('top_p: 0.5', 'defaults: { model: claude-opus-4-7 }')),
    bad('max_completion_tokens', setting('max_completion_tokens: 100')),
    bad('settings wrong in eva.yml', configFile('defaults:', '  top_p: -1', '  stop: [a, 1]', '  tool_choice: any')),
    bad(
      'five settings wrong at once',
      setting('top_p: 2', 'top_k: x', 'sampling_seed: 0.5', 'reasoning: {}', 'tool_choice: sometimes'),
    ),
  ],
  'prompts/extra': [
    bad('extra for one type without its name', setting('extra: { service_tier: auto }')),
    bad('extra for claude-cli', setting('extra: { claude-cli: { effort: low } }')),
    bad('extra that is a list', setting('extra: { anthropic: [1] }')),
    bad('extra with functions', setting('extra: { openai: { functions: [] } }')),
    bad('extra with function_call', setting('extra: { openai: { function_call: auto } }')),
    bad('extra with stream_options', setting('extra: { openai: { stream_options: {} } }')),
    bad('extra with __proto__', setting('extra: { openai: { __proto__: { n: 3 } } }')),
    bad('extra with n', setting('extra: { openai: { n: 3 } }')),
    bad('extra with stream', setting('extra: { anthropic: { stream: true } }')),
    bad('extra with headers', setting('extra: { anthropic: { headers: { x: y } } }')),
    bad('extra with messages', setting('extra: { anthropic: { messages: [] } }')),
    bad('extra with the wire name of a setting', setting('extra: { anthropic: { output_config: {} } }')),
    bad("extra with eva's name of a setting", setting('extra: { openai: { sampling_seed: 1 } }')),
    bad(
      'extra with four reserved keys',
      inDefaults('extra:', '  anthropic: { model: x, thinking: {} }', '  openai:', '    seed: 1', '    tools: []'),
    ),
  ],
  'prompts/provider-limits': [
    bad('tools for claude-cli', withModel('claude-cli:opus', `tools: [${search}]`, 'tool_choice: required')),
    bad('a schema for claude-cli', withModel('claude-cli:opus', 'response_format: { json_schema: { type: object } }')),
    bad('top_k for openai', withModel('openai:gpt-5', 'top_k: 5')),
    bad('five stops for openai', withModel('openai:gpt-5', 'stop: [a, b, c, d, e]')),
    bad('a budget for thinking at openai', withModel('openai:gpt-5', 'reasoning: { budget_tokens: 1000 }')),
    bad('sampling_seed for anthropic', withModel('claude-opus-4-7', 'sampling_seed: 1')),
    bad('response_format json for anthropic', withModel('claude-opus-4-7', 'response_format: json')),
    bad(
      'strict false for anthropic',
      withModel('claude-opus-4-7', 'response_format: { json_schema: { type: object }, strict: false }'),
    ),
    bad('top_p for a command', { ...withModel('command:app', 'top_p: 0.5'), ...app }),
    bad('a forced tool for a server without', {
      ...withModel('local:qwen', `tools: [${search}]`, 'tool_choice: required'),
      ...local,
    }),
    bad(
      'temperature for claude-cli beside another problem',
      withModel('claude-cli:opus', 'temperature: 0', 'top_p: 0.5'),
    ),
    bad('settings of eva.yml that the model of a case lacks', {
      ...aCase('rubric: x', 'model: openai:gpt-5'),
      ...configFile('defaults:', '  top_k: 5', '  sampling_seed: 1'),
    }),
    bad('a scenario whose model lacks tools', scenarioWith('app: { model: "claude-cli:opus" }', `tools: [${search}]`)),
    bad(
      'six settings that claude-cli lacks',
      withModel(
        'claude-cli:opus',
        'top_p: 1',
        'top_k: 1',
        'stop: [a]',
        'sampling_seed: 1',
        'reasoning: { effort: low }',
        'response_format: json',
      ),
    ),
  ],
  'prompts/looks': [
    bad('a case without expectations', aCase()),
    bad('a look with checks', aCase('look: true', 'assert:', '  - contains: x')),
    bad('checks before a look', aCase('assert:', '  - contains: x', 'look: true')),
    bad('a look with a rubric', aCase('look: true', 'rubric: Is it short?')),
    bad(
      'a look with then and criteria',
      aCase(
        'look: true',
        'then:',
        '  - metric: per_turn.response_words',
        '    criteria: { median_lte: { threshold: 9 } }',
        'criteria: { proportion_gte: { proportion: 0.5 } }',
      ),
    ),
    bad('a look with a claim about slices', {
      ...evalFile(
        'defaults: { model: claude-opus-4-7 }\ncases:\n  - name: items\n    look: true\n    dataset:\n      file: data/items.csv\n      slices:\n        - field: kind\n          criteria: { proportion_gte: { proportion: 0.5 } }\n',
      ),
      'data/items.csv': 'code,kind\na,x\nb,y\n',
    }),
    bad('look as a word', aCase('look: please')),
    bad('look in the defaults', inDefaults('look: true')),
    bad('look of a scenario', scenarioWith('look: true')),
    bad(
      'a look without its required input',
      evalFile('defaults: { model: claude-opus-4-7 }\ncases:\n  - name: a\n    look: true\n'),
    ),
    bad('--look for a case that does not exist', {}, ['eval', 'diff', '--look', '--case', 'hapy']),
    bad('--look for scenarios alone', scenarioWith(), ['eval', 'diff', '--look']),
    bad('--look with --shard', {}, ['eval', 'diff', '--look', '--shard', '1/2']),
  ],
  'prompts/tools-of-settings': [
    bad('a tool without a name', setting('tools: [{ input_schema: { type: object } }]')),
    bad('a tool without a schema', setting('tools: [{ name: search }]')),
    bad('a tool as others write it', setting('tools: [{ name: search, parameters: { type: object } }]')),
    bad('the name of a tool with a dot', setting('tools: [{ name: web.search, input_schema: { type: object } }]')),
    bad('the name of a tool with 65 letters', setting(`tools: [{ name: ${'x'.repeat(65)}, input_schema: {} }]`)),
    bad('the same tool twice', setting(`tools: [${search}, ${search}]`)),
    bad('a schema of arguments that is a list', setting('tools: [{ name: search, input_schema: { type: array } }]')),
    bad('a schema of arguments that is broken', setting('tools: [{ name: search, input_schema: { required: q } }]')),
    bad(
      'a schema of arguments with a reference to nothing',
      setting('tools: [{ name: search, input_schema: { type: object, properties: { a: { $ref: "#/$defs/a" } } } }]'),
    ),
    bad('a schema of arguments with a reference to nothing, in a file', {
      ...inDefaults('tools: data/tools.yml'),
      'data/tools.yml':
        '- name: search\n  input_schema: { type: object }\n- name: refund\n  input_schema: { $ref: order.json }\n',
    }),
    bad(
      'a schema of arguments with a pattern that cannot be read',
      setting(
        'tools: [{ name: a, input_schema: { properties: { a: { type: string, pattern: "(?P<year>\\\\d+" } } } }]',
      ),
    ),
    bad('a schema of arguments in a missing file', setting('tools: [{ name: search, input_schema: search.json }]')),
    bad('a missing file of tools', setting('tools: tools.yml')),
    bad('a hidden file of tools', setting('tools: .tools/all.yml')),
    bad('a file of tools that is a mapping', toolsFile('search: { type: object }\n')),
    bad('a file of tools that is no YAML', toolsFile('[{ name: search\n')),
    bad('a file with two broken tools', toolsFile('- name: search\n- name: a b\n  input_schema: { type: object }\n')),
    bad('a file with the same tool twice', toolsFile(`- ${search}\n- ${search}\n`)),
    bad('tool_choice without tools', setting('tool_choice: auto')),
    bad('tool_choice of a misspelt tool', setting(`tools: [${search}]`, 'tool_choice: { tool: serch }')),
    bad('tool_choice of another tool', inDefaults(`tools: [${search}]`, 'tool_choice: { tool: refund }')),
    bad('tool_choice as others write it', setting(`tools: [${search}]`, 'tool_choice: any')),
  ],
};
