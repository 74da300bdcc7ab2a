import { tmpdir } from 'node:os';
import type { TestContext } from 'node:test';
import { createAnthropic } from '#provider/anthropic/messages.js';
import { createOpenai } from '#provider/openai.js';
import { createClaudeCli } from '#provider/programs/claude-cli.js';
import { createCommand } from '#provider/programs/command.js';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import type { FakeServer } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { writeFakeClaude, writeProgram } from '../support/fake-program.js';
import { type ContractSubject, testContract } from '../support/provider-contract.js';

const same = (text: string) => text;
const program = { cwd: tmpdir(), env: { PATH: process.env['PATH'] ?? '' }, redact: same };
function closing(t: TestContext, server: FakeServer): string {
  t.after(() => server.close());
  return server.url;
}

const anthropic = (baseUrl: string) => createAnthropic({ name: 'any', apiKey: 'sk-test-key', baseUrl, redact: same });
const openai = (url: string) => createOpenai({ name: 'any', apiKey: undefined, baseUrl: `${url}/v1`, redact: same });
const claude = (path: string) => createClaudeCli({ ...program, name: 'any', argv: [path] });
const command = (path: string) => createCommand({ ...program, name: 'any', argv: [path] });
const unreachable = 'http://127.0.0.1:1';

const subjects: Readonly<Record<string, ContractSubject>> = {
  anthropic: {
    echoing: async (t) =>
      anthropic(closing(t, await startFakeMessagesApi({ answer: (body) => `you said: ${body.messages[0].content}` }))),
    broken: async () => [anthropic(unreachable), 'connection'],
    silent: async (t) => anthropic(closing(t, await startFakeMessagesApi({ faults: ['hang'] }))),
  },
  openai: {
    echoing: async (t) =>
      openai(closing(t, await startFakeChatApi({ answer: (body) => `you said: ${body.messages[0].content}` }))),
    broken: async () => [openai(unreachable), 'connection'],
    silent: async (t) => openai(closing(t, await startFakeChatApi({ faults: ['hang'] }))),
  },
  'claude-cli': {
    echoing: async () => claude(writeFakeClaude("'you said: ' + input")),
    broken: async () => [claude('/no/such/program'), 'no_program'],
    silent: async () => claude(writeProgram('claude', 'setTimeout(() => {}, 60000);')),
  },
  command: {
    echoing: async () => command(writeProgram('reply', "console.log('you said: ' + input);")),
    broken: async () => [command('/no/such/program'), 'no_program'],
    silent: async () => command(writeProgram('reply', 'setTimeout(() => {}, 60000);')),
  },
};

for (const [name, subject] of Object.entries(subjects)) testContract(name, subject);
