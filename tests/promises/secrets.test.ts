import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { type FakeServer, type Fault, type SeenRequest, startFakeHttp } from '../support/fake-http.js';
import { writeFakeClaude } from '../support/fake-program.js';
import type { CheckedPath } from '../support/request-schema.js';
import { assertNoSecret, assertNoSecretBelow, sentinelKey } from '../support/secrets.js';
import { goodEval, tempLibrary } from '../support/temp-library.js';
import { openLibrary } from './open-library.js';

/** A gateway of eva.yml whose key lies in a variable with an innocent name. */
const gateway = (url: string) =>
  `providers: { gate: { type: openai, base_url: "${url}/v1", api_key_env: EVA_GATE_LOGIN } }\n`;

const judgedBy = (model: string) => `defaults:
  model: ${model}
  judge: { model: ${model} }
cases:
  - name: happy
    inputs: { code: "x = 1" }
    assert: [ { not_contains: nothing } ]
    rubric: Is it small, 1-5?
`;

/** Everything that a server can make of the header that holds the key. */
function echoOf({ headers }: SeenRequest): string {
  const sent = String(headers.authorization);
  const encoded = Buffer.from(sent).toString('base64');
  return `${sent} ${encoded} ${Buffer.from(`u:${sent}`).toString('base64url')} ${sent.slice(12, 45)}`;
}

/** Answers with the key wherever an answer has room for a text. */
function echoing(_number: number, seen: SeenRequest): Fault {
  const echo = echoOf(seen);
  const verdict = { reason: `5 because ${echo}`, score: 5 };
  const isAnthropic = seen.path === '/v1/messages';
  return { body: JSON.stringify(isAnthropic ? asMessage(seen, echo, verdict) : asCompletion(seen, echo, verdict)) };
}

function asMessage({ body }: SeenRequest, echo: string, verdict: object): object {
  const block = body.tools
    ? { type: 'tool_use', id: 'toolu_1', name: 'verdict', input: verdict }
    : { type: 'text', text: `<diff> ${echo}` };
  return { model: echo, content: [block], stop_reason: body.tools ? 'tool_use' : 'end_turn', usage: {} };
}

function asCompletion({ body }: SeenRequest, echo: string, verdict: object): object {
  const call = { function: { name: 'verdict', arguments: JSON.stringify(verdict) } };
  const message = body.tools ? { content: null, tool_calls: [call] } : { content: `<diff> ${echo}` };
  return { model: echo, choices: [{ message, finish_reason: body.tools ? 'tool_calls' : 'stop' }] };
}

async function startEchoing(t: TestContext, path: CheckedPath, fault?: Fault): Promise<FakeServer> {
  const server = await startFakeHttp({ path, faults: fault ? () => fault : echoing, answer: () => ({}) });
  t.after(() => server.close());
  return server;
}

interface Way {
  readonly provider: string;
  readonly model: string;
  readonly path: CheckedPath;
  readonly env: (url: string) => Record<string, string>;
  readonly config?: (url: string) => string;
}

const ways: readonly Way[] = [
  {
    provider: 'anthropic',
    model: 'claude-opus-4-7',
    path: '/v1/messages',
    env: (url) => ({ ANTHROPIC_BASE_URL: url }),
  },
  {
    provider: 'openai',
    model: 'openai:gpt',
    path: '/v1/chat/completions',
    env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: sentinelKey, ANTHROPIC_API_KEY: '' }),
  },
  {
    provider: 'a gateway with api_key_env',
    model: 'gate:gpt',
    path: '/v1/chat/completions',
    env: () => ({ EVA_GATE_LOGIN: sentinelKey, ANTHROPIC_API_KEY: '' }),
    config: gateway,
  },
];

async function openWay(t: TestContext, { model, path, env, config }: Way, fault?: Fault) {
  const server = await startEchoing(t, path, fault);
  const files = {
    'prompts/diff/eval.yml': judgedBy(model),
    'eva.yml': config ? config(server.url) : null,
  };
  const library = await openLibrary(t, { files, env: { ...env(server.url), XDG_DATA_HOME: tempLibrary(t, {}) } });
  await library.eva('trust', '--yes');
  return { ...library, server };
}

for (const way of ways) {
  test(`a key that ${way.provider} answers with is nowhere: not printed, stored, cached or recorded`, async (t) => {
    const { eva, root, server } = await openWay(t, way);
    const first = await eva('eval', 'diff', '--record');
    assert.equal(first.exitCode, 0, first.stdout + first.stderr);
    assert.equal(server.requests.length, 2);
    assert.equal(server.requests[0]?.headers.authorization, `Bearer ${sentinelKey}`, 'the server was told the key');
    const json = await eva('eval', 'diff', '--cache', '--json');
    assert.match(JSON.parse(json.stdout).cases[0].trials[0].turns[0].app_response, /^<diff> Bearer \[redacted\]/);
    assert.match(readFileSync(join(root, 'prompts/diff/recordings.jsonl'), 'utf8'), /5 because Bearer \[redacted\]/);
    assert.ok(existsSync(join(root, '.eva/cache')));
    for (const args of [
      ['eval', 'diff', '--replay'],
      ['eval', 'diff', '--cache'],
      ['promote', 'diff'],
      ['doctor'],
      ['trust'],
    ]) {
      await eva(...args);
    }
    assertNoSecretBelow(root);
  });

  for (const status of [400, 401, 403, 404, 429, 500]) {
    test(`a ${status} of ${way.provider} that echoes the key says everything but the key`, async (t) => {
      const headers = { 'retry-after': '3600' };
      const { eva, root } = await openWay(t, way, { status, echo: true, headers });
      const output = await eva('eval', 'diff');
      assert.equal(output.exitCode, 3);
      assert.match(output.stdout + output.stderr, /authorization was Bearer \[redacted\]/);
      await eva('eval', 'diff', '--json');
      assertNoSecretBelow(root);
    });
  }
}

const keys = { OPENAI_API_KEY: sentinelKey, EVA_GATE_LOGIN: sentinelKey };

test('a command check that prints its environment has no key to print', async (t) => {
  const check = 'command: ["sh", "-c", "env > env.txt; env >&2; exit 1"]';
  const { eva, root } = await openLibrary(t, {
    files: {
      'prompts/diff/eval.yml': goodEval.replace('contains: "<diff>"', check),
      'eva.yml': gateway('http://127.0.0.1:9'),
    },
    env: keys,
  });
  const output = await eva('eval', 'diff', '--trust');
  assert.equal(output.exitCode, 1, output.stderr);
  const seen = readFileSync(join(root, 'prompts/diff/env.txt'), 'utf8');
  assert.match(seen, /^PATH=/m);
  assert.doesNotMatch(seen, /ANTHROPIC|OPENAI|EVA_GATE_LOGIN/);
  assertNoSecretBelow(root);
});

test('a command provider that answers with its environment has no key to answer with', async (t) => {
  const { eva, root } = await openLibrary(t, {
    files: {
      'prompts/diff/eval.yml': goodEval.replace('claude-opus-4-7', 'command:env').replace('<diff>', 'PATH='),
      'eva.yml': `${gateway('http://127.0.0.1:9').replace(' }\n', '')}, env: { type: command, command: [env] } }\n`,
    },
    env: keys,
  });
  const output = await eva('eval', 'diff', '--trust', '--record', '--json');
  assert.equal(output.exitCode, 0, output.stderr);
  assert.doesNotMatch(output.stdout, /ANTHROPIC_API_KEY|OPENAI_API_KEY|EVA_GATE_LOGIN/);
  assertNoSecretBelow(root);
});

test('the login that Claude Code must have is hidden where it answers with it', async (t) => {
  const claude = writeFakeClaude('`<diff> ${process.env.CLAUDE_CODE_OAUTH_TOKEN}`');
  const { eva, root } = await openLibrary(t, {
    files: {
      'prompts/diff/eval.yml': goodEval.replace('claude-opus-4-7', 'cli:opus'),
      'eva.yml': `providers: { cli: { type: claude-cli, command: ["${claude}"] } }\n`,
    },
    env: { CLAUDE_CODE_OAUTH_TOKEN: sentinelKey },
  });
  const output = await eva('eval', 'diff', '--trust', '--record', '--json');
  assert.equal(JSON.parse(output.stdout).cases[0].trials[0].turns[0].app_response, '<diff> [redacted]');
  assertNoSecretBelow(root);
});

test('a key that somebody wrote into a file is not shown with the line it stands on', async (t) => {
  const { eva } = await openLibrary(t, { files: { 'eva.yml': `api_key: ${sentinelKey}\n` } });
  for (const args of [['eval', 'diff'], ['doctor'], ['doctor', '--json'], ['promote', 'diff'], ['trust', '--json']]) {
    const { stdout, stderr, exitCode } = await eva(...args);
    assert.notEqual(exitCode, 0);
    assert.match(stdout + stderr, /api_key/);
  }
});

test('the test itself finds a key in every form that it looks for', () => {
  const encoded = Buffer.from(`Bearer ${sentinelKey}`).toString('base64');
  for (const text of [sentinelKey, encoded, sentinelKey.slice(12, 32)]) {
    assert.throws(() => assertNoSecret(`a ${text} b`, 'here'), /the key leaked into here/);
  }
});
