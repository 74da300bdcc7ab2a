import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test from 'node:test';
import type { ModelRequest } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { createClaudeCli } from '#provider/programs/claude-program.js';
import { ProviderFailure } from '#provider/provider.js';
import { writeFakeClaude, writeProgram } from '../../support/fake-program.js';

const options = { signal: new AbortController().signal, timeout_s: 10 };
const request: ModelRequest = {
  provider: 'claude-cli',
  model: 'haiku',
  system: 'be brief',
  messages: [{ role: 'user', content: '/help me' }],
  max_tokens: 99,
};

function claude(path: string) {
  const env = { PATH: process.env['PATH'] ?? '' };
  return createClaudeCli({ name: 'claude-cli', argv: [path], cwd: tmpdir(), env, redact: String });
}

async function failureOf(path: string): Promise<string> {
  const error = await claude(path)
    .send(request, options)
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  assert.ok(error instanceof ProviderFailure, String(error));
  return `${error.kind}: ${error.message.replace(/^\S*\/claude/, 'claude')}`;
}

test('claude runs as a bare model: no tools, settings, servers or slash commands', async () => {
  const path = writeFakeClaude('JSON.stringify([input, args])');
  const [input, args] = JSON.parse((await claude(path).send(request, options)).text);
  assert.equal(input, '/help me');
  assert.deepEqual(
    args.join(' ').replaceAll('  ', " '' "),
    [
      '-p --output-format json --no-session-persistence --model=haiku',
      "--tools '' --strict-mcp-config --setting-sources '' --disable-slash-commands --system-prompt=be brief",
    ].join(' '),
  );
});

test('thinking, retries, other models, attachments, memory and extra calls are off, whatever the environment sets', async () => {
  const env = { PATH: process.env['PATH'] ?? '', MAX_THINKING_TOKENS: '9000', CLAUDE_CODE_MAX_RETRIES: '7' };
  const path = writeFakeClaude('JSON.stringify(process.env)');
  const provider = createClaudeCli({ name: 'claude-cli', argv: [path], cwd: tmpdir(), env, redact: String });
  const set = JSON.parse((await provider.send(request, options)).text);
  const switches = Object.keys(set).filter((name) => name.includes('DISABLE_'));
  assert.deepEqual([...new Set(switches.map((name) => set[name]))], ['1']);
  const all =
    'DISABLE_THINKING ADAPTIVE NONSTREAMING REMAP REFUSAL ATTACHMENTS MDS MEMORY COMPACT CACHING TITLE TRAFFIC TELEMETRY REPORTING UPDATER';
  const isOff = (what: string) => switches.some((name) => name.includes(what));
  assert.deepEqual(
    all.split(' ').filter((what) => !isOff(what)),
    [],
  );
  assert.deepEqual([set.CLAUDE_CODE_EFFORT_LEVEL, set.CLAUDE_CODE_ATTRIBUTION_HEADER], ['high', '0']);
  const { MAX_THINKING_TOKENS, CLAUDE_CODE_MAX_RETRIES, CLAUDE_CODE_MAX_OUTPUT_TOKENS, API_TIMEOUT_MS } = set;
  assert.deepEqual([MAX_THINKING_TOKENS, CLAUDE_CODE_MAX_RETRIES], ['0', '0']);
  assert.deepEqual([CLAUDE_CODE_MAX_OUTPUT_TOKENS, API_TIMEOUT_MS], ['99', '10000']);
});

test('without a system prompt an empty one replaces that of Claude Code', async () => {
  const { system: _, ...bare } = request;
  const { text } = await claude(writeFakeClaude('JSON.stringify(args)')).send(bare, options);
  assert.deepEqual(JSON.parse(text).at(-1), '--system-prompt=');
});

test('a model or a system prompt that looks like an option is not parsed as one', async () => {
  const path = writeFakeClaude('JSON.stringify(args)');
  const odd = { ...request, model: '--mcp-config', system: '--dangerously-skip-permissions' };
  const args: string[] = JSON.parse((await claude(path).send(odd, options)).text);
  assert.deepEqual(
    args.filter((arg) => arg.includes('mcp-config') || arg.includes('dangerously')),
    ['--model=--mcp-config', '--strict-mcp-config', '--system-prompt=--dangerously-skip-permissions'],
  );
});

test('tokens of the prompt cache count, and the model is the one that answered', async () => {
  const usage = { input_tokens: 2, cache_creation_input_tokens: 30, cache_read_input_tokens: 400, output_tokens: 5 };
  const path = writeFakeClaude("'x'", { usage, modelUsage: { 'claude-haiku-9': {} }, stop_reason: 'end_turn' });
  const reply = await claude(path).send(request, options);
  assert.deepEqual(reply.usage, { input_tokens: 432, output_tokens: 5 });
  assert.equal(reply.model, 'claude-haiku-9');
  assert.equal(reply.stop, 'end');
});

test('the result is found in a list of events', async () => {
  const path = writeProgram(
    'claude',
    "console.log(JSON.stringify([{ type: 'system' }, { type: 'result', result: 'yes' }]));",
  );
  assert.equal((await claude(path).send(request, options)).text, 'yes');
});

const stops = [
  ['refusal', 'refusal'],
  ['max_tokens', 'max_tokens'],
  ['brand_new', 'end'],
] as const;

for (const [stop_reason, stop] of stops) {
  test(`stop_reason ${stop_reason} is ${stop}`, async () => {
    assert.equal((await claude(writeFakeClaude("'x'", { stop_reason })).send(request, options)).stop, stop);
  });
}

test('an answer above the token limit is truncated, not an error', async () => {
  const said = '"API Error: Claude\'s response exceeded the 99 output token maximum."';
  const reply = await claude(writeFakeClaude(said, { is_error: true }, 1)).send(request, options);
  assert.equal(reply.stop, 'max_tokens');
  assert.equal(reply.text, '');
});

test('a refusal is a reply, even if the program reports an error', async () => {
  const said =
    '"API Error: Claude Code is unable to respond to this request, which appears to violate our Usage Policy"';
  const reply = await claude(writeFakeClaude(said, { is_error: true, stop_reason: 'refusal' }, 1)).send(
    request,
    options,
  );
  assert.deepEqual([reply.stop, reply.text], ['refusal', '']);
});

test('a reply with more tokens than allowed counts as truncated', async () => {
  for (const [output_tokens, stop, text] of [
    [99, 'end', 'the end'],
    [100, 'max_tokens', ''],
  ] as const) {
    const fields = { stop_reason: 'end_turn', num_turns: 1, usage: { input_tokens: 24, output_tokens } };
    const reply = await claude(writeFakeClaude("'the end'", fields)).send(request, options);
    assert.deepEqual([reply.stop, reply.text, reply.usage.output_tokens], [stop, text, output_tokens]);
  }
});

test('a second answer after an empty reply does not count', async () => {
  const reply = await claude(writeFakeClaude("'sorry, here it is'", { num_turns: 2 })).send(request, options);
  assert.deepEqual([reply.stop, reply.text], ['end', '']);
});

test('output of the program without a model is not a reply', async () => {
  const path = writeFakeClaude('"/help isn\'t available in this environment."', { num_turns: 0, stop_reason: null });
  assert.equal(await failureOf(path), `bad_request: ${attemptTexts.claude_command()}`);
});

const statuses = [
  [400, 'bad_request'],
  [401, 'refused_key'],
  [402, 'not_allowed'],
  [404, 'unknown_model'],
  [413, 'bad_request'],
  [429, 'rate_limited'],
  [500, 'server_error'],
  [529, 'overloaded'],
] as const;

for (const [api_error_status, kind] of statuses) {
  test(`api_error_status ${api_error_status} is ${kind}, whatever the text says`, async () => {
    const path = writeFakeClaude("'something went wrong'", { is_error: true, api_error_status }, 1);
    assert.equal(await failureOf(path), `${kind}: something went wrong`);
  });
}

const complaints = [
  ['Not logged in · Please run /login', 'refused_key'],
  ['Invalid API key · Fix external API key', 'refused_key'],
  ['API Error: 401 {"type":"error"}', 'refused_key'],
  ["There's an issue with the selected model (haiku). It may not exist.", 'unknown_model'],
  ['API Error: 404 {"error":{"type":"not_found_error"}}', 'unknown_model'],
  ['API Error: 400 {"error":{"type":"invalid_request_error"}}', 'bad_request'],
  ['API Error: 529 overloaded', 'overloaded'],
  ['API Error: 429 slow down', 'rate_limited'],
  ['API Error: 500 oops', 'server_error'],
  ['API Error: Connection to the API was lost (ECONNRESET). This is usually temporary.', 'connection'],
  ['something new', 'process'],
] as const;

for (const [said, kind] of complaints) {
  test(`"${said}" is ${kind}`, async () => {
    const path = writeFakeClaude(JSON.stringify(said), { is_error: true }, 1);
    assert.equal(await failureOf(path), `${kind}: ${said}`);
  });
}

test('an error is an error, even if the program exits with 0', async () => {
  assert.equal(await failureOf(writeFakeClaude("'no idea'", { is_error: true })), 'process: no idea');
});

test('an answer that quotes a complaint is an answer', async () => {
  const path = writeFakeClaude("'Please run /login. API Error: 401'");
  assert.equal((await claude(path).send(request, options)).text, 'Please run /login. API Error: 401');
});

test('output without a result object is a failure', async () => {
  const programs = [
    ["console.log('plain words');", 'process: claude: exit code 0'],
    ["console.log('{}');", 'process: claude: exit code 0'],
    [
      "console.error('error: unknown option --tools'); process.exitCode = 1;",
      'process: claude: exit code 1: error: unknown option --tools',
    ],
    ["console.log(JSON.stringify({ type: 'result', result: 'x' })); process.exitCode = 1;", 'process: x'],
  ] as const;
  for (const [script, expected] of programs) assert.equal(await failureOf(writeProgram('claude', script)), expected);
});
