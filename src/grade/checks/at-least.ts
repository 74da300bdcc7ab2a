import { isObject } from '#model/data/json.js';
import { innerChecks } from '#model/grader.js';
import type { Check, CheckContext, CheckOutcome, RunCheck } from '../check-parts/check.js';
import { clipExcerpt } from '../check-parts/excerpt.js';
import { refusedCheck } from '../check-parts/preparation.js';
import { checkName, findingOf, runPrepared } from '../check-parts/run-prepared.js';

interface InnerCheck {
  readonly name: string;
  readonly run: RunCheck;
}

/** Returns `at_least`, which counts how many of its checks hold. `find` returns the check of a name. */
export function atLeastCheck(find: (op: string) => Check | undefined): Check {
  return {
    op: 'at_least',
    prepare(value, preparation) {
      const inner = innerChecks({ op: 'at_least', value });
      const count = isObject(value) ? value['count'] : undefined;
      if (inner.length === 0)
        return refusedCheck(
          'EVA_BAD_CHECK:no_checks',
          '"of" must be a list of checks',
          (op) => `write ${op}: { count: 1, of: [{ contains: refund }, { contains: credit }] }`,
        );
      if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 1 || count > inner.length) {
        const range = `from 1 to ${inner.length}, the number of checks in "of"`;
        return refusedCheck(
          'EVA_BAD_CHECK:not_count_of',
          `"count" must be a whole number ${range}`,
          'write how many of the checks must hold',
        );
      }
      if (inner.some(({ op }) => op === 'at_least'))
        return refusedCheck(
          'EVA_BAD_CHECK:nested',
          'a check in "of" must not be at_least itself',
          'write the inner checks into one list',
        );
      const ready = inner.map((spec): InnerCheck => {
        const prepared = find(spec.op)?.prepare(spec.value, preparation);
        return { name: checkName(spec), run: prepared && 'run' in prepared ? prepared.run : cannotRun };
      });
      return { run: (response, context) => countHolding(ready, count, { response, context }) };
    },
  };
}

/** The outcome of a check that cannot run as written, which is a problem of the plan. */
function cannotRun(): CheckOutcome {
  return { holds: 'cannot', reason: 'cannot be checked' };
}

async function countHolding(
  inner: readonly InnerCheck[],
  count: number,
  { response, context }: { readonly response: string; readonly context: CheckContext },
): Promise<CheckOutcome> {
  const outcomes: (CheckOutcome & { readonly name: string })[] = [];
  for (const { name, run } of inner) outcomes.push({ name, ...(await runPrepared(run, response, context)) });
  const held = outcomes.filter(({ holds }) => holds === true).length;
  const others = outcomes.filter(({ holds }) => holds !== true);
  const checks = outcomes.map(({ name, holds, reason }) => findingOf(name, { holds, reason }));
  const counted = { least: count, checks };
  const summary = `${held} of ${inner.length} ${held === 1 ? 'holds' : 'hold'}, at least ${count} must`;
  if (held >= count) return { holds: true, reason: summary, counted };
  const listed = clipExcerpt(others.map(({ name, reason }) => `${name}: ${reason}`).join('; '), 400);
  const unknown = outcomes.filter(({ holds }) => holds === 'unknown').length;
  return { holds: held + unknown >= count ? 'unknown' : false, reason: `${summary}; ${listed}`, counted };
}
