import assert from 'node:assert/strict';
import test from 'node:test';
import { needsAnytimeTests } from '#model/case.js';
import { withStopEarly } from '#run/collect/follow-case.js';
import { caseOn, decideOn, itemsOf, share, slicesOf } from '../../support/dataset-case.js';

const gate = { criterion: share(0.85), must: 'not_fail' as const };

const caseOf = (stop_early: boolean) =>
  caseOn({ kept: 60, slices: [slicesOf({ de: 60 }, gate)] }, share(0.5), { stop_early });

test('a run that collects all trials decides slices as the run that stops early would, whatever the run', () => {
  const collected = withStopEarly(caseOf(true), { stop_early: false });
  assert.equal(collected.stop_early, false);
  assert.ok(needsAnytimeTests(collected));
  const exact = withStopEarly(caseOf(false), { stop_early: false });
  assert.ok(!needsAnytimeTests(exact));
  const trials = itemsOf(
    Array.from({ length: 60 }, (_, item) => Number(item % 15 !== 7)),
    { slices: { language: 'de' } },
  );
  const outcomeOf = (one: typeof exact) => decideOn(one, trials).dataset?.slices[0]?.rows[0]?.outcome;
  assert.equal(outcomeOf(exact), 'passed');
  assert.equal(outcomeOf(collected), 'inconclusive');
});
