import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { askModels } from '#cli/output/ask-models.js';
import { canAsk, openTerminal } from '#cli/output/terminal.js';
import { likelyStart, modelChoices } from '#cli/scaffold/models.js';
import { EvaError } from '#model/problem.js';

/** Asks with somebody at the terminal who types this. Returns the answer, and everything that was shown. */
async function asked(typed: string, env = {}) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const io = { ...{ argv: [], env, stdin, stdout: new PassThrough(), stderr }, ...callbacks };
  assert.ok(canAsk(io));
  const answer = askModels(likelyStart(env), { io, terminal: openTerminal(io) });
  stdin.end(typed);
  return { answer: await answer, shown: String(stderr.read()) };
}

const callbacks = { cwd: () => '/', exit: () => undefined, on: () => undefined, off: () => undefined };
const numberOf = (name: string) => modelChoices.findIndex((one) => one.name === name) + 1;

test('two empty answers take the provider whose key is set, and its model', async () => {
  const { answer, shown } = await asked('\n\n', { OPENAI_API_KEY: 'key-of-a-test-2' });
  assert.deepEqual(answer, { provider: 'openai', model: 'gpt-6.2-sol' });
  assert.equal(shown.match(/\?\n|: /g)?.length, 3, 'a title and two questions');
});

test('a provider is named by its number or its name, and a model by its name', async () => {
  const byNumber = await asked(`${numberOf('ollama')}\nllama3.2\n`);
  assert.deepEqual(byNumber.answer, { provider: 'ollama', model: 'llama3.2' });
  const byName = await asked('OpenAI\n\n');
  assert.equal(byName.answer.provider, 'openai');
});

test('a number that is not in the list, and a deployment without a name, are asked for again', async () => {
  const { answer, shown } = await asked(`99\n${numberOf('azure')}\n\nown\n`);
  assert.deepEqual(answer, { provider: 'azure', model: 'own' });
  assert.match(shown, new RegExp(`from 1 to ${modelChoices.length}`));
});

test('without an answer nothing is chosen', async () => {
  await assert.rejects(asked('1\n'), (error) => error instanceof EvaError && error.exitCode === 2);
});

test('a question needs a terminal on standard input and on standard error, where it is written', () => {
  const terminal = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY });
  const isAsked = (stdin: boolean, stderr: boolean) => canAsk({ stdin: terminal(stdin), stderr: terminal(stderr) });
  assert.deepEqual([isAsked(true, true), isAsked(true, false), isAsked(false, true)], [true, false, false]);
});
