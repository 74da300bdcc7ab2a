import type { CheckContext } from '#grade/check-parts/check.js';

/** Returns the default context of checks: a case with one model and a trial with one turn. */
export const context: CheckContext = {
  testCase: {
    name: 'small',
    subject: { kind: 'prompt', inputs: {}, settings: { model: 'm', timeout_s: 10, max_tokens: 100 } },
    sample_size: 1,
    sequential: false,
    stop_early: false,
    expectations: [],
  },
  trial: {
    case: 'small',
    index: 0,
    turns: [{ user_message: 'question', app_response: 'answer', latency: 1, details: {} }],
    started_at: '2026-01-01T00:00:00.000Z',
    duration_s: 1,
    outcome: 'finished',
  },
  promptDir: process.cwd(),
  programEnv: {},
  redact: (text) => text,
  signal: new AbortController().signal,
  timeoutMs: 10_000,
};
