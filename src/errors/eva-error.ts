import type { Problem } from '#model/problem.js';
import { type ExitCode, exitCodeOf } from './codes.js';

/** An error that ends the command, with its problems and the exit code. */
export class EvaError extends Error {
  readonly problems: readonly Problem[];
  readonly exitCode: ExitCode;

  /** `message` replaces that of the first error, for readers who see only the message. */
  constructor(problems: readonly Problem[], options: { cause?: unknown; message?: string } = {}) {
    const first = problems.find((entry) => entry.severity === 'error');
    super(options.message ?? first?.message ?? 'no problem given', options);
    this.name = 'EvaError';
    this.problems = problems;
    this.exitCode = first ? exitCodeOf(first) : 70;
  }
}

/** Returns the result of `read`, or null if that throws an `EvaError`. Other errors are thrown. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof EvaError) return null;
    throw error;
  }
}
