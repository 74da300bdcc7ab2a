import { BoundedCache } from '#model/data/collections.js';
import type { JsonValue } from '#model/data/json.js';
import { trimmed } from '#model/text/characters.js';
import { compilePattern, patternProblem } from '../pattern/python-regex.js';
import type { Check, RefusedCheck, RunCheck } from './check.js';
import type { Preparation } from './preparation.js';

type Prepare = Check['prepare'];

const empty: RefusedCheck = { key: 'EVA_BAD_CHECK:empty_text', params: {} };
const notText: RefusedCheck = { key: 'EVA_BAD_CHECK:not_text', params: {} };

/** Prepares an operator whose value is a text. Refuses an empty text, since every response contains it. */
export function withText(make: (text: string) => RunCheck): Prepare {
  return (value) => {
    if (typeof value !== 'string') return notText;
    return value === '' ? empty : { run: make(value) };
  };
}

/** Prepares an operator whose value is a list of non-empty texts. */
export function withTexts(make: (texts: readonly string[]) => RunCheck): Prepare {
  return (value) => {
    if (!isTexts(value)) return { key: 'EVA_BAD_CHECK:not_texts', params: {} };
    return value.includes('') ? empty : { run: make(value) };
  };
}

/** Prepares an operator whose value is a count, 1 or more. */
export function withCount(make: (count: number) => RunCheck): Prepare {
  return (value) => {
    if (Number.isSafeInteger(value) && Number(value) >= 1) return { run: make(Number(value)) };
    return { key: 'EVA_BAD_CHECK:not_count', params: {} };
  };
}

export function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

/** Prepares an operator as `withText` does, after trimming white space from its value. */
export function withTrimmedText(make: (text: string) => RunCheck): Prepare {
  return (value, preparation) =>
    withText((text) => make(text))(typeof value === 'string' ? trimmed(value).text : value, preparation);
}

/** Prepares an operator whose value is a regular expression in Python's syntax. The first run of the check compiles it. */
export function withPattern(make: (pattern: RegExp) => RunCheck): Prepare {
  return (value, preparation) => {
    if (typeof value !== 'string') return notText;
    if (value === '') return empty;
    const refused = refusalOf(value, preparation);
    if (refused) return refused;
    let run: RunCheck | undefined;
    return {
      run: (response, context) => {
        run ??= make(compiled(value));
        return run(response, context);
      },
    };
  };
}

/**
 * Caches by pattern, since many cases use the same one. `problems` holds the problem of a pattern ('' if it is valid), `patterns`
 * the compiled pattern.
 */
const problems = new BoundedCache<string, string>();
const patterns = new BoundedCache<string, RegExp>();

/** Returns why a pattern cannot be used; undefined if it can. Caches the answer unless time ran out. */
function refusalOf(pattern: string, preparation: Preparation): RefusedCheck | undefined {
  const known = problems.get(pattern);
  const checked = known === undefined ? preparation.ofPattern((limitMs) => flawOf(pattern, limitMs)) : { value: known };
  if ('limit_s' in checked) return { key: 'EVA_BAD_REGEX:unchecked', params: { limit_s: checked.limit_s } };
  problems.of(pattern, () => checked.value);
  return checked.value === '' ? undefined : { key: 'EVA_BAD_REGEX:invalid', params: { flaw: checked.value } };
}

/**
 * Returns the problem of a pattern; '' if it is valid. Compiles patterns without Unicode classes at once; the others are compiled
 * at their first use.
 */
function flawOf(pattern: string, limitMs: number): string {
  if (/\\[dDwWsSbBpP]/.test(pattern)) return patternProblem(pattern, limitMs) ?? '';
  const result = compilePattern(pattern, limitMs);
  if ('regex' in result) patterns.of(pattern, () => result.regex);
  return 'problem' in result ? result.problem : '';
}

function compiled(pattern: string): RegExp {
  return patterns.of(pattern, () => {
    const result = compilePattern(pattern);
    if ('problem' in result) throw new Error(result.problem);
    return result.regex;
  });
}
