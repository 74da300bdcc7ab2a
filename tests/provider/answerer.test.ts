import assert from 'node:assert/strict';
import test from 'node:test';
import type { ProviderConfig } from '#model/config.js';
import { programName } from '#model/text/quoted.js';
import { answererOf } from '#provider/provider-settings.js';

const at = (type: string, base_url?: string) =>
  answererOf({ type, ...(base_url !== undefined && { base_url }) } as ProviderConfig, {});

const own: readonly (readonly [type: string, base_url?: string])[] = [
  ['anthropic'],
  ['anthropic', 'https://api.anthropic.com/'],
  ['openai', 'https://api.openai.com:443/v1'],
  ['openai-responses', 'https://eu.api.openai.com/v1'],
  ['azure', 'https://team-7.openai.azure.com'],
  ['azure', 'https://team-7.services.ai.azure.com/openai/v1'],
  ['azure', 'https://team-7.cognitiveservices.azure.us'],
  ['bedrock'],
  ['bedrock', 'https://bedrock-runtime.eu-central-1.amazonaws.com'],
  ['bedrock', 'https://bedrock-runtime-fips.us-gov-west-1.amazonaws.com'],
  ['bedrock', 'https://vpce-0a1.bedrock-runtime.us-east-1.vpce.amazonaws.com'],
  ['vertex'],
  ['vertex', 'https://us-east5-aiplatform.googleapis.com/v1'],
  ['vertex', 'https://aiplatform.eu.rep.googleapis.com/v1'],
];

test('the servers of a provider, and those of its cloud, are not named', () => {
  for (const [type, url] of own) assert.deepEqual(at(type, url), {}, `${type} ${url}`);
});

const foreign: readonly (readonly [type: string, base_url: string, server: string])[] = [
  ['anthropic', 'http://api.anthropic.com', 'http://api.anthropic.com'],
  ['anthropic', 'https://api.anthropic.com:8443', 'https://api.anthropic.com:8443'],
  ['anthropic', 'https://api.anthropic.com.evil.example/KEY', 'https://api.anthropic.com.evil.example'],
  ['anthropic', 'https://evilapi.anthropic.com', 'https://evilapi.anthropic.com'],
  ['openai', 'https://openrouter.ai/api/v1', 'https://openrouter.ai'],
  ['openai', 'http://127.0.0.1:43817/v1', 'http://127.0.0.1:43817'],
  ['azure', 'https://openai.azure.com.evil.example', 'https://openai.azure.com.evil.example'],
  ['azure', 'https://gateway.azure-api.net', 'https://gateway.azure-api.net'],
  ['bedrock', 'https://bedrock.s3.amazonaws.com', 'https://bedrock.s3.amazonaws.com'],
  ['bedrock', 'https://x1.execute-api.us-east-1.amazonaws.com', 'https://x1.execute-api.us-east-1.amazonaws.com'],
  ['vertex', 'https://storage.googleapis.com/v1', 'https://storage.googleapis.com'],
];

test('every other server is named by scheme and host', () => {
  for (const [type, url, server] of foreign) assert.deepEqual(at(type, url), { server }, `${type} ${url}`);
});

test('a program is named by its script or its first word, and no other word', () => {
  const names: readonly (readonly [readonly string[], string])[] = [
    [['node', 'bots/bot.mjs', '--api-key=SECRET'], 'bot.mjs'],
    [['python3', '-u', 'run.py', 'SECRET'], 'run.py'],
    [['./bot', '--key=run.py'], 'bot'],
    [['curl', '-H', 'SECRET'], 'curl'],
  ];
  for (const [argv, name] of names) assert.equal(programName(argv), name);
});
