import { withinTimeLimit } from '../slow/time-limit.js';
import { isQuickOnNothing } from './is-quick.js';
import { PatternRefused } from './python-char.js';
import { translatePattern } from './python-syntax.js';

/**
 * Compiles a pattern in the syntax of Python's `re`, so that a search finds what `re.search` finds. `.`, `^` and `$` treat only
 * "\n" as the end of a line, `$` also matches before a final "\n", and `\d`, `\w`, `\s`, `\b` follow Unicode. JavaScript's
 * `(?<name>…)`, `\k<name>`, `\p{…}` and `\u{…}` work as well. Constructs without a JavaScript equivalent are refused.
 *
 * V8 compiles a pattern at its first use, so one that may be slow is run once on an empty text, for at most `limitMs`
 * milliseconds. One difference remains: a back-reference to a group that did not match fails in Python and matches the empty text
 * here.
 */
export function compilePattern(
  pattern: string,
  limitMs = 1000,
): { readonly regex: RegExp } | { readonly problem: string } {
  try {
    const { source, flags } = translatePattern(pattern);
    const regex = new RegExp(source, flags);
    if (isQuickOnNothing(regex)) return { regex };
    const firstUse = withinTimeLimit(() => regex.exec(''), limitMs);
    return 'timedOut' in firstUse ? { problem: 'the pattern runs out of time even on an empty text' } : { regex };
  } catch (error) {
    return { problem: whyNot(error) };
  }
}

/**
 * Compiles a pattern of a JSON Schema: in the syntax of JavaScript, which JSON Schema asks for, else in that of the check `matches`, since
 * schemas are shared with programs in Python. Throws a `SyntaxError`.
 */
export function compileSchemaPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch (error) {
    const compiled = compilePattern(pattern);
    if ('regex' in compiled) return compiled.regex;
    throw error;
  }
}

/**
 * Returns the problem that `compilePattern` would report, or undefined. V8 takes a millisecond for each Unicode class, which makes no
 * difference to validity: a pattern that is certainly fast on an empty text is compiled with ASCII classes and then thrown away.
 */
export function patternProblem(pattern: string, limitMs?: number): string | undefined {
  if (!isSurelyQuick(pattern)) {
    const compiled = compilePattern(pattern, limitMs);
    return 'problem' in compiled ? compiled.problem : undefined;
  }
  try {
    const { source, flags } = translatePattern(pattern, true);
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    return whyNot(error);
  }
}

/**
 * Returns true if a pattern is certainly fast on an empty text. There, only alternatives and repeated groups can be tried in two ways each;
 * groups with a counted repetition in more.
 */
function isSurelyQuick(pattern: string): boolean {
  if (pattern.length > 500 || /\)\{|\(\?#/.test(pattern)) return false;
  return (pattern.match(/\||\)[*+?]/g)?.length ?? 0) <= 10;
}

function whyNot(error: unknown): string {
  if (error instanceof PatternRefused) return error.message;
  if (error instanceof SyntaxError) return lowerFirst(error.message.slice(error.message.lastIndexOf(': ') + 2));
  if (error instanceof RangeError) return 'the pattern is nested too deeply';
  throw error;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
