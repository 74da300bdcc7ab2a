import type { Criterion } from '#decide/criterion.js';
import { isObject } from '#model/data/json.js';
import type { CheckFunction } from '#model/grader.js';
import type { Metric } from '#model/metrics.js';

/** The key that attaches a custom metric or criterion to its name. JSON drops it. */
export const own: unique symbol = Symbol.for('eva-harness.own');

/** The custom metrics, criteria and checks that a scenario names. */
export interface OwnParts {
  readonly metrics: readonly Metric[];
  readonly criteria: readonly Criterion[];
  readonly functions: readonly OwnFunction[];
}

/** A check of `defineCheck`. */
export interface OwnFunction {
  readonly name: string;
  readonly check: CheckFunction;
}

/** Lists the custom metrics, criteria and checks attached to the items of `then`, each once. */
export function ownParts(scenarios: readonly unknown[]): OwnParts {
  const items = scenarios.flatMap((scenario) => listOf(fieldOf(scenario, 'then')));
  const asserts = items.flatMap((item) => listOf(fieldOf(item, 'assert'))).flatMap(withChecksInside);
  const criteria = items.flatMap((item) => listOf(fieldOf(item, 'criteria')));
  return {
    metrics: [...new Set(items.flatMap((item) => (carries(item, isMetric) ? [item[own]] : [])))],
    functions: [...new Set(asserts.flatMap((item) => (carries(item, isFunction) ? [item[own]] : [])))],
    criteria: [...new Set(criteria.flatMap((item) => (carries(item, isCriterion) ? [item[own]] : [])))],
  };
}

/** Returns a check, and for `at_least` also the checks inside it. */
function withChecksInside(check: unknown): readonly unknown[] {
  return [check, ...listOf(fieldOf(fieldOf(check, 'at_least'), 'of'))];
}

function fieldOf(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function carries<T>(value: unknown, is: (carried: unknown) => carried is T): value is { readonly [own]: T } {
  return typeof value === 'object' && value !== null && own in value && is(value[own]);
}

function isMetric(value: unknown): value is Metric {
  return isObject(value) && typeof Reflect.get(value, 'measure') === 'function';
}

function isFunction(value: unknown): value is OwnFunction {
  return isObject(value) && typeof Reflect.get(value, 'check') === 'function';
}

export function isCriterion(value: unknown): value is Criterion {
  return isObject(value) && typeof Reflect.get(value, 'watch') === 'function';
}
