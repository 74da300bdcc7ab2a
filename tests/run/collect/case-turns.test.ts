import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { repeated } from '#model/run/sample.js';
import { CaseTurns, type RunTurn, trialQueue } from '#run/collect/collect-cases.js';
import { CaseFollower } from '#run/collect/follow-case.js';
import { inParallel } from '#run/collect/pool.js';
import { says } from '../scripted-run.js';

const cases = ['a', 'b', 'c'];

interface OneRun {
  readonly name: string;
  readonly turn: RunTurn;
  readonly trials: number;
  readonly ms: number;
}

/** Runs all cases of one run, noting the start of each trial. */
async function runOf({ name, turn, trials, ms }: OneRun, notes: string[], stop = new AbortController().signal) {
  const followers = cases.map((one) => {
    const testCase = { ...says(one, 'yes', trials), stop_early: false };
    return new CaseFollower({ testCase, sample: repeated(testCase) }, 9);
  });
  const lane = { ...trialQueue(followers, turn), limit: 2 };
  await inParallel([lane], { stop, onFailure: () => {} }, async ({ follower, trial }) => {
    notes.push(`${follower.testCase.name} ${name}${trial}`);
    await wait(ms);
  }).finally(turn.leave);
}

test('runs take their cases in step, however fast each of them is', async () => {
  const turns = new CaseTurns();
  const [slow, fast] = [turns.join(), turns.join()];
  const notes: string[] = [];
  await Promise.all([
    runOf({ name: 's', turn: slow, trials: 4, ms: 20 }, notes),
    runOf({ name: 'f', turn: fast, trials: 3, ms: 1 }, notes),
  ]);
  assert.equal(notes.length, 3 * 7);
  for (const [index, name] of cases.entries()) {
    const later = cases.slice(index + 1);
    const last = notes.findLastIndex((note) => note.startsWith(name));
    const firstLater = notes.findIndex((note) => later.some((other) => note.startsWith(other)));
    assert.ok(firstLater === -1 || last < firstLater, `${notes.join(', ')}: ${name} ends before a later case begins`);
  }
});

test('a run that leaves is not waited for', async () => {
  const turns = new CaseTurns();
  const [gone, own] = [turns.join(), turns.join()];
  const notes: string[] = [];
  const running = runOf({ name: 'o', turn: own, trials: 1, ms: 1 }, notes);
  await wait(30);
  assert.deepEqual(notes, ['a o0'], 'it waits at the second case');
  gone.leave();
  await running;
  assert.deepEqual(notes, ['a o0', 'b o0', 'c o0']);
});

test('a run that waits for its turn ends when it is stopped', async () => {
  const turns = new CaseTurns();
  turns.join();
  const stop = new AbortController();
  const running = runOf({ name: 'o', turn: turns.join(), trials: 1, ms: 1 }, [], stop.signal);
  setTimeout(() => stop.abort('enough'), 30);
  await assert.rejects(running, (reason) => reason === 'enough');
});
