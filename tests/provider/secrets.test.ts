import assert from 'node:assert/strict';
import test from 'node:test';
import type { Reply } from '#model/reply/exchange.js';
import { redactor } from '#model/text/redact.js';
import { applicationSecrets, providerKeys, secretsOf, withRedaction } from '#provider/secrets.js';
import { replyWith } from '../support/scripted-ask.js';

const key = 'sk-sentinel-0123456789abcdef';

async function redactedReply(part: Partial<Reply>): Promise<Reply> {
  const provider = { name: 'it', send: async () => replyWith(part) };
  const request = { provider: 'it', model: 'm', messages: [], max_tokens: 9 };
  return withRedaction(provider, redactor([key])).send(request, { signal: new AbortController().signal, timeout_s: 1 });
}

test("a key is hidden in the text, the model and at any depth of a tool's arguments", async () => {
  const tool_input = { reason: key, score: 5, [key]: { list: [`a ${key}`, null, true, 1] } };
  assert.deepEqual(
    await redactedReply({ text: `it is ${key}`, model: key, tool_input }),
    replyWith({
      text: 'it is [redacted]',
      model: '[redacted]',
      tool_input: { reason: '[redacted]', score: 5, '[redacted]': { list: ['a [redacted]', null, true, 1] } },
    }),
  );
});

test('a reply without a key stays unchanged', async () => {
  const part = { text: 'an answer', tool_input: { score: 5, more: [{ a: null }] } };
  assert.deepEqual(await redactedReply(part), replyWith(part));
  assert.equal('tool_input' in (await redactedReply({ text: 'an answer' })), false);
});

test('secrets are values of variables with the name of a secret, and the keys of eva.yml', () => {
  const env = {
    ANTHROPIC_API_KEY: 'first',
    AWS_SECRET_ACCESS_KEY: 'second',
    GITHUB_TOKEN: ' third\n',
    ACME_LOGIN: 'fourth',
    KEYBOARD: 'us',
    EMPTY_TOKEN: '',
  };
  assert.deepEqual(secretsOf(env), ['first', 'second', 'third']);
  assert.deepEqual(secretsOf(env, ['ACME_LOGIN', 'UNSET']), ['first', 'second', 'third', 'fourth']);
});

const appValues: readonly (readonly [string, string, readonly string[]])[] = [
  ['a short value of a variable with the name of a secret', 'BOT_TOKEN=hunter2hunter2', ['hunter2hunter2']],
  ['a value of 16 characters, whatever its name', 'ADMIN_LOGIN=0123456789abcdef', ['0123456789abcdef']],
  ['nothing of a shorter value', 'STAGE=0123456789abcde', []],
  ['the password of a short URL', 'DB=a://b:secret99@', ['secret99']],
  [
    'the password of a URL, as it is written and as it is meant',
    'DB_URL=postgres://app:p%40ss:w0rd@db.local/shop?a=b@c',
    ['postgres://app:p%40ss:w0rd@db.local/shop?a=b@c', 'p%40ss:w0rd', 'p@ss:w0rd'],
  ],
  ['a password without a user', 'CACHE=redis://:sesame-77@x', ['redis://:sesame-77@x', 'sesame-77']],
  ['a password with wrong encoding', 'DB=a://b:100%-safe@c/d', ['a://b:100%-safe@c/d', '100%-safe']],
  ['an address with a port', 'API=http://x:8080', []],
  ['an address with an @ in its path', 'API=http://x:1/a@b', []],
  ['nothing of a variable that it does not get', 'OTHER=0123456789abcdef', []],
];
for (const [what, variable, hidden] of appValues) {
  test(`in the variables of an application eva hides ${what}`, () => {
    const [name = '', ...rest] = variable.split('=');
    const asked = ['BOT_TOKEN', 'ADMIN_LOGIN', 'STAGE', 'DB', 'DB_URL', 'CACHE', 'API', 'UNSET'];
    assert.deepEqual(applicationSecrets({ [name]: rest.join('=') }, [], asked), hidden);
  });
}

test('responses of an application never show the key of a provider', () => {
  const env = { ANTHROPIC_API_KEY: 'first', ACME_LOGIN: 'second', OTHER_TOKEN: 'third', BOT_TOKEN: 'fourth' };
  assert.deepEqual(applicationSecrets(env, ['ACME_LOGIN'], ['BOT_TOKEN']), ['first', 'second', 'fourth']);
});

test("replies are searched only for keys of providers and for secrets of the program's environment", () => {
  const env = {
    ANTHROPIC_API_KEY: 'first',
    OPENAI_API_KEY: ' second ',
    ACME_LOGIN: 'third',
    DEPLOY_TOKEN: 'production',
  };
  assert.deepEqual(providerKeys(env, ['ACME_LOGIN', 'UNSET']), ['first', 'second', 'third']);
  const given = { PATH: '/bin', CLAUDE_CODE_OAUTH_TOKEN: 'fourth', ANTHROPIC_API_KEY: 'third' };
  assert.deepEqual(providerKeys(env, ['ACME_LOGIN'], given), ['first', 'second', 'third', 'fourth']);
});
