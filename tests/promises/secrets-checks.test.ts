import assert from 'node:assert/strict';
import test from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { assertNoSecret, assertNoSecretBelow, sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

/** Code that knows the key, but whose text does not contain it. */
const knowsKey = `const KEY = ${JSON.stringify(sentinelKey.match(/.{1,8}/g))}.join('');
const all = KEY + ' ' + Buffer.from('u:' + KEY).toString('base64') + ' ' + encodeURIComponent('Bearer ' + KEY);
`;

/** A program that prints the key; with `cut`, at the place where a reason is shortened. */
const program = `${knowsKey}
const [, , stream, cut] = process.argv;
process[stream].write('line\\n' + (cut ? 'x'.repeat(270) + KEY : 'auth ' + all));
process.exitCode = 1;
`;

const functions = `${knowsKey}
export const says = () => ({ pass: false, reason: 'auth ' + all });
export const cut = () => ({ pass: false, reason: 'x'.repeat(270) + KEY });
export const odd = () => ({ [KEY]: { [all]: KEY } });
export const listed = () => 'x'.repeat(90) + KEY;
export const throws = () => { throw new Error('auth ' + all); };
export const throwsText = () => { throw all; };
export const crashes = () => { setTimeout(() => { throw new Error('auth ' + all); }); return new Promise(() => {}); };
export const piece = (reply) => all + reply;
export const long = () => 'x'.repeat(1970) + KEY;
export const badPiece = () => ({ text: all });
`;

const evalFile = `defaults: { model: claude-opus-4-7, judge: { model: claude-opus-4-7 } }
cases:
  - name: checks
    inputs: { code: x }
    assert:
      - command: [node, check.mjs, stdout]
      - command: [node, check.mjs, stderr]
      - command: [node, check.mjs, stderr, cut]
      - module: checks.mjs#says
      - module: checks.mjs#cut
      - module: checks.mjs#odd
      - module: checks.mjs#listed
      - module: checks.mjs#throws
      - module: checks.mjs#throwsText
      - module: checks.mjs#crashes
      - module: broken.mjs#f
      - at_least: { count: 1, of: [ { module: checks.mjs#says } ] }
      - { contains: SENTINEL, extract: { module: checks.mjs#piece } }
      - { equals: a, extract: { module: checks.mjs#badPiece } }
      - { contains: SENTINEL, extract: { module: checks.mjs#throws } }
  - name: piece
    inputs: { code: x }
    extract: { module: checks.mjs#piece }
    rubric: Is it small, 1-5?
    assert: [ { contains: SENTINEL } ]
  - name: long
    inputs: { code: x }
    extract: { module: checks.mjs#long }
    assert: [ { contains: nothing } ]
`;

test('a key that programs and modules of checks say is in no file and in no output', async (t) => {
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/eval.yml': evalFile,
    'prompts/diff/check.mjs': program,
    'prompts/diff/checks.mjs': functions,
    'prompts/diff/broken.mjs': `${knowsKey}throw new Error('auth ' + all); export const f = () => true;`,
  });
  const server = await startFakeMessagesApi({
    answer: ({ tools }) => (tools ? { tool_input: { reason: 'small', score: 5 } } : { text: 'a reply' }),
  });
  t.after(() => server.close());
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  for (const args of [
    ['eval', 'diff', '--trust', '--record'],
    ['eval', 'diff', '--trust', '--cache', '--json'],
    ['report', '--json'],
    ['log', '--json'],
  ]) {
    const { stdout, stderr } = await runEva(args, { cwd: root, env });
    if (args[0] === 'eval') assert.match(stdout + stderr, /\[redacted\]/);
    assertNoSecretBelow(root);
    assertNoSecret(stdout + stderr, args.join(' '));
  }
  assert.ok(server.requests.length > 0);
  assertNoSecret(JSON.stringify(server.requests.map(({ body }) => body)), 'a request');
});
