import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { cloudEnvironment } from '../support/cloud-environment.js';
import { awsEnvironment, startFakeBedrock } from '../support/fake-bedrock.js';
import { startFakeAzure, startFakeChatApi } from '../support/fake-chat-api.js';
import type { SeenRequest } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { startFakeResponses } from '../support/fake-responses-api.js';
import { startFakeGoogle, startFakeVertex } from '../support/fake-vertex.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodMeta, tempLibrary } from '../support/temp-library.js';

const evalFile = `defaults:
  model: "MODEL"
  judge: { model: "MODEL" }
triggering:
  should_match: [change x, rename y]
  should_not_match: [tell a joke, sing a song]
cases:
  - name: holds
    inputs: { code: alpha }
    assert: [ { contains: "<diff>" }, { max_tokens: 20 } ]
  - name: misses a word
    inputs: { code: beta }
    assert: [ { contains: "<diff>" } ]
  - name: liked by the judge
    inputs: { code: gamma }
    rubric: Is it small?
  - name: disliked by the judge
    inputs: { code: delta }
    sample_size: 2
    stop_early: false
    assert: [ { is_json: true } ]
    rubric: Is it small?
`;

const replies: Readonly<Record<string, string>> = {
  alpha: '<diff>one line</diff>',
  beta: 'I would rather not.',
  gamma: 'small: gamma',
  delta: '{"size": "delta, and very large"}',
};

/** Returns the same answer for all providers: from the text of a request, with or without a tool. */
function mind(request: string, tool: string | undefined): { text: string } | { tool_input: object } {
  const score = request.includes('very large') ? 2 : 5;
  const decision = /change x|tell a joke/.test(request) ? 'YES' : 'NO';
  if (tool === 'verdict') return { tool_input: { reason: 'by its size', score } };
  if (tool === 'decision') return { tool_input: { reason: 'by its words', decision } };
  if (request.includes('SCORE=')) return { text: `By its size.\nSCORE=${score} REASON=by its size` };
  if (request.includes('DECISION=')) return { text: `DECISION=${decision} REASON=by its words` };
  return { text: replies[/Change (\w+)/.exec(request)?.[1] ?? ''] ?? 'what?' };
}

/** Makes a program with the same answers, which reads a prompt on standard input. */
function program(t: TestContext, wrap: string): string {
  const dir = tempLibrary(t, {});
  const path = join(dir, 'claude');
  const source = `#!${process.execPath}
    const replies = ${JSON.stringify(replies)};
    const mind = ${mind.toString()};
    let request = '';
    process.stdin.on('data', (chunk) => { request += chunk; });
    process.stdin.on('end', () => { const { text } = mind(request + process.argv.join(' '), undefined); ${wrap} });
  `;
  writeFileSync(path, source);
  chmodSync(path, 0o755);
  return dir;
}

interface Setting {
  readonly model: string;
  readonly env: Readonly<Record<string, string>>;
  readonly config?: string;
}

/** Returns the answer to a request for a chat completion. */
function mindOfChat(body: SeenRequest['body']) {
  const request = body.messages.map((message: { content: string }) => message.content).join('\n');
  return mind(request, body.tool_choice?.function?.name);
}

const settings: Readonly<Record<string, (t: TestContext) => Promise<Setting>>> = {
  anthropic: async (t) => {
    const server = await startFakeMessagesApi({
      answer: (body) => mind(`${body.system ?? ''}${body.messages[0].content}`, body.tool_choice?.name),
    });
    t.after(() => server.close());
    return { model: 'claude-test', env: { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url } };
  },
  openai: async (t) => {
    const server = await startFakeChatApi({
      answer: mindOfChat,
    });
    t.after(() => server.close());
    return { model: 'openai:test', env: { OPENAI_API_KEY: sentinelKey, OPENAI_BASE_URL: `${server.url}/v1` } };
  },
  'openai-responses': async (t) => {
    const server = await startFakeResponses({
      answer: (body) => {
        const request = body.input.map((item: { content: string }) => item.content).join('\n');
        const made = mind(`${body.instructions ?? ''}${request}`, body.tool_choice?.name);
        return 'text' in made ? made : { calls: [[body.tool_choice.name, JSON.stringify(made.tool_input)]] };
      },
    });
    t.after(() => server.close());
    const env = { OPENAI_API_KEY: sentinelKey, OPENAI_BASE_URL: `${server.url}/v1` };
    return { model: 'openai-responses:test', env };
  },
  azure: async (t) => {
    const server = await startFakeAzure({ answer: mindOfChat });
    t.after(() => server.close());
    const env = { AZURE_OPENAI_API_KEY: sentinelKey, AZURE_OPENAI_ENDPOINT: server.url };
    return { model: 'azure:my-deployment', env };
  },
  bedrock: async (t) => {
    const server = await startFakeBedrock({
      answer: (body) => mind(`${body.system ?? ''}${body.messages[0].content}`, body.tool_choice?.name),
    });
    t.after(() => server.close());
    const env = cloudEnvironment(t, { ...awsEnvironment, ANTHROPIC_BEDROCK_BASE_URL: server.url });
    return { model: 'bedrock:eu.anthropic.claude-test', env };
  },
  vertex: async (t) => {
    const server = await startFakeVertex({
      answer: (body) => mind(`${body.system ?? ''}${body.messages[0].content}`, body.tool_choice?.name),
    });
    t.after(() => server.close());
    const { env } = await startFakeGoogle(t);
    const model = 'vertex:claude-test@20251001';
    return { model, env: cloudEnvironment(t, { ...env, ANTHROPIC_VERTEX_BASE_URL: `${server.url}/v1` }) };
  },
  'claude-cli': async (t) => {
    const wrap = `console.log(JSON.stringify({ type: 'result', subtype: 'success', is_error: false, result: text,
      usage: { input_tokens: 3, output_tokens: 2 } }));`;
    return { model: 'claude-cli:test', env: { PATH: `${program(t, wrap)}:${process.env['PATH']}` } };
  },
  command: async (t) => {
    const dir = program(t, 'console.log(text);');
    const config = `providers: { mine: { type: command, command: [${JSON.stringify(join(dir, 'claude'))}] } }\n`;
    return { model: 'command:mine', env: {}, config };
  },
};

for (const [name, setting] of Object.entries(settings)) {
  test(`${name}: the same cases get the same verdicts as through the others`, async (t) => {
    const { model, env, config = '' } = await setting(t);
    const root = tempLibrary(t, {
      'prompts/diff/meta.yml': goodMeta,
      'prompts/diff/prompt.xml': '<task>Change {{code}} and nothing else.</task>\n',
      'prompts/diff/eval.yml': evalFile.replaceAll('MODEL', model),
      ...(config && { 'eva.yml': config }),
    });
    const output = await runEva(['eval', 'diff', '--json', '--trust'], { cwd: root, env });
    assert.equal(output.exitCode, 1, output.stdout + output.stderr);
    const result = JSON.parse(output.stdout);
    const seen = result.cases.map((one: { name: string; passed: boolean; scores: { value: number }[] }) => [
      one.name,
      one.passed,
      one.scores.map((score) => score.value),
    ]);
    assert.deepEqual(seen, [
      ['should_match: change x', true, [1]],
      ['should_match: rename y', false, [0]],
      ['should_not_match: tell a joke', false, [0]],
      ['should_not_match: sing a song', true, [1]],
      ['holds', true, [1]],
      ['misses a word', false, [0]],
      ['liked by the judge', true, [1]],
      ['disliked by the judge', false, [0, 0]],
    ]);
    assert.deepEqual([result.total, result.passed], [8, 4]);
  });
}
