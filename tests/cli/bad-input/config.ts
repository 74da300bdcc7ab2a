import { bad, configFile } from './fixture.js';

const provider = (text: string) => configFile('providers:', `  local: ${text}`);
const price = (text: string) => configFile('prices:', `  claude-opus-4-7: ${text}`);

export const config = [
  bad('eva.yml is a list', configFile('- concurrency: 4')),
  bad('concurrency below 0', configFile('concurrency: -1')),
  bad('concurrency with a fraction', configFile('concurrency: 1.5')),
  bad('concurrency of a million', configFile('concurrency: 1000000')),
  bad('defaults is a list', configFile('defaults: [claude-opus-4-7]')),
  bad('a default is out of range', configFile('defaults: { timeout_s: -1 }')),
  bad('providers is a list', configFile('providers:', '  - name: local')),
  bad('a provider is a text', provider('ollama')),
  bad('a provider has no type', provider('{ base_url: "http://127.0.0.1:11434/v1" }')),
  bad('a provider has a number for an address', provider('{ type: openai, base_url: 8080 }')),
  bad('a provider has no address after all', provider('{ type: openai, base_url: "localhost:8080" }')),
  bad(
    'a provider has a password in its address',
    provider('{ type: openai, base_url: "https://me:hunter22@host/v1" }'),
  ),
  bad('a provider has an address with a fragment', provider('{ type: anthropic, base_url: "https://host#v1" }')),
  bad('a provider names a key that is no variable', provider('{ type: openai, api_key_env: "sk-0123 456" }')),
  bad('a command provider without a command', provider('{ type: command }')),
  bad('a command provider with a text', provider('{ type: command, command: "ollama run llama" }')),
  bad('rpm of 0', provider('{ type: openai, rpm: 0 }')),
  bad('tools as a word', provider('{ type: openai, tools: "yes" }')),
  bad('a price is a number', price('15')),
  bad('a budget that is a number', configFile('budget: 5')),
  bad('a provider whose name has a space', configFile('providers:', '  my gpu: { type: openai }')),
];
