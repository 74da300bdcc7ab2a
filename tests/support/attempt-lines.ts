import { noSources } from '#model/reply/reply-sources.js';
import type { AttemptBegin, AttemptEnd, AttemptFacts, AttemptRed } from '#model/run/attempt.js';

const facts: AttemptFacts = {
  run_id: '20260110T120000Z-aaaaaa',
  id: 'diff',
  evidence: { prompt: 'prompt-1', cases: 'cases-1', judge: 'judge-1', models: 'models-1' },
  kind: 'full',
  ts: '2026-01-10T12:00:00.000Z',
  try: 1,
};

/** Returns the first line of an attempt of the prompt `diff`, with the given fields. */
export function attemptBegin(part: Partial<AttemptBegin> = {}): AttemptBegin {
  return { event: 'begin', ...facts, ...part };
}

/** Returns the line of its first red case. */
export function attemptRed(part: Partial<AttemptRed> = {}): AttemptRed {
  return { event: 'red', ...facts, ...part };
}

/** Returns its last line. By default both cases passed and every reply came from a model. */
export function attemptEnd(part: Partial<AttemptEnd> = {}): AttemptEnd {
  const cases = { passed: 2, failed: 0, open: 0 };
  const sources = { ...noSources, asked: 2 };
  return { event: 'end', ...facts, outcome: 'passed', cases, red: false, red_trial: false, sources, ...part };
}
