import type { CheckContext } from '#grade/checking/check.js';

/** Returns the default context of checks. */
export const context: CheckContext = {
  promptDir: process.cwd(),
  programEnv: {},
  signal: new AbortController().signal,
  timeoutMs: 10_000,
};
