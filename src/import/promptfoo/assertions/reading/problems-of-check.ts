import { problem } from '#errors/index.js';
import { undeclaredIn } from '#grade/calling/declared-tools.js';
import { planChecks } from '#grade/checking/run-checks.js';
import { type CheckSpec, checksIn } from '#model/case/grader.js';
import { BoundedCache } from '#model/data/collections.js';
import type { JsonObject } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { checkDocument } from '#schema/validator.js';

const known = new BoundedCache<string, readonly Problem[]>();

/**
 * Returns what `eva doctor` would say of a check in eval.yml; an empty list if it can run. `tools` are the names of the declared tools, empty
 * for none. Files that the check names are not looked for.
 */
export function problemsOfCheck(check: JsonObject, tools: readonly string[] = []): readonly Problem[] {
  return known.of(JSON.stringify([check, tools]), () => {
    const shape = checkDocument('eval', { cases: [{ name: 'any', assert: [check] }] });
    if (shape.length > 0) return shape.map(({ key, params }) => problem(key, params as never));
    const specs = checksIn(check).map(([op, value]): CheckSpec => ({ op, value }));
    const declared = tools.map((name) => ({ name, input_schema: {} }));
    return [
      ...planChecks(specs),
      ...specs.flatMap((spec) => undeclaredIn(spec, tools.length > 0 ? declared : undefined)),
    ];
  });
}
