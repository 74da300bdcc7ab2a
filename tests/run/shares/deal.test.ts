import assert from 'node:assert/strict';
import test from 'node:test';
import { type CaseOwner, type DealtCase, dealCalls } from '#run/shares/deal.js';

/** Returns pseudo-random whole numbers from 0 to below `most`, the same in each run of the test. */
function numbersFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

function libraryOf(next: (most: number) => number): readonly (readonly DealtCase[])[] {
  const most = [2, 40, 4000][next(3)] ?? 1;
  return Array.from({ length: 1 + next(40) }, () =>
    Array.from({ length: next(6) }, () => {
      const units = 1 + next(next(4) === 0 ? most : 20);
      return { units, calls: units * (1 + next(5)) };
    }),
  );
}

function ownerOf(owner: CaseOwner | undefined, unit: number, of: number): number {
  if (!owner) assert.fail('a case without an owner');
  if ('shard' in owner) return owner.shard;
  return unit < owner.full
    ? (unit % of) + 1
    : (owner.left[unit - owner.full] ?? assert.fail('a unit without an owner'));
}

test('in 500 libraries each unit belongs to one shard, and no shard has more than a quarter or a unit above the mean', () => {
  const next = numbersFrom(7);
  for (let at = 0; at < 500; at++) {
    const prompts = libraryOf(next);
    const of = 1 + next(200);
    const { owners, loads } = dealCalls(prompts, of);
    const asked = new Float64Array(of + 1);
    let [total, unitCalls] = [0, 0];
    for (const [place, cases] of prompts.entries())
      for (const [index, { units, calls }] of cases.entries()) {
        total += calls;
        unitCalls = Math.max(unitCalls, calls / units);
        for (let unit = 0; unit < units; unit++) {
          const owner = ownerOf(owners[place]?.[index], unit, of);
          assert.ok(owner >= 1 && owner <= of && Number.isInteger(owner));
          asked[owner] = (asked[owner] ?? 0) + calls / units;
        }
      }
    const most = total / of + Math.max(total / of / 4, unitCalls);
    for (const [shard, load] of loads.entries()) {
      assert.ok(Math.abs(load - (asked[shard + 1] ?? 0)) < 1e-6, 'the calls are those of its units');
      assert.ok(load <= most + 1e-6, `${load} calls of at most ${most}`);
    }
  }
});

test('a small prompt stays whole, else its small cases, else a case is split into rounds of units', () => {
  const trial = [{ calls: 1, units: 1 }];
  const large = [
    { calls: 10, units: 10 },
    { calls: 804, units: 402 },
  ];
  const { owners } = dealCalls([trial, large, trial], 4);
  assert.deepEqual(owners, [[{ shard: 4 }], [{ shard: 1 }, { full: 400, left: [2, 3] }], [{ shard: 4 }]]);
});

test('pieces of equal size go to the lowest shard with the fewest calls, in the order of the command', () => {
  const { owners, loads } = dealCalls(
    Array.from({ length: 30 }, () => [{ calls: 1, units: 1 }]),
    5,
  );
  assert.deepEqual(
    owners.slice(0, 7).map(([owner]) => owner),
    [1, 2, 3, 4, 5, 1, 2].map((shard) => ({ shard })),
  );
  assert.deepEqual(loads, [6, 6, 6, 6, 6]);
});

test('3,000 prompts of one trial are 60 on each of 50 shards', () => {
  const prompts = Array.from({ length: 3000 }, () => [{ calls: 4, units: 1 }]);
  const { owners } = dealCalls(prompts, 50);
  const counts = new Map<number, number>();
  for (const [owner] of owners)
    if (owner && 'shard' in owner) counts.set(owner.shard, (counts.get(owner.shard) ?? 0) + 1);
  assert.deepEqual([...new Set(counts.values())], [60]);
  assert.equal(counts.size, 50);
});
