import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { alive } from '../../support/alive.js';
import { randomFrom } from '../mutate.js';
import { type Door, functions, type OpenDoor, programs } from './doors.js';
import { agentScript } from './programs.js';
import { startWorld, turnsAsked, turnsKept } from './world.js';

const kills = 8;

/** Starts or resumes the evaluation, and kills it once its agents were asked so many times. Returns the turns that they were asked. */
async function session({ asked, start }: OpenDoor, killAfter: number): Promise<readonly string[]> {
  const before = turnsAsked(asked).length;
  const { child, ended } = start();
  const timer = setInterval(() => {
    if (turnsAsked(asked).length - before >= killAfter) child.kill('SIGKILL');
  }, 1);
  await ended();
  clearInterval(timer);
  // A program that was just started notes its turn after eva is gone.
  while (alive(agentScript).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  return turnsAsked(asked).slice(before);
}

/** Kills an evaluation at seeded moments, and lets it end. */
async function killed(t: TestContext, door: Door, seed: number): Promise<OpenDoor> {
  const random = randomFrom(seed);
  const opened = door.open(t, await startWorld(t));
  const moments: number[] = [];
  for (let time = 0; time <= kills; time += 1) {
    const kept = turnsKept(opened.folder);
    const isLast = time === kills;
    const turns = await session(opened, isLast ? Number.POSITIVE_INFINITY : 1 + Math.floor(random() * 24));
    assert.deepEqual(
      turns.filter((turn) => kept.has(turn)),
      [],
      'a finished turn was asked again',
    );
    moments.push(kept.size);
  }
  t.diagnostic(`started with ${moments.join(', ')} turns in the journal`);
  assert.ok(moments.filter((turns) => turns > 0).length >= kills / 2, 'kills hit the evaluation');
  return opened;
}

for (const door of [programs, functions]) {
  test(`agents are asked no finished turn again after kills, and judged as without them (${door.name})`, async (t) => {
    const whole = door.open(t, await startWorld(t));
    await session(whole, Number.POSITIVE_INFINITY);
    const { outcomes } = await killed(t, door, 20261128);
    assert.deepEqual(outcomes(), whole.outcomes());
  });
}
