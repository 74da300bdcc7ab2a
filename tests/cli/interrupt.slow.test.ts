import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { alive } from '../support/alive.js';
import { startConversationApi } from '../support/conversation-api.js';
import { startEva, until } from '../support/interrupted-eva.js';
import { rowsIn } from '../support/rows-in.js';
import { scenarioLibrary } from '../support/scenario-library.js';
import { signals } from './interrupt-signals.js';

/** An application that ignores signals and never answers. */
const stubborn = `process.on('SIGTERM', () => {}); process.on('SIGINT', () => {});
require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000);`;

async function runStubborn(t: TestContext) {
  const mark = randomUUID();
  const app = { command: [process.execPath, 'stubborn.cjs', mark] };
  const behavior = { metric: 'per_conversation.turn_count', criteria: { median_lt: { threshold: 3 } } };
  const root = scenarioLibrary(t, { sample_size: 14, app, then: [behavior] }, { 'prompts/bot/stubborn.cjs': stubborn });
  const { server } = await startConversationApi(t);
  const eva = startEva(['eval', 'bot', '--trust', '--root', root], root, server.url);
  t.after(() => eva.child.kill('SIGKILL'));
  const pidFile = join(root, 'prompts/bot/pid');
  await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', eva);
  assert.notDeepEqual(alive(mark), []);
  return { eva, root, mark };
}

for (const [signal, code] of signals) {
  test(`a program that ignores signals does not outlive a run that ${signal} ends`, async (t) => {
    const { eva, root, mark } = await runStubborn(t);
    const { exitCode, ms } = await eva.end(signal);
    assert.equal(exitCode, code, eva.stderr());
    t.diagnostic(`${Math.round(ms)} ms`);
    assert.deepEqual(alive(mark), []);
    assert.deepEqual(rowsIn(root), []);
    assert.match(eva.stderr(), new RegExp(`eva eval bot --resume --trust --root ${root}`));
  });
}

test('a second signal exits at once, and ends all programs', async (t) => {
  for (const [second, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGQUIT', 131],
  ] as const) {
    const { eva, mark } = await runStubborn(t);
    eva.child.kill('SIGINT');
    await until(() => /^stopping: .*Ctrl-C/m.test(eva.stderr()), eva);
    assert.match(eva.stderr(), /^stopping: .* 1\.8 s .* \d+ calls?\b/m);
    const { exitCode, ms } = await eva.end(second);
    assert.equal(exitCode, code);
    assert.doesNotMatch(eva.stderr(), /interrupted/);
    assert.match(eva.stderr(), /kept .*\n {2}eva eval bot --resume --trust --root /);
    t.diagnostic(`${Math.round(ms)} ms`);
    await until(() => alive(mark).length === 0, { ...eva, child: { exitCode: null } as typeof eva.child });
  }
});
