import { problem } from '#errors/index.js';
import type { RefusedCheck } from '#grade/checking/check.js';
import { Preparation } from '#grade/checking/preparation.js';
import { planChecks } from '#grade/checking/run-checks.js';
import { undeclaredIn } from '#grade/checks/declared-tools.js';
import { readSchemaValue } from '#grade/checks/json.js';
import type { JsonObject } from '#model/data/json.js';
import type { CheckSpec } from '#model/grader.js';
import type { Place, Problem } from '#model/problem.js';
import type { ToolSpec } from '#model/reply/exchange.js';

/** Finds problems of values that only their use can tell. */
interface ValueChecker {
  /**
   * Returns the problem of a check with the value of an item, such as a broken pattern or a tool that the model under test does not declare;
   * undefined if it can run.
   */
  readonly checkValue: (spec: CheckSpec, tools: readonly ToolSpec[] | undefined) => Problem | undefined;
  /** Compiles the schema of a setting. Returns the problem if that is impossible, or takes too long. */
  readonly checkSchema: (
    schema: JsonObject,
    setting: { readonly key: string; readonly at: Place },
  ) => Problem | undefined;
}

/** Returns functions that check values of items and schemas of settings. All their calls share the time limit of one file. */
export function valueChecker(): ValueChecker {
  const preparation = new Preparation();
  const refused = new WeakMap<JsonObject, RefusedCheck | null>();
  const refusal = (schema: JsonObject) => {
    const known = refused.get(schema);
    if (known !== undefined) return known;
    const read = readSchemaValue(schema, preparation);
    const found = 'key' in read ? read : null;
    refused.set(schema, found);
    return found;
  };
  return {
    checkValue: (spec, tools) => planChecks([spec], preparation)[0] ?? undeclaredIn(spec, tools)[0],
    checkSchema: (schema, { key, at }) => {
      const found = refusal(schema);
      return found ? problem(found.key, { op: key, ...found.params } as never, { at }) : undefined;
    },
  };
}
