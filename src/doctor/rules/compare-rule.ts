import { problem } from '#errors/index.js';
import { readyVersion } from '#model/pairs/compare-rule.js';
import type { Problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { quoted } from '#model/text/quoted.js';
import { compareRefusals } from '#plan/compare-refusals.js';
import type { PromptCheck, PromptContext } from '../check.js';

/** Warns of a comparison that eval.yml asks for and that cannot be made, or that can show nothing. Does not ask git: a clone may lack a ref. */
export const comparisonPossible: PromptCheck = {
  name: 'comparison-possible',
  run: (context) => {
    const { cases, compare, plan } = context;
    if (!compare) return [];
    return [...missingVersion(context), ...(plan === null ? [] : compareRefusals(cases, compare))];
  },
};

function missingVersion({ compare, library: { ids, isInRepository } }: PromptContext): readonly Problem[] {
  if (!compare || compare.against === readyVersion || ids.includes(compare.against) || isInRepository()) return [];
  const { against, at } = compare;
  const params = { against, nearest: nearest(against, ids) ?? null };
  return [
    problem(
      'EVA_GIT:against',
      `"against" is ${quoted(params.against)}, which is no prompt, and the library is in no git repository`,
      {
        hint:
          params.nearest === null
            ? 'write ready or the id of another prompt, or run: git init'
            : `did you mean the prompt ${quoted(params.nearest)}?`,
        at,
        severity: 'warning',
      },
    ),
  ];
}
