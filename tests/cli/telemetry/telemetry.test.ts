import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { startEva } from '../../support/interrupted-eva.js';
import { type OtlpReceiver, type SeenSpan, startOtlpReceiver } from '../../support/otlp-receiver.js';
import { sentinelKey } from '../../support/secrets.js';
import { goodPrompt, tempLibrary } from '../../support/temp-library.js';

const evalFile = `defaults: { model: claude-opus-4-7, temperature: 0.5 }
cases:
  - name: happy
    inputs: { code: "SECRETINPUT x = 1" }
    sample_size: 2
    assert: [ { contains: "<diff>" }, { not_contains: "BAD" } ]
  - name: sad
    inputs: { code: "BAD" }
    assert: [ { contains: "<diff>" } ]
`;

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Evaluates a library in a process of its own, with these variables. */
async function evaluated(
  t: TestContext,
  env: Readonly<Record<string, string>>,
  { root = libraryFor(t), args = ['eval', 'diff', '--cache'] }: { root?: string; args?: readonly string[] } = {},
): Promise<Ended> {
  const api = await startFakeMessagesApi({
    answer: (body) => (JSON.stringify(body).includes('BAD') ? 'SECRETREPLY sorry' : '<diff>'),
  });
  t.after(() => api.close());
  const eva = startEva(args, root, api.url, env);
  t.after(() => eva.child.kill('SIGKILL'));
  const exitCode = await new Promise<number | null>((resolve) => eva.child.once('close', resolve));
  return { exitCode, stdout: eva.stdout(), stderr: eva.stderr() };
}

function libraryFor(t: TestContext): string {
  return tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile });
}

async function receiver(t: TestContext, status: number | null = 200): Promise<OtlpReceiver> {
  const otlp = await startOtlpReceiver(status);
  t.after(() => otlp.close());
  return otlp;
}

/** Returns the names of a span and those above it, from the root. */
function pathOf(span: SeenSpan, spans: readonly SeenSpan[]): readonly string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? pathOf(parent, spans) : []), span.name];
}

test('a run exports a span of itself, its cases, its trials and their calls, and an event for each score', async (t) => {
  const otlp = await receiver(t);
  const { exitCode, stderr } = await evaluated(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=blue',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
  assert.equal(exitCode, 1);
  assert.doesNotMatch(stderr, /OpenTelemetry|warning/);
  const { spans, events } = otlp;
  assert.deepEqual(spans.map((span) => pathOf(span, spans).join(' > ')).sort(), [
    'eva.run diff',
    'eva.run diff > case happy',
    'eva.run diff > case happy > trial 1',
    'eva.run diff > case happy > trial 1 > chat claude-opus-4-7',
    'eva.run diff > case happy > trial 2',
    'eva.run diff > case happy > trial 2 > chat claude-opus-4-7',
    'eva.run diff > case sad',
    'eva.run diff > case sad > trial 1',
    'eva.run diff > case sad > trial 1 > chat claude-opus-4-7',
  ]);
  assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1);
  const root = spans.find(({ parentSpanId }) => parentSpanId === '');
  assert.equal(root?.attributes['test.suite.name'], 'diff');
  assert.equal(root?.attributes['test.suite.run.status'], 'failure');
  assert.equal(root?.attributes['eva.cases.passed'], 1);
  assert.equal(root?.resource['service.name'], 'eva');
  assert.equal(root?.resource['deployment.environment.name'], 'test');
  const statuses = ['happy', 'sad'].map(
    (name) => spans.find((one) => one.name === `case ${name}`)?.attributes['test.case.result.status'],
  );
  assert.deepEqual(statuses, ['pass', 'fail']);
  const call = spans.find(({ name }) => name.startsWith('chat'));
  const { 'eva.trial.turn': _turn, ...attributes } = call?.attributes ?? {};
  assert.equal(call?.kind, 3, 'a span of a client');
  assert.deepEqual(attributes, {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.request.model': 'claude-opus-4-7',
    'gen_ai.request.max_tokens': 4096,
    'gen_ai.request.temperature': 0.5,
    'gen_ai.response.model': 'claude-opus-4-7',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.input_tokens': 12,
    'gen_ai.usage.output_tokens': 7,
    'eva.call.role': 'subject',
  });
  for (const { startMs, endMs } of spans) assert.ok(endMs >= startMs);
  assert.deepEqual(new Set(events.map(({ name }) => name)), new Set(['gen_ai.evaluation.result']));
  const scores = events.filter((one) => one.attributes['eva.evaluation.of'] === 'trial');
  const shown = scores.map(({ attributes: of }) => [
    of['test.case.name'],
    of['eva.trial.number'],
    of['gen_ai.evaluation.score.value'],
    of['gen_ai.evaluation.score.label'],
  ]);
  assert.deepEqual(shown.sort(), [
    ['happy', 1, 1, 'pass'],
    ['happy', 2, 1, 'pass'],
    ['sad', 1, 0, 'fail'],
  ]);
  for (const { spanId } of scores) assert.match(spans.find((one) => one.spanId === spanId)?.name ?? '', /^chat/);
  const verdicts = events.filter((one) => one.attributes['eva.evaluation.of'] === 'case');
  assert.deepEqual(verdicts.map(({ attributes: of }) => of['gen_ai.evaluation.score.label']).sort(), [
    'failed',
    'passed',
  ]);
  assert.ok(events.every(({ attributes: of }) => typeof of['gen_ai.evaluation.name'] === 'string'));
  assert.ok(otlp.requests.every(({ headers }) => headers['x-tenant'] === 'blue'));
});

test('the span of a case does not count trials without a reply', async (t) => {
  const otlp = await receiver(t);
  const args = ['eval', 'diff', '--case', 'happy', '--max-calls', '1', '--allow-short-budget'];
  await evaluated(t, { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url }, { args });
  const attributes = otlp.spans.find(({ name }) => name === 'case happy')?.attributes;
  assert.deepEqual([attributes?.['eva.case.trials'], attributes?.['eva.case.trials_without_reply']], [1, 1]);
});

test('inputs, replies and reasons are exported only if a variable asks for them', async (t) => {
  const [without, withContent] = [await receiver(t), await receiver(t)];
  await evaluated(t, { OTEL_EXPORTER_OTLP_ENDPOINT: without.url });
  assert.ok(without.spans.length > 0);
  assert.doesNotMatch(without.text(), /SECRET|sorry|explanation/);
  await evaluated(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: withContent.url,
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
  });
  const call = withContent.spans.find((one) =>
    String(one.attributes['gen_ai.output.messages']).includes('SECRETREPLY'),
  );
  assert.deepEqual(JSON.parse(String(call?.attributes['gen_ai.output.messages'])), [
    { role: 'assistant', parts: [{ type: 'text', content: 'SECRETREPLY sorry' }], finish_reason: 'stop' },
  ]);
  assert.match(String(call?.attributes['gen_ai.input.messages']), /Change BAD and nothing else/);
  const explained = withContent.events.find(({ attributes }) => attributes['gen_ai.evaluation.score.label'] === 'fail');
  assert.match(String(explained?.attributes['gen_ai.evaluation.explanation']), /<diff>/);
  for (const otlp of [without, withContent]) assert.equal(otlp.text().includes(sentinelKey), false);
});

test('kept replies have no span of a call, since no model was called', async (t) => {
  const root = libraryFor(t);
  await evaluated(t, {}, { root });
  const otlp = await receiver(t);
  await evaluated(t, { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url }, { root });
  assert.deepEqual(
    otlp.spans.filter(({ name }) => name.startsWith('chat')),
    [],
  );
  assert.equal(otlp.spans.filter(({ name }) => name.startsWith('trial')).length, 3);
});

test('nothing is exported without an endpoint, and if the variables say so; a signal without an endpoint is left out', async (t) => {
  const otlp = await receiver(t);
  await evaluated(t, {});
  await evaluated(t, { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, OTEL_SDK_DISABLED: 'true' });
  const off = { OTEL_TRACES_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' };
  await evaluated(t, { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, ...off });
  assert.deepEqual(otlp.requests, []);
  const grpc = await evaluated(t, { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
  assert.match(grpc.stderr, /does not know the protocol grpc/);
  assert.deepEqual(otlp.requests, []);
  await evaluated(t, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${otlp.url}/v1/traces` });
  assert.deepEqual([...new Set(otlp.requests.map(({ path }) => path))], ['/v1/traces']);
});

test('a run is a child of the span that TRACEPARENT names', async (t) => {
  const otlp = await receiver(t);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await evaluated(t, { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, TRACEPARENT: traceparent });
  const run = otlp.spans.find(({ name }) => name === 'eva.run diff');
  assert.equal(run?.traceId, '0af7651916cd43dd8448eb211c80319c');
  assert.equal(run?.parentSpanId, 'b7ad6b7169203331');
});

for (const [how, status] of [
  ['refuses', 403],
  ['does not answer', null],
] as const) {
  test(`a receiver that ${how} changes no result: a warning says so`, async (t) => {
    const otlp = await receiver(t, status);
    const plain = await evaluated(t, {});
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, OTEL_EXPORTER_OTLP_TIMEOUT: '1000' };
    const { exitCode, stdout, stderr } = await evaluated(t, env);
    assert.equal(exitCode, 1);
    assert.equal(withoutTimes(stdout), withoutTimes(plain.stdout));
    assert.equal(stderr.match(/warning: OpenTelemetry: /g)?.length, 1);
  });
}

test('without its packages eva says which to install, and evaluates', async (t) => {
  const root = libraryFor(t);
  const hiding = `export const resolve = (name, context, next) => {
    const isOwn = !String(context.parentURL).includes('node_modules');
    if (name.startsWith('@opentelemetry/') && isOwn) throw new Error('hidden');
    return next(name, context);
  };`;
  const hidden = join(root, 'hide.mjs');
  const source = JSON.stringify(`data:text/javascript,${encodeURIComponent(hiding)}`);
  writeFileSync(hidden, `import { register } from 'node:module';\nregister(${source});\n`);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', NODE_OPTIONS: `--import ${hidden}` };
  const { exitCode, stderr } = await evaluated(t, env, { root });
  assert.equal(exitCode, 1);
  const line = stderr.replace(/\s+/g, ' ');
  assert.match(line, /no traces are sent.*npm install --save-dev @opentelemetry\/api @opentelemetry\/resources/);
});

test('without an endpoint eva loads no package of OpenTelemetry', async (t) => {
  const root = libraryFor(t);
  const loaded = join(root, 'loaded.txt');
  const listing = `import { appendFileSync } from 'node:fs';
  export const resolve = (name, context, next) => {
    appendFileSync(${JSON.stringify(loaded)}, name + ' ' + context.parentURL + '\\n');
    return next(name, context);
  };`;
  const hook = join(root, 'list.mjs');
  const source = JSON.stringify(`data:text/javascript,${encodeURIComponent(listing)}`);
  writeFileSync(hook, `import { register } from 'node:module';\nregister(${source});\n`);
  const own = () =>
    readFileSync(loaded, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('@opentelemetry/') && !line.includes('node_modules'));
  const env = { NODE_OPTIONS: `--import ${hook}` };
  await evaluated(t, env, { root });
  assert.deepEqual(own(), []);
  const otlp = await receiver(t);
  await evaluated(t, { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url }, { root });
  assert.equal(new Set(own()).size, 6, 'this test sees what is loaded');
});

function withoutTimes(text: string): string {
  return text.replace(/\d+ms|\d+\.\d+s|\d+s|[0-9a-f]{6}/g, '#');
}
