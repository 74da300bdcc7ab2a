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

/** The line with which an attempt of the prompt `diff` begins, from the part of it that matters to a test. */
export function attemptBegin(part: Partial<AttemptBegin> = {}): AttemptBegin {
  return { event: 'begin', ...facts, ...part };
}

/** The line of its first red case. */
export function attemptRed(part: Partial<AttemptRed> = {}): AttemptRed {
  return { event: 'red', ...facts, ...part };
}

/** The line with which it ends: passed, both cases, every reply asked for, unless told otherwise. */
export function attemptEnd(part: Partial<AttemptEnd> = {}): AttemptEnd {
  const cases = { passed: 2, failed: 0, open: 0 };
  return { event: 'end', ...facts, outcome: 'passed', cases, red: false, sources: { ...noSources, asked: 2 }, ...part };
}
