import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test, { type TestContext } from 'node:test';
import { documentSchema } from '#model/schema/documents.js';
import { findType, providerTypes } from '#provider/types/index.js';
import type { CreateOptions } from '#provider/types/provider-type.js';
import { cloudEnvironment } from '../support/cloud-environment.js';
import { awsEnvironment, awsRegion, startFakeBedrock } from '../support/fake-bedrock.js';
import { startFakeAzure, startFakeChatApi } from '../support/fake-chat-api.js';
import type { FakeServer } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { writeFakeClaude, writeProgram } from '../support/fake-program.js';
import { startFakeResponses } from '../support/fake-responses-api.js';
import { startFakeGoogle, startFakeVertex, vertexPlace } from '../support/fake-vertex.js';
import { type ContractSubject, testContract } from '../support/provider-contract.js';

interface Opened {
  readonly baseUrl?: string;
  readonly command?: string;
  readonly format?: 'json';
  readonly env?: Readonly<Record<string, string>>;
}

/** Opens a provider by its type, as the command line does. */
function open(type: string, { baseUrl, command, format, env: own }: Opened = {}) {
  const found = findType(type);
  assert.ok(found);
  const program = { ...(command !== undefined && { command: [command] }), ...(format && { format }) };
  const config = { type, ...program } as CreateOptions['config'];
  const env = { PATH: process.env['PATH'] ?? '', ...own };
  const places = type === 'bedrock' ? { region: awsRegion } : vertexPlace;
  const world = { env, withheld: [], places, cwd: tmpdir(), redact: String };
  return found.create({ name: 'any', config, apiKey: own ? undefined : 'sk-test-key', baseUrl, ...world });
}

function closing(t: TestContext, server: FakeServer): string {
  t.after(() => server.close());
  return server.url;
}

const unreachable = 'http://127.0.0.1:1';

const subjects: Readonly<Record<string, ContractSubject>> = {
  anthropic: {
    echoing: async (t) => {
      const server = await startFakeMessagesApi({ answer: (body) => `you said: ${body.messages[0].content}` });
      return open('anthropic', { baseUrl: closing(t, server) });
    },
    broken: async () => [await open('anthropic', { baseUrl: unreachable }), 'connection'],
    silent: async (t) => open('anthropic', { baseUrl: closing(t, await startFakeMessagesApi({ faults: ['hang'] })) }),
  },
  openai: {
    echoing: async (t) => {
      const server = await startFakeChatApi({ answer: (body) => `you said: ${body.messages[0].content}` });
      return open('openai', { baseUrl: `${closing(t, server)}/v1` });
    },
    broken: async () => [await open('openai', { baseUrl: unreachable }), 'connection'],
    silent: async (t) => open('openai', { baseUrl: `${closing(t, await startFakeChatApi({ faults: ['hang'] }))}/v1` }),
  },
  'openai-responses': {
    echoing: async (t) => {
      const server = await startFakeResponses({ answer: (body) => `you said: ${body.input[0].content}` });
      return open('openai-responses', { baseUrl: `${closing(t, server)}/v1` });
    },
    broken: async () => [await open('openai-responses', { baseUrl: unreachable }), 'connection'],
    silent: async (t) => {
      const server = await startFakeResponses({ faults: ['hang'] });
      return open('openai-responses', { baseUrl: `${closing(t, server)}/v1` });
    },
  },
  azure: {
    echoing: async (t) => {
      const server = await startFakeAzure({ answer: (body) => `you said: ${body.messages[0].content}` });
      return open('azure', { baseUrl: closing(t, server) });
    },
    broken: async () => [await open('azure', { baseUrl: unreachable }), 'connection'],
    silent: async (t) => open('azure', { baseUrl: closing(t, await startFakeAzure({ faults: ['hang'] })) }),
  },
  bedrock: {
    echoing: async (t) => {
      const server = await startFakeBedrock({ answer: (body) => `you said: ${body.messages[0].content}` });
      return open('bedrock', { baseUrl: closing(t, server), env: cloudEnvironment(t, awsEnvironment) });
    },
    broken: async (t) => {
      const env = cloudEnvironment(t, awsEnvironment);
      return [await open('bedrock', { baseUrl: unreachable, env }), 'connection'];
    },
    silent: async (t) => {
      const server = await startFakeBedrock({ faults: ['hang'] });
      return open('bedrock', { baseUrl: closing(t, server), env: cloudEnvironment(t, awsEnvironment) });
    },
  },
  vertex: {
    echoing: async (t) => {
      const server = await startFakeVertex({ answer: (body) => `you said: ${body.messages[0].content}` });
      const { env } = await startFakeGoogle(t);
      return open('vertex', { baseUrl: `${closing(t, server)}/v1`, env: cloudEnvironment(t, env) });
    },
    broken: async (t) => {
      const { env } = await startFakeGoogle(t);
      return [await open('vertex', { baseUrl: `${unreachable}/v1`, env: cloudEnvironment(t, env) }), 'connection'];
    },
    silent: async (t) => {
      const server = await startFakeVertex({ faults: ['hang'] });
      const { env } = await startFakeGoogle(t);
      return open('vertex', { baseUrl: `${closing(t, server)}/v1`, env: cloudEnvironment(t, env) });
    },
  },
  'claude-cli': {
    echoing: () => open('claude-cli', { command: writeFakeClaude("'you said: ' + input") }),
    broken: async () => [await open('claude-cli', { command: '/no/such/program' }), 'no_program'],
    silent: () => open('claude-cli', { command: writeProgram('claude', 'setTimeout(() => {}, 60000);') }),
  },
  command: {
    echoing: () => open('command', { command: writeProgram('reply', "console.log('you said: ' + input);") }),
    broken: async () => [await open('command', { command: '/no/such/program' }), 'no_program'],
    silent: () => open('command', { command: writeProgram('reply', 'setTimeout(() => {}, 60000);') }),
  },
};

/** A `command` that reads and prints JSON. */
const commandOfJson: ContractSubject = {
  echoing: () =>
    open('command', {
      command: writeProgram(
        'reply',
        "console.log(JSON.stringify({ text: 'you said: ' + JSON.parse(input).messages[0].content, stop: 'end' }));",
      ),
      format: 'json',
    }),
  broken: async () => [await open('command', { command: '/no/such/program', format: 'json' }), 'no_program'],
  silent: () => open('command', { command: writeProgram('reply', 'setTimeout(() => {}, 60000);'), format: 'json' }),
};

test('every type of provider has a row in the contract test', () => {
  assert.deepEqual(providerTypes.map(({ name }) => name).sort(), Object.keys(subjects).sort());
});

test('the schema of eva.yml has every type of provider and every setting of theirs', () => {
  const { provider } = documentSchema('eva-config')['$defs'] as unknown as {
    provider: { properties: { type: { enum: readonly string[] } } };
  };
  assert.deepEqual(
    provider.properties.type.enum,
    providerTypes.map(({ name }) => name),
  );
  const settings = new Set(providerTypes.flatMap((type) => type.settings));
  assert.deepEqual(
    Object.keys(provider.properties)
      .filter((key) => !['type', 'rpm', 'tpm', 'concurrency'].includes(key))
      .sort(),
    [...settings].sort(),
  );
});

for (const type of providerTypes) {
  const subject = subjects[type.name];
  if (subject) testContract(type, subject);
}

const command = findType('command');
assert.ok(command);
testContract({ ...command, name: 'command with format: json' }, commandOfJson);
