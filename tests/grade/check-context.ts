import type { CheckContext } from '#grade/checking/check.js';

/** What checks run with, where nothing else is asked for. */
export const context: CheckContext = {
  promptDir: process.cwd(),
  programEnv: {},
  signal: new AbortController().signal,
  timeoutMs: 10_000,
};
