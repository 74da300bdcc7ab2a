import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import test, { type TestContext } from 'node:test';
import { main } from '#cli/main.js';
import type { Fault } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = `cases:
  - { name: happy, inputs: { code: x }, model: claude-x, sample_size: 20, assert: [ { contains: good } ] }
`;

/** Runs an eval of 20 trials on a terminal, sends `signals` from the tenth request on, and returns the final lines of the screen. */
async function linesAfter(
  t: TestContext,
  faults: (number: number) => Fault,
  signals = 0,
  files: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const ids = ['diff', ...(files['prompts/other/eval.yml'] === undefined ? [] : ['other'])];
  const listeners: (() => void)[] = [];
  const server = await startFakeMessagesApi({
    answer: () => 'good',
    faults: (number) => {
      if (number === 9) for (let nth = 0; nth < signals; nth++) setTimeout(() => listeners[0]?.(), 100 * nth);
      return faults(number);
    },
  });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile, ...files });
  let told = '';
  const screen = new Writable({
    write(chunk: Buffer, _encoding, done) {
      told += chunk;
      done();
    },
  });
  const env = { HOME: root, NO_COLOR: '1', ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: server.url };
  let left = () => {};
  const gone = new Promise<void>((resolve) => {
    left = resolve;
  });
  const running = main({
    argv: ['node', 'eva', 'eval', ...ids],
    env,
    stdin: Readable.from([]),
    stdout: new Writable({ write: (_chunk, _encoding, done) => done() }),
    stderr: Object.assign(screen, { isTTY: true, columns: 80 }),
    cwd: () => root,
    exit: () => left(),
    on: (_signal, listener) => listeners.push(listener),
    off: () => undefined,
  });
  await Promise.race([running, gone]);
  // a redraw moves the cursor up and erases everything below
  const lines = told.split('\n').map((line) => line.split(/\r(?:\u001b\[\d+A)?\u001b\[J/).at(-1) ?? '');
  await running;
  return lines;
}

test('messages about an interrupted run have their own lines', async (t) => {
  const lines = await linesAfter(t, () => null, 1);
  assert.ok(
    lines.some((line) => /^ \? diff {2}interrupted .*\d+ .* 20 trials$/.test(line)),
    lines.join('\n'),
  );
});

test('an interrupted run with a failed case says so, and that a new run is one more attempt', async (t) => {
  const lines = await linesAfter(t, (number) => (number < 9 ? null : { delayMs: 300 }), 1, {
    'prompts/diff/eval.yml': `cases:
  - { name: sad, inputs: { code: x }, model: claude-x, assert: [ { contains: bad } ] }
  - { name: happy, inputs: { code: x }, model: claude-x, sample_size: 20, assert: [ { contains: good } ] }
`,
  });
  const at = lines.findIndex((line) => / \? diff {2}interrupted after \d+ of at most 21 trials/.test(line));
  assert.ok(at >= 0, lines.join('\n'));
  assert.deepEqual(lines.slice(at + 1, at + 3), ['   settled  ✗ sad', '   open  1 case']);
  assert.match(lines[at + 3] ?? '', /\d+ replies .*: eva eval diff --resume$/);
  assert.match(lines[at + 4] ?? '', /one more attempt/);
});

test('messages after a second signal have their own lines', async (t) => {
  const lines = await linesAfter(t, (number) => (number < 9 ? { delayMs: 10 * number } : { delayMs: 300 }), 2);
  assert.match(lines.at(-3) ?? '', /^\d+ replies are kept /, lines.join('\n'));
});

test('an error that ends a run has its own lines', async (t) => {
  const lines = await linesAfter(t, (number) => (number < 9 ? null : { status: 401 }));
  assert.ok(
    lines.some((line) => /^anthropic .*\bkey\b/.test(line)),
    lines.join('\n'),
  );
});

test('on a terminal the settled cases of several prompts name their prompts', async (t) => {
  const other = Object.entries(goodPrompt()).map(([path, text]) => [
    path.replace('prompts/diff/', 'prompts/other/'),
    String(text).replace('id: diff', 'id: other'),
  ]);
  const lines = await linesAfter(t, () => null, 0, {
    ...Object.fromEntries(other),
    'prompts/other/eval.yml': evalFile,
  });
  const settled = lines.filter((line) => /✓ happy .*trials/.test(line)).map((line) => line.slice(0, 16));
  assert.deepEqual(settled, [' diff   ✓ happy ', ' other  ✓ happy ']);
});
