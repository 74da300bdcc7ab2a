import { readChain, seenAfter } from '../code/transforms/chain.js';
import type { ImportedExpectations, ImportedTest } from '../imported.js';
import type { ExpectationContext } from './context.js';
import { listPrompts, rubricsOf } from './graded/case-rubrics.js';
import { readJudge } from './graded/judges.js';
import { asksJudge, checksOf, seesPiece } from './sets/case-checks.js';
import { readLeaves } from './sets/read-groups.js';

/** Reads the assertions of a test in eva's words. Adds everything that is not carried over as it is to the ledger. */
export function readExpectations(test: ImportedTest, context: ExpectationContext): ImportedExpectations {
  const chain = readChain(test, context);
  const leaves = readLeaves({ test, chain, context });
  const seen = leaves.some(({ mapped }) => seesPiece(mapped)) ? seenAfter(chain, context) : undefined;
  const checks = checksOf(leaves, seen, context);
  const rubrics = rubricsOf(leaves, context);
  const isJudged = rubrics.items.length > 0 || checks.items.some(({ check }) => asksJudge(check));
  const judge = isJudged ? readJudge(test.options['provider'], context) : undefined;
  if (rubrics.items.length > 0) listPrompts(test, context);
  return {
    assert: checks.items.map(({ check }) => check),
    rubric: rubrics.items.map(({ item }) => item),
    ...(rubrics.reference !== undefined && { reference: rubrics.reference }),
    ...(seen?.extract && { extract: seen.extract }),
    ...(judge && { judge: { model: judge.model } }),
    ...(checks.embedding && { embedding_model: checks.embedding.model }),
    needsAllVars:
      seen?.needsAllVars === true ||
      leaves.some(({ mapped }) => mapped.kind === 'checks' && mapped.needsAllVars === true),
    entries: [checks.embedding, judge, ...rubrics.judges].flatMap((reached) => (reached?.entry ? [reached.entry] : [])),
    sources: { assert: checks.items.map(({ node }) => node), rubric: rubrics.items.map(({ node }) => node) },
  };
}
