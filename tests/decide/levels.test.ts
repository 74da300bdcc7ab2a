import assert from 'node:assert/strict';
import test from 'node:test';
import { watchCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import type { Outcome } from '#model/run/verdict.js';
import { caseOf, criterion, type Example, passesOrNot, scoredFrom, scoresOf } from '../support/statistical-case.js';

/**
 * Computes the greatest probability of an outcome by enumerating every course of the case. Each trial has the value 1 with probability
 * `rate`, else 0. An adversary who knows it and all earlier ones may remove its value.
 */
function worst(one: Case, rate: number, outcome: Outcome): number {
  const from = (trials: readonly Example[]): number => {
    const watch = watchCase(one);
    for (const example of trials) watch.push(scoresOf([example]));
    if (watch.isSettled()) return watch.verdicts()[0]?.outcome === outcome ? 1 : 0;
    const without = from([...trials, 'failed']);
    return rate * Math.max(without, from([...trials, 1])) + (1 - rate) * Math.max(without, from([...trials, 0]));
  };
  return from([]);
}

const designs = [false, true].flatMap((sequential) => [true, false].map((stop_early) => ({ sequential, stop_early })));

for (const { sequential, stop_early } of designs) {
  const how = `${sequential ? 'sequential' : 'fixed'}, ${stop_early ? 'stopped early' : 'whole'}`;

  test(`${how}: no rate wrongly passes or fails more often than the level, whichever trials lack a value`, () => {
    for (const rate of [0.1, 0.3, 0.5, 0.7]) {
      for (const level of [0.05, 0.2, 0.5]) {
        for (const n of [1, 3, 5]) {
          const specs = [criterion('proportion_gte', { proportion: rate }, level)];
          const one = caseOf(n, passesOrNot, specs, { sequential, stop_early });
          for (const outcome of ['passed', 'failed'] as const) {
            const probability = worst(one, rate, outcome);
            assert.ok(probability <= level * (1 + 1e-9), `${outcome} ${probability}: rate ${rate}, ${level}, n ${n}`);
          }
        }
      }
    }
  });

  test(`${how}: no mean wrongly passes or fails more often than the level, by Gaffke's test or by betting`, () => {
    for (const method of ['gaffke', 'betting']) {
      for (const bar of [0.2, 0.5]) {
        const specs = [criterion('mean_gte', { threshold: bar, method }, 0.2)];
        const one = caseOf(4, scoredFrom(0, 1), specs, { sequential, stop_early });
        for (const outcome of ['passed', 'failed'] as const) {
          const probability = worst(one, bar, outcome);
          assert.ok(probability <= 0.2 * (1 + 1e-9), `${outcome} ${probability}: ${method}, bar ${bar}`);
        }
      }
    }
  });
}
