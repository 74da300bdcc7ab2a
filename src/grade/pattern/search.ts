import { BoundedCache } from '#model/data/collections.js';
import { short } from '#model/text/quoted.js';
import { type CheckContext, regexLimit } from '../check-parts/check.js';
import { type Preparation, type RefusedCheck, refusedCheck, unchecked } from '../check-parts/preparation.js';
import { runWithTimeLimit } from '../slow/in-time.js';
import { isQuick } from './pattern-cost.js';
import { compilePattern, patternProblem } from './python-regex.js';

interface Match {
  readonly start: number;
  readonly end: number;
}

/**
 * The result of a search. `trouble` is a sentence that says why the search did not finish; it is then unknown whether the pattern matches.
 */
export type Search = { readonly match: Match | null } | { readonly trouble: string };

/**
 * Finds the first match, or a group of it, within the time limit of the context. A pattern of which a group is wanted has the flag `d`. Offsets are in UTF-16 units. A search that is provably fast runs without the
 * time limit, which would take a hundred times as long.
 */
export async function search(
  pattern: RegExp,
  text: string,
  context: CheckContext,
  group: number | string = 0,
): Promise<Search> {
  if (isQuick(pattern, text)) return searchNow(pattern, text, group);
  const task = { work: 'search', pattern, text, group } as const;
  const outcome = await runWithTimeLimit(() => searchNow(pattern, text, group), task, context);
  if ('value' in outcome) return outcome.value;
  const seconds = regexLimit(context) / 1000;
  return { trouble: `the pattern ran out of time (${seconds} s): whether it matches is not known` };
}

/** Finds the first match, or a group of it, without a time limit. */
export function searchNow(pattern: RegExp, text: string, group: number | string = 0): Search {
  try {
    const match = pattern.exec(text);
    if (group === 0) return { match: match && { start: match.index, end: match.index + match[0].length } };
    const span = typeof group === 'number' ? match?.indices?.[group] : match?.indices?.groups?.[group];
    return { match: span ? { start: span[0], end: span[1] } : null };
  } catch (error) {
    if (error instanceof RangeError)
      return { trouble: 'the pattern ran out of memory: whether it matches is not known' };
    throw error;
  }
}

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
  if ('limit_s' in checked) return unchecked('EVA_BAD_REGEX:unchecked', checked);
  const flaw = checked.value;
  problems.of(pattern, () => flaw);
  if (flaw === '') return undefined;
  // Other flaws, such as syntax that eva lacks, come with their own advice, and no \ helps there.
  const isSyntax = /^(unterminated|unmatched|nothing to repeat|lone|incomplete)/.test(flaw);
  const hint = isSyntax
    ? 'write a \\ before each character that is meant literally, for example \\('
    : 'correct this part of the pattern';
  return refusedCheck('EVA_BAD_REGEX:invalid', `${short(flaw)}`, hint);
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
