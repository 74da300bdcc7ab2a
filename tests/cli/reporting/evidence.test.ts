import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { goodPrompt, tempLibrary } from '../../support/temp-library.js';

const evalFile = (bar: string) => `cases:
  - { name: happy, inputs: { code: x }, model: claude-x, assert: [ { contains: ${bar} } ] }
  - { name: other, inputs: { code: y }, model: claude-x, assert: [ { contains: good } ] }
`;

test('a report says whether the files still are those that were evaluated', async (t) => {
  const server = await startFakeMessagesApi({ answer: () => 'good' });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile('good') });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const viewOf = async (...args: readonly string[]) => {
    const { stdout, stderr } = await runEva([...args, '--report', 'json'], { cwd: root, env });
    assert.notEqual(stdout, '', stderr);
    const { flags, facts } = JSON.parse(stdout).view;
    const fact = facts.find(({ name }: { name: string }) => name === 'evidence');
    return { stale: flags.includes('stale'), evidence: fact?.value.raw };
  };
  const fresh = { stale: false, evidence: 'fresh' };
  const stale = { stale: true, evidence: 'stale' };
  assert.deepEqual(await viewOf('eval', 'diff'), fresh);
  assert.deepEqual(await viewOf('report'), fresh);
  assert.deepEqual(await viewOf('eval', 'diff', '--case', 'other'), fresh, 'of a part of the cases');
  writeFileSync(join(root, 'prompts/diff/eval.yml'), evalFile('better'));
  assert.deepEqual(await viewOf('report'), stale, 'evidence is that of all cases');
  await viewOf('eval', 'diff');
  assert.deepEqual(await viewOf('report'), fresh);
  writeFileSync(join(root, 'prompts/diff/eval.yml'), evalFile('best'));
  assert.deepEqual(await viewOf('report'), stale);
  rmSync(join(root, 'prompts/diff'), { recursive: true });
  assert.deepEqual(await viewOf('report'), { stale: false, evidence: undefined }, 'the prompt is gone');
});
