import type { Criterion } from '#decide/criterion.js';
import type { Metric } from '#metrics/metric.js';
import { isObject } from '#model/data/json.js';

/** The key that attaches a custom metric or criterion to its name. JSON drops it. */
export const own: unique symbol = Symbol.for('eva-harness.own');

/** The custom metrics and criteria that a scenario names. */
export interface OwnParts {
  readonly metrics: readonly Metric[];
  readonly criteria: readonly Criterion[];
}

/** Lists the custom metrics and criteria attached to the items of `then`, each once. */
export function ownParts(scenarios: readonly unknown[]): OwnParts {
  const items = scenarios.flatMap((scenario) => listOf(fieldOf(scenario, 'then')));
  const criteria = items.flatMap((item) => listOf(fieldOf(item, 'criteria')));
  return {
    metrics: [...new Set(items.flatMap((item) => (carries(item, isMetric) ? [item[own]] : [])))],
    criteria: [...new Set(criteria.flatMap((item) => (carries(item, isCriterion) ? [item[own]] : [])))],
  };
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

function isCriterion(value: unknown): value is Criterion {
  return isObject(value) && typeof Reflect.get(value, 'watch') === 'function';
}
