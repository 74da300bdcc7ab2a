import { BoundedCache } from '#model/data/collections.js';
import { compilePattern, patternProblem } from '../pattern/python-regex.js';
import type { RefusedCheck } from './check.js';
import type { Preparation } from './preparation.js';

/** Reads a regular expression in Python's syntax. The first call of `pattern` compiles it. */
export function readPattern(text: string, preparation: Preparation): { readonly pattern: () => RegExp } | RefusedCheck {
  const refused = refusalOf(text, preparation);
  if (refused) return refused;
  let known: RegExp | undefined;
  return {
    pattern: () => {
      known ??= compiled(text);
      return known;
    },
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
