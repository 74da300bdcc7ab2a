import assert from 'node:assert/strict';
import test from 'node:test';
import { chanceOfRun } from '#model/run/outlook.js';
import { sampleOutlook } from '../../report/run-sample.js';

const claim = (name: string, value: number) =>
  sampleOutlook(name, { power: { at: 0.97, value, truth: 'the true rate is 97%' } });
const plain = sampleOutlook('plain', { power: null });

function assertBounds(outlooks: Parameters<typeof chanceOfRun>[0], least: number, most: number): void {
  const bounds = chanceOfRun(outlooks);
  assert.ok(
    bounds && Math.abs(bounds.least - least) < 1e-12 && Math.abs(bounds.most - most) < 1e-12,
    `${JSON.stringify(bounds)}`,
  );
}

test('cases multiply; the claims of one case pass together at most as the least likely, at least as if they never missed together', () => {
  assertBounds([claim('a', 0.9), claim('b', 0.5)], 0.45, 0.45);
  assertBounds([claim('a', 0.9), claim('a', 0.8)], 0.7, 0.8);
  assertBounds([claim('a', 0.9), claim('b', 0.5), claim('a', 0.8)], 0.35, 0.4);
});

test('claims that more often miss than not may never pass together', () => {
  assertBounds([claim('a', 0.4), claim('a', 0.5)], 0, 0.4);
});

test('a case whose every trial must pass has no chance that is known, and is left out', () => {
  assertBounds([plain, claim('a', 0.9)], 0.9, 0.9);
  assert.equal(chanceOfRun([plain]), null);
});
