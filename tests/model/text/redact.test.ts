import assert from 'node:assert/strict';
import test from 'node:test';
import { namesSecret, redactor } from '#model/text/redact.js';

const key = 'sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz012345678';
const redact = redactor([key]);
const base64 = (text: string) => Buffer.from(text).toString('base64');

const hidden: readonly (readonly [string, string, string])[] = [
  ['alone', key, '[redacted]'],
  ['in a sentence', `bad key ${key}, sorry`, 'bad key [redacted], sorry'],
  ['twice', `${key} ${key}`, '[redacted] [redacted]'],
  ['a part of 20 characters from the middle', `…${key.slice(10, 30)}…`, '…[redacted]…'],
  ['a part of 16 characters', key.slice(0, 16), '[redacted]'],
  ['in base64', base64(key), '[redacted]'],
  ['in hexadecimal digits', Buffer.from(key).toString('hex'), '[redacted]'],
  ['in upper-case hexadecimal digits', Buffer.from(key).toString('hex').toUpperCase(), '[redacted]'],
  ['reversed', [...key].reverse().join(''), '[redacted]'],
  ['with a blank after each character', [...key].join(' '), `[redacted]${' '.repeat(key.length - 1)}`],
];

for (const [name, text, expected] of hidden) {
  test(`a secret ${name} is hidden`, () => assert.equal(redact(text), expected));
}

test('a secret inside an encoded text is hidden at every offset', () => {
  for (const before of ['', 'u', 'us', 'use', 'user:', 'Bearer ']) {
    const shown = redact(base64(`${before}${key}:after`));
    assert.match(shown, /\[redacted\]/);
    assert.ok(!Buffer.from(shown, 'base64').toString().includes('AbCd'), shown);
  }
});

test('a short secret inside an encoded text is hidden at every offset, with all characters that depend on it alone', () => {
  for (let length = 8; length <= 24; length++) {
    const secret = 'Zq3-Xw7_Kd9.Lm5~Vb1+Nc2/'.slice(0, length);
    for (const [before, after] of [0, 1, 2, 3, 4, 5].flatMap((at) => [0, 1, 2].map((to) => [at, to] as const))) {
      const encoded = base64('~'.repeat(before) + secret + '~'.repeat(after));
      const [from, to] = [Math.ceil((before * 8) / 6), Math.floor(((before + length) * 8) / 6)];
      const expected = `${encoded.slice(0, from)}[redacted]${encoded.slice(to)}`;
      assert.equal(redactor([secret])(encoded), expected, `${length} characters behind ${before}, before ${after}`);
    }
  }
});

test('base64url is hidden like base64', () => {
  const odd = 'key????>>>>key????>>>>ke';
  const url = Buffer.from(odd).toString('base64url');
  assert.match(base64(odd), /[+/]/);
  assert.equal(redactor([odd])(url), '[redacted]');
});

test('a URL-encoded secret is hidden, also a part of it', () => {
  const odd = 'AbCd+/EfGh==IjKl+/MnOp==QrSt';
  const url = 'AbCd%2B%2FEfGh%3D%3DIjKl%2B%2FMnOp%3D%3DQrSt';
  assert.equal(redactor([odd])(`https://host/?key=${url}&x=1`), 'https://host/?key=[redacted]&x=1');
  assert.equal(redactor([odd])(url.slice(6, 30)), '[redacted]');
  assert.equal(redactor(['half a pair: \ud800'])('half a pair: \ud800'), '[redacted]   ');
});

test('a text without a secret stays unchanged', () => {
  const text = 'sk-ant-api03 is how keys begin; nothing here is one 🙂';
  assert.equal(redact(text), text);
});

test('a secret of 8 characters is hidden, and shorter ones are ignored', () => {
  assert.equal(redactor(['hunter2', ''])('hunter2'), 'hunter2');
  assert.equal(redactor(['hunter22'])('a hunter22 b'), 'a [redacted] b');
});

test('a secret is hidden wherever it begins', () => {
  for (let offset = 0; offset < 20; offset++) {
    const before = '.'.repeat(offset);
    assert.equal(redact(`${before}${key.slice(5, 21)}!`), `${before}[redacted]!`);
    assert.equal(redactor(['hunter22'])(`${before}hunter22`), `${before}[redacted]`);
  }
});

test('the longer of two secrets with the same beginning is hidden completely', () => {
  assert.equal(redactor(['hunter22', 'hunter22-admin'])('hunter22-admin'), '[redacted]');
});

test('10 MB without a secret are searched in far less time than a call takes', () => {
  const text = 'The quick brown fox jumps over the lazy dog, and deploys. '.repeat(180_000);
  const startedAt = performance.now();
  assert.equal(redactor([key, 'production', `ghp_${'0123456789abcdef'.repeat(4)}`])(text), text);
  assert.ok(performance.now() - startedAt < 60_000);
});

test('a wrapped secret is hidden wherever the line breaks, with colours, indentation and the bar of an excerpt', () => {
  const wrapped = redactor([key, 'two words and more']);
  for (let at = 1; at < key.length; at++) {
    for (const gap of ['\n', '\n      ', '\u001b[39m\r\n\u001b[2m    | \u001b[22m']) {
      assert.equal(wrapped(`a ${key.slice(0, at)}${gap}${key.slice(at)} b`), `a [redacted]${gap} b`);
    }
  }
  assert.equal(wrapped('two words\n  and more'), '[redacted] \n   ');
});

test('1 MB of wrapped secrets is redacted within seconds', () => {
  const text = `${key.slice(0, 20)}\n  ${key.slice(20)} and so on; `.repeat(15_000);
  const startedAt = performance.now();
  assert.doesNotMatch(redactor([key])(text), /AbCd/);
  assert.ok(performance.now() - startedAt < 60_000);
});

const secret = `TOKEN API_KEY APIKEY KEY ANTHROPIC_API_KEY AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID GITHUB_TOKEN github_token
  EVA_KEY EVA_API_TOKEN EVA_TOKENS NPM_AUTHTOKEN DB_PASSWORD EVA_CREDENTIAL EVA_CREDENTIALS OPENAI_API_KEY_2 CLIENT_SECRET`;

const ordinary = `PATH HOME KEYBOARD MONKEY TOKENIZER SECRETARY EVA_ROOT CLAUDE_CONFIG_DIR TOKEN_FILE SSH_KEY_PATH
  GOOGLE_APPLICATION_CREDENTIALS AUTHOR ACCESS`;

for (const name of secret.split(/\s+/)) {
  test(`${name} is the name of a secret`, () => assert.equal(namesSecret(name), true));
}

for (const name of ordinary.split(/\s+/)) {
  test(`${name} is not the name of a secret`, () => assert.equal(namesSecret(name), false));
}
