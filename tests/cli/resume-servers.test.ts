import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startFakeAzure } from '../support/fake-chat-api.js';
import type { FakeServer, Faults } from '../support/fake-http.js';
import { startFakeResponses } from '../support/fake-responses-api.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { assertNoSecretBelow, sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

interface Server {
  readonly model: string;
  readonly start: (faults: Faults) => Promise<FakeServer>;
  readonly env: (url: string) => Readonly<Record<string, string>>;
}

const answer = () => `good ${sentinelKey}`;

const servers: Readonly<Record<string, Server>> = {
  azure: {
    model: 'azure:my-deployment',
    start: (faults) => startFakeAzure({ answer, faults }),
    env: (url) => ({ AZURE_OPENAI_API_KEY: sentinelKey, AZURE_OPENAI_ENDPOINT: url }),
  },
  'openai-responses': {
    model: 'openai-responses:gpt-5',
    start: (faults) => startFakeResponses({ answer, faults }),
    env: (url) => ({ OPENAI_API_KEY: sentinelKey, OPENAI_BASE_URL: `${url}/v1` }),
  },
};

/** Opens a library whose server refuses every request from the third on, until `mend` is called. */
async function open(t: TestContext, { model, start, env }: Server) {
  let failing = true;
  const server = await start((number) => (failing && number >= 2 ? { status: 403, echo: true } : null));
  t.after(() => server.close());
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'eva.yml': 'concurrency: 1\n',
    'prompts/diff/eval.yml': `defaults: { model: "${model}" }
cases: [ { name: happy, inputs: { code: x }, sample_size: 5, stop_early: false, assert: [ { contains: good } ] } ]
`,
  });
  const eva = (...args: string[]) => runEva(['eval', 'diff', ...args], { cwd: root, env: env(server.url) });
  const mend = () => {
    failing = false;
  };
  return { root, eva, mend, asked: () => server.requests.length };
}

for (const [name, server] of Object.entries(servers)) {
  test(`${name}: a run that the server stopped is resumed without repeating a call, and holds no key`, async (t) => {
    const { root, eva, asked, mend } = await open(t, server);
    const first = await eva();
    assert.equal(first.exitCode, 3);
    assert.match(first.stderr, /EVA_NOT_ALLOWED/);
    assert.equal(asked(), 3);
    mend();
    const second = await eva('--resume');
    assert.equal(second.exitCode, 0, second.stderr);
    assert.equal(asked(), 6, 'five trials, and the call that was refused');
    assert.deepEqual(
      rowsIn(root).map(({ all_passed, usage }) => [all_passed, usage.replies]),
      [[true, 5]],
    );
    assertNoSecretBelow(root);
  });
}
