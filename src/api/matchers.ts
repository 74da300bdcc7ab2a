import { AssertionError } from 'node:assert';
import { types } from 'node:util';
import type { PromptOutcome } from '#report/run/pretty.js';

/** A result of an evaluation: its outcome, and its printed text. */
export interface Passable {
  readonly outcome: PromptOutcome;
  readonly passed: boolean;
  toString(): string;
}

/**
 * For `expect.extend(matchers)` of vitest and jest: `expect(result).toPass()` fails with the printed result as its message. An unfinished
 * result fails `not.toPass()` too, because it shows nothing. An inconclusive one did not pass.
 */
export const matchers = {
  toPass(this: unknown, received: unknown): { readonly pass: boolean; readonly message: () => string } {
    const results = resultsOf(received);
    const isUnfinished = results.some(({ outcome }) => outcome === 'unfinished');
    const pass = isUnfinished ? isNegated(this) : results.every(({ passed }) => passed);
    const head = isNegated(this)
      ? `expected ${isUnfinished ? 'a finished result' : 'no pass'}, because the test says .not.toPass():\n\n`
      : '';
    return { pass, message: () => head + printed(results) };
  },
};

/** Returns whether the test says `not`, which vitest and jest put into `this`. */
function isNegated(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isNot' in state && state.isNot === true;
}

/**
 * Throws an `AssertionError` with the printed result as its message if a result did not pass. For node:test, or any other runner.
 * Of several results it prints those that did not pass.
 */
export function assertPasses(received: Passable | readonly Passable[]): void {
  const results = resultsOf(received);
  const rest = results.filter(({ passed }) => !passed);
  if (rest.length === 0) return;
  throw new AssertionError({
    message: printed(rest),
    actual: results.map(({ passed }) => passed),
    expected: results.map(() => true),
    operator: 'assertPasses',
    stackStartFn: assertPasses,
  });
}

function resultsOf(received: unknown): readonly Passable[] {
  const results: readonly unknown[] = Array.isArray(received) ? received : [received];
  if (types.isPromise(received))
    throw new TypeError('this is a promise, not a result: write `await` before `evaluate` or `evaluatePrompt`');
  if (results.length === 0) throw new TypeError('there is no result in this list');
  if (!results.every(isPassable))
    throw new TypeError('this is not a result of eva: pass what `evaluate` or `evaluatePrompt` resolves to');
  return results;
}

const outcomes: ReadonlySet<unknown> = new Set<PromptOutcome>([
  'passed',
  'failed',
  'inconclusive',
  'unfinished',
  'shown',
]);

function isPassable(value: unknown): value is Passable {
  if (typeof value !== 'object' || value === null || !('passed' in value) || !('outcome' in value)) return false;
  const isPrinted = value.toString !== Object.prototype.toString;
  return isPrinted && outcomes.has(value.outcome) && value.passed === (value.outcome === 'passed');
}

function printed(results: readonly Passable[]): string {
  return results.map(String).join('\n\n');
}

declare global {
  namespace jest {
    // vitest and @types/jest both declare this interface, with these type parameters.
    // biome-ignore lint/complexity/noBannedTypes: all declarations of an interface need the same type parameters
    interface Matchers<R, T = {}> {
      /** Passes if the result passed; for a list of results, if all did. */
      toPass(): R;
    }
  }
}

// biome-ignore lint/suspicious/noTsIgnore: it is an error only for users without jest, whose types have no module 'expect'
/** @ts-ignore for `@jest/globals`; without it there is no module to declare */
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> {
    /** Passes if the result passed; for a list of results, if all did. */
    toPass(): R;
  }
}
