import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Door } from './doors.js';
import { injection, type Trajectory, trajectories } from './trajectories.js';
import { callsJudged, conversations, type Judged, startWorld, turnsAsked, turnsKept } from './world.js';

/** What each agent must come to: the same in each of its conversations. */
export const expected = trajectories.map(({ verdicts, value, reason, score }: Trajectory) => ({
  verdicts,
  judged: Array.from({ length: conversations }, (): Judged => ({ value, reason, score })),
}));

/** Evaluates the agents, and checks that each turn is asked once and that the judge sees what tools say as data. */
export async function assertJudged(t: TestContext, { open }: Door): Promise<void> {
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
}
