import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test from 'node:test';
import type { ModelRequest } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { redactor } from '#model/text/redact.js';
import { createCommand } from '#provider/programs/command-program.js';
import { ProviderFailure } from '#provider/provider.js';
import { writeProgram } from '../../support/fake-program.js';

const options = { signal: new AbortController().signal, timeout_s: 10 };
const request: ModelRequest = {
  provider: 'mine',
  model: 'mine',
  messages: [{ role: 'user', content: 'hi\n' }],
  max_tokens: 9,
};

function command(script: string) {
  const env = { PATH: process.env['PATH'] ?? '', EVA_ROOT: '/lib' };
  const redact = redactor(['sentinel-0123456789']);
  return createCommand({ name: 'mine', argv: [writeProgram('reply', script), '--fast'], cwd: tmpdir(), env, redact });
}

async function failureOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ProviderFailure, String(error));
  return `${error.kind}: ${error.message.replace(/^\S*\/reply/, 'reply')}`;
}

test('a program gets the given arguments, directory and environment', async () => {
  const script = 'console.log(JSON.stringify([args, process.cwd(), Object.keys(process.env).sort()]));';
  const { text } = await command(script).send(request, options);
  assert.deepEqual(JSON.parse(text), [['--fast'], tmpdir(), ['EVA_ROOT', 'PATH']]);
});

test('the reply is the whole output without one newline at its end', async () => {
  const echo = command('process.stdout.write(input);');
  const replies = [
    ['hi', 'hi'],
    ['hi\n', 'hi'],
    ['hi\r\n', 'hi'],
    ['  hi \n\n', '  hi \n'],
    ['', ''],
  ] as const;
  for (const [content, text] of replies) {
    assert.equal((await echo.send({ ...request, messages: [{ role: 'user', content }] }, options)).text, text);
  }
});

test('the system prompt comes first, and several messages have their roles', async () => {
  const messages = [
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'two' },
  ] as const;
  const { text } = await command('console.log(JSON.stringify(input));').send(
    { ...request, system: 'be brief', messages },
    options,
  );
  assert.equal(JSON.parse(text), 'be brief\n\nUser:\none\n\nAssistant:\ntwo\n\nAssistant:');
});

test('a non-zero exit code is a failure with the redacted last lines of standard error', async () => {
  const script =
    "console.log('an answer?'); console.error('trace\\n  line\\nfatal: sentinel-0123456789 \\x1b[31mrefused'); process.exitCode = 4;";
  assert.equal(
    await failureOf(command(script).send(request, options)),
    'process: reply: exit code 4: trace / line / fatal: [redacted] [31mrefused',
  );
});

test('a program that is killed is a failure', async () => {
  const script = "process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 1000);";
  assert.equal(await failureOf(command(script).send(request, options)), 'process: reply: ended by SIGKILL');
});

test('a program that takes too long is a timeout', async () => {
  const sending = command('setTimeout(() => {}, 60000);').send(request, { ...options, timeout_s: 0.2 });
  assert.equal(await failureOf(sending), `timeout: ${attemptTexts.timeout({ seconds: 0.2 })}`);
});
