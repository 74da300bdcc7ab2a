import { aCase, edit, type FirstStep, greeter, instead, slip, twice, typed } from './fixture.js';

const judged = aCase('rubric: Is it friendly?');
const noAnthropic = { ANTHROPIC_API_KEY: '' };
const model = (name: string) => instead('openai:gpt-6-luna', name);
const entry = (text: string) => greeter({ 'eva.yml': `providers: { azure: { type: azure, ${text} } }\n` });

/** Keys, prices, and the settings of clouds. */
export const providerSlips: readonly FirstStep[] = [
  {
    ...slip('a key of OpenAI alone', judged, {
      in: 'prompts/greet/eval.yml',
      over: 'model: openai:gpt-6-luna\n',
      write: 'model: openai:gpt-6-luna\n  judge: { model: openai:gpt-6-luna }\n',
      says: 'judge: { model: openai:gpt-6-luna }',
    }),
    env: noAnthropic,
  },
  {
    ...slip(
      'a key in .env',
      { ...model('claude-opus-4-7'), '.env': 'ANTHROPIC_API_KEY=key-of-anthropic\n' },
      {
        set: 'ANTHROPIC_API_KEY',
        to: 'key-of-anthropic',
      },
    ),
    env: noAnthropic,
  },
  {
    ...slip('an empty key', model('claude-opus-4-7'), { set: 'ANTHROPIC_API_KEY', to: 'key-of-anthropic' }),
    env: { ANTHROPIC_API_KEY: ' ' },
  },
  typed(
    'eva eval greet --max-cost 1',
    slip('a limit on the cost of an unknown model', model('openai:gpt-99'), {
      create: 'eva.yml',
      write: 'prices: { gpt-99: { input: 1, output: 5 } }\n',
      says: 'prices: { gpt-99: { input: USD, output: USD } }',
    }),
  ),
  typed(
    'eva doctor',
    slip('no region', model('bedrock:global.anthropic.claude-sonnet-5-5'), { set: 'AWS_REGION', to: 'us-east-1' }),
  ),
  typed(
    'eva plan greet',
    slip('a plan without a region', model('bedrock:global.anthropic.claude-sonnet-5-5'), {
      set: 'AWS_REGION',
      to: 'us-east-1',
    }),
  ),
  typed(
    'eva plan greet',
    slip(
      'a model of Anthropic at bedrock',
      model('bedrock:claude-sonnet-5-5'),
      edit('bedrock:claude-sonnet-5-5', 'bedrock:global.anthropic.claude-sonnet-5-5'),
    ),
  ),
  typed(
    'eva doctor',
    slip(
      'neither region nor project',
      model('vertex:claude-sonnet-5-5'),
      { set: 'CLOUD_ML_REGION', to: 'global' },
      { set: 'ANTHROPIC_VERTEX_PROJECT_ID', to: 'my-project' },
    ),
  ),
  typed(
    'eva doctor',
    twice(
      slip('neither key nor address of azure', model('azure:my-deployment'), {
        set: 'AZURE_OPENAI_API_KEY',
        to: 'key-of-azure',
      }),
      { set: 'AZURE_OPENAI_ENDPOINT', to: 'https://contoso.openai.azure.com' },
    ),
  ),
  typed(
    'eva plan greet',
    slip(
      'responses as in promptfoo',
      model('openai:responses:gpt-6-luna'),
      edit('openai:responses:gpt-6-luna', 'openai-responses:gpt-6-luna'),
    ),
  ),
  typed(
    'eva doctor',
    slip(
      'endpoint and deployment of azure',
      entry('endpoint: "https://contoso.openai.azure.com", deployment: gpt'),
      {
        in: 'eva.yml',
        over: 'endpoint: "https://contoso.openai.azure.com"',
        write: 'base_url: "https://contoso.openai.azure.com"',
      },
      { in: 'eva.yml', over: ', deployment: gpt', write: '', says: 'remove it' },
    ),
  ),
  typed(
    'eva doctor',
    slip('a key in an entry', entry('base_url: "https://contoso.openai.azure.com", api_key: secret'), {
      in: 'eva.yml',
      over: 'api_key: secret',
      write: 'api_key_env: AZURE_KEY',
      says: 'write api_key_env:',
    }),
  ),
];
