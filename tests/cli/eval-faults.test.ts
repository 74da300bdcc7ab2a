import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { Fault } from '../support/fake-http.js';
import { type FakeReply, startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { assertNoSecretBelow, sentinelKey } from '../support/secrets.js';
import { goodEval, goodPrompt, tempLibrary } from '../support/temp-library.js';

interface Row {
  readonly title: string;
  readonly faults?: readonly Fault[];
  readonly always?: Fault;
  readonly reply?: FakeReply;
  readonly exitCode: number;
  /** The number of requests that the server received. */
  readonly requests: number;
  readonly says: RegExp;
}

const soon = { 'retry-after-ms': '5' };

const table: readonly Row[] = [
  { title: 'a reply', exitCode: 0, requests: 1, says: /exit 0/ },
  { title: '429 with retry-after', faults: [{ status: 429, headers: soon }], exitCode: 0, requests: 2, says: /exit 0/ },
  { title: '529', faults: [{ status: 529, headers: soon }], exitCode: 0, requests: 2, says: /exit 0/ },
  { title: '500, then success', faults: [{ status: 500 }], exitCode: 0, requests: 2, says: /exit 0/ },
  { title: 'a connection reset in mid-body', faults: ['reset'], exitCode: 0, requests: 2, says: /exit 0/ },
  { title: 'a truncated body', faults: ['truncate'], exitCode: 0, requests: 2, says: /exit 0/ },
  { title: 'malformed JSON', faults: ['malformed'], exitCode: 0, requests: 2, says: /exit 0/ },
  { title: 'a page of HTML', faults: ['html'], exitCode: 0, requests: 2, says: /exit 0/ },
  { title: 'one hang past timeout_s', faults: ['hang'], exitCode: 0, requests: 2, says: /exit 0/ },
  { title: 'hangs past timeout_s', always: 'hang', exitCode: 3, requests: 2, says: /exit 3/ },
  { title: 'a body that stalls', always: 'hang_after_headers', exitCode: 3, requests: 2, says: /exit 3/ },
  {
    title: 'a wait of an hour',
    always: { status: 429, headers: { 'retry-after': '3600' } },
    exitCode: 3,
    requests: 1,
    says: /3600|1 h|60 min/,
  },
  {
    title: 'a refused key that is echoed',
    always: { status: 401, echo: true },
    exitCode: 3,
    requests: 1,
    says: /ANTHROPIC_API_KEY/,
  },
  { title: 'an unknown model', always: { status: 404 }, exitCode: 3, requests: 1, says: /claude-opus-4-7/ },
  { title: 'a bad request', always: { status: 400 }, exitCode: 3, requests: 1, says: /fault 400/ },
  {
    title: 'a reply that was cut',
    reply: { text: '<diff> and', stop_reason: 'max_tokens' },
    exitCode: 1,
    requests: 1,
    says: /<diff> and[\s\S]*cut at max_tokens/,
  },
  {
    title: 'a refusal',
    reply: { text: '<diff>', stop_reason: 'refusal' },
    exitCode: 1,
    requests: 1,
    says: /refused to answer/,
  },
  { title: 'an empty reply', reply: { text: ' \n ' }, exitCode: 1, requests: 1, says: /the reply is empty/ },
];

/** Returns an eval.yml. Only a hanging request has a short time limit, since the machine may be busy. */
function evalFile(row: Row): string {
  const hangs = row.always ?? row.faults?.[0];
  const isHang = hangs === 'hang' || hangs === 'hang_after_headers';
  return goodEval.replace('defaults:\n', `defaults:\n  timeout_s: ${isHang ? 1 : 30}\n`);
}

for (const row of table) {
  const { title, faults = [], always, reply = { text: '<diff>' }, exitCode, requests, says } = row;
  test(`${title}: exit ${exitCode} after ${requests} request${requests === 1 ? '' : 's'}`, async (t) => {
    const server = await startFakeMessagesApi({
      answer: () => reply,
      faults: always === undefined ? faults : () => always,
    });
    t.after(() => server.close());
    const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile(row) });
    const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
    const output = await runEva(['eval', 'diff'], { cwd: root, env });
    const told = output.stdout + output.stderr;
    assert.equal(output.exitCode, exitCode, told);
    assert.equal(server.requests.length, requests, told);
    assert.match(told, says);
    assert.doesNotMatch(told, /\n\s+at .*:\d+:\d+/, 'no stack trace');
    const log = join(root, '.eval.jsonl');
    if (exitCode === 3) assert.equal(existsSync(log), false, 'an unfinished run writes no row');
    else assert.equal(JSON.parse(readFileSync(log, 'utf8')).all_passed, exitCode === 0);
    assertNoSecretBelow(root);
  });
}

test('the rendered prompt is sent as one user message, with only the settings that are set', async (t) => {
  const server = await startFakeMessagesApi({ answer: () => '<diff>' });
  t.after(() => server.close());
  const root = tempLibrary(t, goodPrompt());
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  await runEva(['eval', 'diff'], { cwd: root, env });
  assert.deepEqual(server.requests[0]?.body, {
    model: 'claude-opus-4-7',
    max_tokens: 4096,
    messages: [{ role: 'user', content: '<task>Change x = 1 and nothing else.</task>\n' }],
  });
});

test('a log that cannot be written is reported before the first call', async (t) => {
  const server = await startFakeMessagesApi({ answer: () => '<diff>' });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), '.eval.jsonl': { link: '/dev/null' } });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const output = await runEva(['eval', 'diff'], { cwd: root, env });
  assert.equal(output.exitCode, 2);
  assert.match(output.stderr, /EVA_ODD_FILE/);
  assert.equal(server.requests.length, 0);
});

test('recordings that cannot be saved are reported, and result and row are written', async (t) => {
  const server = await startFakeMessagesApi({ answer: () => '<diff>' });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/recordings.jsonl': '' });
  chmodSync(join(root, 'prompts/diff/recordings.jsonl'), 0o444);
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const output = await runEva(['eval', 'diff', '--record'], { cwd: root, env });
  assert.equal(output.exitCode, 3, 'the exit code is that of EVA_DISK');
  assert.match(output.stdout, /✓ passed\n {3}! .*recordings\n[\s\S]*exit 3/);
  assert.match(output.stderr, /recordings\.jsonl[\s\S]*EVA_DISK/);
  assert.equal(JSON.parse(readFileSync(join(root, '.eval.jsonl'), 'utf8')).all_passed, true);
  const [run = ''] = readdirSync(join(root, '.eva/runs'));
  assert.ok(existsSync(join(root, '.eva/runs', run, 'result.json')));
});

test('--record and --cache are refused together, since cached replies would not be recorded', async (t) => {
  const output = await runEva(['eval', 'diff', '--record', '--cache'], { cwd: tempLibrary(t, goodPrompt()) });
  assert.equal(output.exitCode, 2);
  assert.match(output.stderr, /--cache/);
});

test('--replay without recordings names each missing reply and leaves the run unfinished', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  const output = await runEva(['eval', 'diff', '--replay'], { cwd: root });
  assert.equal(output.exitCode, 3);
  assert.match(output.stdout, /\? happy {2}no reply\n/);
  assert.equal(existsSync(join(root, '.eval.jsonl')), false);
});
