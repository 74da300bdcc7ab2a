import assert from 'node:assert/strict';
import test from 'node:test';
import type { Score } from '#model/run/score.js';
import { troublesOf } from '#report/run/troubles.js';
import { sampleResult } from './run-sample.js';

const trials = (count: number) => Array.from({ length: count }, () => ({ findings: [] }));

const score = (expectation: number, trial: number, holds: boolean): Score => ({
  expectation,
  trial,
  value: holds ? 1 : 0,
  findings: [{ about: `check ${expectation}`, holds, reason: `trial ${trial}` }],
});

test('a trouble holds what was found in its trial under every expectation, in whatever order scores come', () => {
  const scores = [score(1, 2, false), score(0, 0, true), score(0, 2, true), score(1, 0, true)];
  const result = { ...sampleResult('many', false, trials(3)), scores };
  assert.deepEqual(troublesOf(result), [
    { trial: 2, findings: [{ about: 'check 1', holds: false, reason: 'trial 2' }], held: 1 },
  ]);
});

test('what several expectations miss alike in a trial is told once', () => {
  const scores = [0, 1].map((expectation) => ({ ...score(0, 0, false), expectation }));
  const result = { ...sampleResult('many', false, trials(1)), scores };
  assert.deepEqual(troublesOf(result), [
    { trial: 0, findings: [{ about: 'check 0', holds: false, reason: 'trial 0' }], held: 0 },
  ]);
});

test('an answer that cannot count is told once, by its reason, and is not ungraded', () => {
  const outcome = { outcome: 'failed', reason: 'refused' } as const;
  const reply = { about: 'reply', holds: false, reason: 'refused' };
  const scores = [0, 1].map(
    (expectation): Score => ({
      ...{ expectation, trial: 0, value: null, why: 'failed', reason: 'refused', findings: [reply] },
    }),
  );
  const result = { ...sampleResult('many', false, [{ findings: [], outcome }]), scores };
  assert.deepEqual(troublesOf(result), [
    { trial: 0, findings: [{ about: 'refused', holds: false, reason: '' }], held: 0 },
  ]);
});

test('a value that could not be measured is told by its reason', () => {
  const scores: Score[] = [
    { expectation: 0, trial: 0, value: null, why: 'ungraded', reason: 'no price is known', findings: [] },
  ];
  assert.deepEqual(troublesOf({ ...sampleResult('many', false, trials(1)), scores })[0]?.findings, [
    { about: 'ungraded', holds: null, reason: 'no price is known' },
  ]);
});

test('trials are gone through once: twenty times as many do not take four hundred times as long', () => {
  const few = secondsFor(5_000);
  const many = secondsFor(100_000);
  assert.ok(many < 100 * Math.max(few, 0.005), `${few} s and ${many} s`);
});

function secondsFor(count: number): number {
  const all = trials(count);
  const result = { ...sampleResult('many', false, all), scores: all.map((_, index) => score(0, index, false)) };
  const startedAt = performance.now();
  assert.equal(troublesOf(result).length, count);
  return (performance.now() - startedAt) / 1000;
}
