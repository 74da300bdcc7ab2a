import { type BadInput, bad, configFile, evalFile, goodCase } from '../fixture.js';

const model = (name: string) => evalFile(`defaults:\n  model: "${name}"\n${goodCase}`);
const entry = (name: string, text: string) => configFile('providers:', `  ${name}: { ${text} }`);
const claude = 'bedrock:global.anthropic.claude-sonnet-5-5';
const withEnv = (mistake: string, name: string, env: Readonly<Record<string, string>>): BadInput => ({
  ...bad(mistake, model(name), ['eval', 'diff']),
  env,
});

export const clouds = [
  withEnv('no region of Bedrock', claude, {}),
  withEnv('a region of Bedrock with a zone', claude, { AWS_REGION: 'US East (N. Virginia)' }),
  withEnv('neither region nor project of Vertex', 'vertex:claude-sonnet-5-5', {}),
  withEnv('no project of Vertex', 'vertex:claude-sonnet-5-5', { CLOUD_ML_REGION: 'global' }),
  withEnv('a base URL of Bedrock with /v1', claude, {
    AWS_REGION: 'us-east-1',
    ANTHROPIC_BEDROCK_BASE_URL: 'https://gateway.example/v1',
  }),
  bad('a project at Bedrock', entry('bedrock', 'type: bedrock, project: my-project')),
  bad('a key at Vertex', entry('vertex', 'type: vertex, api_key_env: GOOGLE_API_KEY')),
  bad('a model of another maker at Bedrock', model('bedrock:amazon.nova-pro-v1:0')),
  bad('the name at Bedrock for Vertex', model('vertex:anthropic.claude-sonnet-5-5')),
  bad('batches at Bedrock', model(claude), ['eval', 'diff', '--batch']),
  bad('a seed at Vertex', evalFile(`defaults:\n  model: "vertex:claude-sonnet-5-5"\n  sampling_seed: 1\n${goodCase}`)),
] satisfies readonly BadInput[];
