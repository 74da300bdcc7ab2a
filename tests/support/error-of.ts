import assert from 'node:assert/strict';
import type { ExitCode } from '#model/codes.js';
import type { Problem } from '#model/problem.js';
import { EvaError } from '#model/problem.js';

/** Returns the code of the first problem of an EvaError and its text for people. */
export interface Said {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly hint: string | undefined;
}

/** Runs work that must throw an EvaError, and returns its text. */
export function errorOf(work: () => unknown): Said {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof EvaError, `not an EvaError: ${error}`);
    const [first] = error.problems;
    return { code: first?.code ?? '', exitCode: error.exitCode, message: error.message, hint: first?.hint };
  }
  return assert.fail('nothing was thrown');
}

/** Returns the first problem of the EvaError that `work` throws, without its sentences. */
export function problemOf(work: () => unknown): Pick<Problem, 'code' | 'variant' | 'message'> {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof EvaError, `not an EvaError: ${error}`);
    const { code = '', variant, message = '' } = error.problems[0] ?? {};
    return { code, ...(variant !== undefined && { variant }), message };
  }
  return assert.fail('nothing was thrown');
}

/** Waits for work. Returns a function that throws its error, if it has one. */
export async function settled(work: Promise<unknown>): Promise<() => void> {
  const [{ status, ...ended }] = await Promise.allSettled([work]);
  return () => {
    if (status === 'rejected' && 'reason' in ended) throw ended.reason;
  };
}
