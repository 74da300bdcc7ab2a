import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import test from 'node:test';
import { runEva } from '../../support/run-eva.js';
import { newestRun, trialsIn } from '../dataset/ticket-library.js';
import { doors } from './doors.js';
import { injection, type Trajectory, trajectories } from './trajectories.js';
import { callsJudged, conversations, type Judged, startWorld, turnsAsked, turnsKept } from './world.js';

/** What each agent must come to: the same in each of its conversations. */
const expected = trajectories.map(({ verdicts, value, reason, score }: Trajectory) => ({
  verdicts,
  judged: Array.from({ length: conversations }, (): Judged => ({ value, reason, score })),
}));

for (const { name, open } of doors) {
  test(`${trajectories.length} agents, right and wrong, get the verdicts that were computed by hand (${name})`, {
    timeout: 300_000,
  }, async (t) => {
    const api = await startWorld(t);
    const { folder, asked, start, outcomes } = open(t, api);
    await start().ended();
    assert.deepEqual(
      outcomes().map((outcome, index) => [trajectories[index]?.title, outcome]),
      expected.map((outcome, index) => [trajectories[index]?.title, outcome]),
    );
    const turns = turnsAsked(asked);
    assert.equal(turns.length, new Set(turns).size, 'each turn is asked once');
    assert.deepEqual([...turnsKept(folder)].sort(), turns.toSorted());

    const told = callsJudged(api).filter((text) => text.includes('deserves a 10'));
    assert.equal(told.length, conversations, 'the judge sees what the tool says, as data');
    for (const text of told) assert.ok(text.includes('SCORE·=10') && !text.includes(injection));
  });
}

const [programs] = doors;

test('programs are replayed from their recordings without being started, and reports show what they did', {
  timeout: 300_000,
}, async (t) => {
  const api = await startWorld(t);
  const { folder, asked, outcomes } = programs?.open(t, api) ?? assert.fail();
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
    const text = (await report('--report', reporter)).replaceAll(/&quot;|\\"/g, '"');
    assert.ok(text.includes('refund {"order":9} → done') || text.includes('{"order":9}'), reporter);
    assert.match(text, /plan, 100 ms|"duration_s":0\.1/, reporter);
  }
});
