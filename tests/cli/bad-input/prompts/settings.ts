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
    bad('stop with 17 texts', setting(`stop: [${Array.from({ length: 17 }, (_, index) => `s${index}`).join(', ')}]`)),
    bad('reasoning that uses up all tokens', setting('max_tokens: 2000', 'reasoning: { budget_tokens: 2000 }')),
    bad('response_format as others write it', setting('response_format: { type: json_object }')),
    bad('the schema of a format outside the library', setting('response_format: { json_schema: ../answer.json }')),
  ],
  'prompts/extra': [
    bad('extra with functions', setting('extra: { openai: { functions: [] } }')),
    bad('extra with function_call', setting('extra: { openai: { function_call: auto } }')),
    bad('extra with stream_options', setting('extra: { openai: { stream_options: {} } }')),
    bad('extra with __proto__', setting('extra: { openai: { __proto__: { n: 3 } } }')),
    bad('extra with n', setting('extra: { openai: { n: 3 } }')),
    bad('extra with stream', setting('extra: { anthropic: { stream: true } }')),
    bad('extra with headers', setting('extra: { anthropic: { headers: { x: y } } }')),
    bad('extra with the wire name of a setting', setting('extra: { anthropic: { output_config: {} } }')),
    bad("extra with eva's name of a setting", setting('extra: { openai: { sampling_seed: 1 } }')),
  ],
  'prompts/provider-limits': [
    bad('a schema for claude-cli', withModel('claude-cli:opus', 'response_format: { json_schema: { type: object } }')),
    bad('five stops for openai', withModel('openai:gpt-5', 'stop: [a, b, c, d, e]')),
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
  'prompts/looks': [bad('--look for scenarios alone', scenarioWith(), ['eval', 'diff', '--look'])],
  'prompts/tools-of-settings': [
    bad('the same tool twice', setting(`tools: [${search}, ${search}]`)),
    bad('a schema of arguments that is a list', setting('tools: [{ name: search, input_schema: { type: array } }]')),
    bad('a schema of arguments that is broken', setting('tools: [{ name: search, input_schema: { required: q } }]')),
    bad(
      'a schema of arguments with a reference to nothing',
      setting('tools: [{ name: search, input_schema: { type: object, properties: { a: { $ref: "#/$defs/a" } } } }]'),
    ),
    bad(
      'a schema of arguments with a pattern that cannot be read',
      setting(
        'tools: [{ name: a, input_schema: { properties: { a: { type: string, pattern: "(?P<year>\\\\d+" } } } }]',
      ),
    ),
    bad('a file with two broken tools', toolsFile('- name: search\n- name: a b\n  input_schema: { type: object }\n')),
    bad('tool_choice without tools', setting('tool_choice: auto')),
    bad('tool_choice of a misspelt tool', setting(`tools: [${search}]`, 'tool_choice: { tool: serch }')),
    bad('tool_choice of another tool', inDefaults(`tools: [${search}]`, 'tool_choice: { tool: refund }')),
  ],
};
