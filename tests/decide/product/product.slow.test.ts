import assert from 'node:assert/strict';
import test from 'node:test';
import { allCells } from './cells.js';
import { type Counts, chanceOf, countErrors, excesses, grouped, groupsOf } from './levels.js';
import { refusals } from './refusals.js';

/** A group whose count has at most this probability, if the level holds, is looked at again. */
const suspicious = 0.003;
/** The number of runs of a second look. */
const secondRuns = 400;

test('every cell of the product is refused before the first call, or errs no more often than its level', (t) => {
  const refusalOf = refusals(t);
  const open = allCells().filter((cell) => refusalOf(cell) === null);
  const groups = [...grouped(open)];
  const counts = new Map(groups.map(([name]) => [name, new Map() as Counts]));
  for (const [seed, cell] of open.entries()) {
    const ofGroups = groupsOf(cell).map((name) => counts.get(name) ?? assert.fail());
    countErrors(ofGroups, cell, 1, seed);
  }
  const found = groups.flatMap(([name, cells]) => {
    const first = counts.get(name) ?? assert.fail();
    if (chanceOf(first) > suspicious) return excesses(name, first);
    const second: Counts = new Map();
    const runs = Math.ceil(secondRuns / cells.length);
    for (const [seed, cell] of cells.entries()) countErrors([second], cell, runs, 1_000_000 + seed);
    return [...excesses(name, first), ...excesses(name, second)];
  });
  assert.deepEqual(found, []);
});
