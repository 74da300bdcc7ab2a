import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import { runOn, share } from '../../support/dataset-case.js';
import { type Answer, caseOfClasses, trialsOf } from './class-trials.js';

test('a false claim about recall passes in at most alpha of all orders, wherever another claim ends the case', () => {
  // Six items of the class with four right, and four other items whose answers end the case early.
  const orders = Array.from({ length: 2 ** 10 }, (_, bits) => Array.from({ length: 10 }, (__, i) => (bits >> i) & 1));
  const places = orders.filter((order) => order.filter((one) => one === 1).length === 6);
  const answers = orders.map((order) => order.slice(0, 6)).filter((_, index) => index < 64);
  const hits = answers.filter((own) => own.filter((one) => one === 1).length === 4);
  for (const alpha of [0.1, 0.3, 0.6]) {
    let [passed, total] = [0, 0];
    for (const place of places) {
      for (const own of hits) {
        let next = 0;
        const trials = place.map((isOfClass): Answer => (isOfClass ? ['a', own[next++] ? 'a' : 'b'] : ['b', '-']));
        const one = caseOfClasses(trials, ['recall_gte', { class: 'a', proportion: 5 / 6 }, alpha], {
          claim: 'file',
          stop_early: true,
          sequential: true,
        });
        const dropping = { ...one, expectations: one.expectations.map(withBar) };
        total += 1;
        passed += runOn(dropping, trialsOf(trials)).verdicts[1]?.outcome === 'passed' ? 1 : 0;
      }
    }
    assert.ok(passed <= alpha * total, `${passed} of ${total} at ${alpha}`);
  }
});

/** Raises the bar of the overall claim, which then ends the case at a time that depends on the answers. */
function withBar<Expectation extends Case['expectations'][number]>(
  expectation: Expectation,
  index: number,
): Expectation {
  return index === 0 ? { ...expectation, criteria: [share(0.7)] } : expectation;
}
