import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { cloudEnvironment } from '../support/cloud-environment.js';
import { awsEnvironment, startFakeBedrock } from '../support/fake-bedrock.js';
import type { FakeServer, Faults } from '../support/fake-http.js';
import { startFakeGoogle, startFakeVertex } from '../support/fake-vertex.js';
import { runEva } from '../support/run-eva.js';
import { tempLibrary } from '../support/temp-library.js';

type Environment = Readonly<Record<string, string>>;

interface Cloud {
  readonly model: string;
  readonly start: (
    t: TestContext,
    faults: Faults,
  ) => Promise<{ readonly server: FakeServer; readonly env: Environment }>;
}

const answer = (body: { readonly messages: readonly { readonly content: string }[] }) =>
  `good: ${body.messages[0]?.content}`;

const clouds: readonly Cloud[] = [
  {
    model: 'bedrock:global.anthropic.claude-sonnet-5-5',
    start: async (t, faults) => {
      const server = await startFakeBedrock({ answer, faults });
      return { server, env: cloudEnvironment(t, { ...awsEnvironment, ANTHROPIC_BEDROCK_BASE_URL: server.url }) };
    },
  },
  {
    model: 'vertex:claude-sonnet-4-5@20250929',
    start: async (t, faults) => {
      const server = await startFakeVertex({ answer, faults });
      const { env } = await startFakeGoogle(t);
      return { server, env: cloudEnvironment(t, { ...env, ANTHROPIC_VERTEX_BASE_URL: `${server.url}/v1` }) };
    },
  },
];

async function library(t: TestContext, { model, start }: Cloud, faults: Faults = []) {
  const { server, env } = await start(t, faults);
  t.after(() => server.close());
  const root = tempLibrary(t, {
    'prompts/hello/prompt.md': 'Say {{word}}.\n',
    'prompts/hello/eval.yml': `defaults: { model: "${model}" }
cases:
  - { name: one, inputs: { word: hi }, assert: [ { contains: good } ] }
  - { name: two, inputs: { word: bye }, assert: [ { contains: bye } ] }
`,
  });
  const eva = (...args: readonly string[]) => runEva(args, { cwd: root, env });
  return { root, server, eva };
}

for (const cloud of clouds) {
  const [name] = cloud.model.split(':');

  test(`${name}: replies are recorded, replayed and cached`, async (t) => {
    const { root, server, eva } = await library(t, cloud);
    for (const how of ['--record', '--cache']) {
      const first = await eva('eval', 'hello', how);
      assert.equal(first.exitCode, 0, first.stdout + first.stderr);
    }
    assert.equal(server.requests.length, 4);
    assert.ok(existsSync(join(root, 'prompts/hello/recordings.jsonl')));
    for (const how of ['--replay', '--cache']) {
      const again = await eva('eval', 'hello', how);
      assert.equal(again.exitCode, 0, again.stdout + again.stderr);
    }
    assert.equal(server.requests.length, 4);
    assert.doesNotMatch(readFileSync(join(root, 'prompts/hello/recordings.jsonl'), 'utf8'), /sentinel/i);
  });

  test(`${name}: what is busy or broken is asked again, and a run that stopped is resumed`, async (t) => {
    const refused = { status: 403, message: 'no access to the model' } as const;
    let isRefused = true;
    const faults: Faults = (number) => {
      if (number < 2) return number === 0 ? { status: 429, headers: { 'retry-after-ms': '1' } } : { status: 500 };
      return isRefused ? refused : null;
    };
    const { server, eva } = await library(t, cloud, faults);
    const stopped = await eva('eval', 'hello');
    assert.equal(stopped.exitCode, 3, stopped.stdout + stopped.stderr);
    assert.match(stopped.stderr, /EVA_NOT_ALLOWED/);
    isRefused = false;
    const resumed = await eva('eval', '--resume');
    assert.equal(resumed.exitCode, 0, resumed.stdout + resumed.stderr);
    assert.ok(server.requests.length >= 4, `${server.requests.length} requests`);
  });

  test(`${name}: without credentials the run ends after no request, and says how to log in`, async (t) => {
    const { server, eva, root } = await library(t, cloud);
    const { AWS_ACCESS_KEY_ID: _id, GOOGLE_APPLICATION_CREDENTIALS: _file, ...env } = process.env;
    for (const variable of ['AWS_ACCESS_KEY_ID', 'GOOGLE_APPLICATION_CREDENTIALS']) delete process.env[variable];
    const { exitCode, stderr } = await runEva(['eval', 'hello'], { cwd: root, env: env as Environment });
    assert.equal(exitCode, 3, stderr);
    assert.match(stderr, /EVA_KEY_REFUSED/);
    assert.match(stderr, /aws sso login|gcloud auth application-default login/);
    assert.equal(server.requests.length, 0);
    assert.equal((await eva('doctor')).exitCode, 0);
  });
}

test('doctor warns of a region and a project that are missing', async (t) => {
  const root = tempLibrary(t, {
    'prompts/hello/prompt.md': 'Say hi.\n',
    'prompts/hello/eval.yml':
      'defaults: { model: "vertex:claude-x" }\ncases: [ { name: one, assert: [ { contains: good } ] } ]\n',
  });
  const output = await runEva(['doctor'], { cwd: root, env: cloudEnvironment(t) });
  assert.equal(output.exitCode, 0, output.stdout + output.stderr);
  assert.match(output.stdout + output.stderr, /export CLOUD_ML_REGION=global ANTHROPIC_VERTEX_PROJECT_ID=my-project/);
});
