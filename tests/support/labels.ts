import type { Label } from '#model/people/label.js';

/** Returns a label with these facts. */
export function label(facts: Partial<Label> = {}): Label {
  return {
    label: 1,
    ts: '2026-11-24T10:15:00.000Z',
    run_id: '20261124T101500Z-1f0c2a',
    case: 'tickets',
    item: 't-1',
    draw: 0,
    response: 'a'.repeat(64),
    expectation: 'b'.repeat(64),
    verdict: 'pass',
    rater: 'ann',
    sample: { seed: 1, asked: 100, of: 1200 },
    ...facts,
  };
}
