import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { runEva } from '../../support/run-eva.js';
import { newestRun, trialsIn } from '../dataset/ticket-library.js';
import { programs } from './doors.js';
import { assertJudged, expected } from './judged-agents.js';
import { trajectories } from './trajectories.js';
import { startWorld, turnsAsked } from './world.js';

test(`${trajectories.length} agents that are programs, right and wrong, get the verdicts that were computed by hand`, (t) =>
  assertJudged(t, programs));

test('programs are replayed from their recordings without being started, and reports show what they did', async (t) => {
  const api = await startWorld(t);
  const { folder, asked, outcomes } = programs.open(t, api);
  const command = ['eval', 'bot', '--trust'];
  const first = await runEva([...command, '--record'], { cwd: folder, env: api.env });
  assert.equal(first.exitCode, 1, first.stderr);
  const [trial] = trialsIn(newestRun(folder)).filter(({ case: title }) => title === 'right');
  const [right] = trajectories;
  assert.deepEqual(
    trial?.turns.map(({ tool_calls, steps }) => ({ tool_calls, steps })),
    right?.turns.map(({ tool_calls, steps }) => ({ tool_calls, steps })),
  );

  rmSync(asked);
  const requests = api.server.requests.length;
  const replayed = await runEva([...command, '--replay'], { cwd: folder });
  assert.equal(replayed.exitCode, 1, replayed.stderr);
  assert.deepEqual(outcomes(), expected);
  assert.deepEqual(turnsAsked(asked), [], 'no program was asked');
  assert.equal(api.server.requests.length, requests, 'no model was asked');

  const report = async (...args: readonly string[]) => (await runEva(['report', ...args], { cwd: folder })).stdout;
  const shown = await report('--case', 'refunds another order', '--full');
  assert.match(shown, /step {4}act\n {5}call 2 {2}refund \{"order":9\} → done\n {5}reply {3}Refunded\.\n/);
  assert.match(shown, /step {4}plan, 100 ms → \["search","refund"\]\n {5}call 1 {2}search \{"query":"order 7"\}/);
  for (const reporter of ['markdown', 'junit', 'html']) {
    await report('--report', `${reporter}=out`);
    const text = readFileSync(join(folder, 'out'), 'utf8').replaceAll(/&quot;|\\"/g, '"');
    rmSync(join(folder, 'out'));
    assert.ok(text.includes('refund {"order":9} → done') || text.includes('{"order":9}'), reporter);
    assert.match(text, /plan, 100 ms|"duration_s":0\.1/, reporter);
  }
});
