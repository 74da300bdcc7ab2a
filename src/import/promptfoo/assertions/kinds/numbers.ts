import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { moduleFile } from '../../code/code-files.js';
import type { ExpectationContext } from '../context.js';
import { carried, leftOut, type Mapped } from '../mapped.js';
import { type Assertion, thresholdOf } from '../reading/assertion.js';

const noThreshold = leftOut('it has no number as threshold');

/** Carries over `latency`, whose threshold is in milliseconds. */
export function latency(assertion: Assertion): Mapped {
  if (assertion.isNot) return leftOut('eva has no check for a slow answer');
  const threshold = thresholdOf(assertion);
  return typeof threshold === 'number' ? carried([{ max_latency_s: threshold / 1000 }]) : noThreshold;
}

/** Carries over `cost`, whose threshold is in US dollars. */
export function cost(assertion: Assertion, { hasPrice }: ExpectationContext): Mapped {
  if (assertion.isNot) return leftOut('eva has no check for an expensive answer');
  const threshold = thresholdOf(assertion);
  if (typeof threshold !== 'number') return noThreshold;
  if (!hasPrice)
    return leftOut(
      'no price is known for the model',
      'write its price in `prices` of eva.yml, then the check `max_cost_usd`',
    );
  return carried([{ max_cost_usd: threshold }]);
}

const defaultDistance = 5;

/** Carries over `levenshtein` as a function of the generated module. A distance is a whole number, so its threshold is rounded down. */
export function levenshtein(assertion: Assertion, { code }: ExpectationContext): Mapped {
  const { value, isNot, node } = assertion;
  if (isNot) return leftOut('eva has no check for a distance that is too small');
  if (typeof value !== 'string' || value === '') return leftOut('its value is no text');
  const most = Math.floor(Number(thresholdOf(assertion) ?? defaultDistance));
  const own = code.addFunction({
    kind: 'check',
    at: node.place(),
    helpers: ['distance'],
    write: (name) =>
      `export function ${name}(output) {\n  return distance(output, ${JSON.stringify(value)}) <= ${most};\n}`,
  });
  return carried([{ module: `${moduleFile}#${own}` }], { name: `levenshtein: at most ${most} edits` });
}

interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** Carries over `word-count`: an exact number, or a range. */
export function wordCount({ value, isNot }: Assertion): Mapped {
  const range = rangeOf(value);
  if (!range) return leftOut('its value is no number of words, and no range of `min` and `max`');
  if (!isNot) return within(range);
  const [first, second] = outside(range);
  if (!first) return leftOut('no number of words is outside of its range');
  return carried(second ? [{ at_least: { count: 1, of: [first, second] } }] : [first]);
}

function within({ min = 0, max }: Range): Mapped {
  const checks = [...(min > 0 ? [{ min_tokens: min }] : []), ...(max === undefined ? [] : [{ max_tokens: max }])];
  return checks.length > 0 ? carried(checks) : leftOut('its range has every number, so it could never fail');
}

function outside({ min = 0, max }: Range): readonly JsonObject[] {
  return [...(min > 1 ? [{ max_tokens: min - 1 }] : []), ...(max === undefined ? [] : [{ min_tokens: max + 1 }])];
}

/** Reads a number, also as text, or a range. Words are counted in whole numbers. */
function rangeOf(value: JsonValue | undefined): Range | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number') return Number.isSafeInteger(number) ? { min: number, max: number } : undefined;
  if (!isObject(value)) return undefined;
  const { min, max } = value;
  if ([min, max].some((limit) => limit !== undefined && typeof limit !== 'number')) return undefined;
  if (min === undefined && max === undefined) return undefined;
  const range = {
    ...(typeof min === 'number' && { min: Math.ceil(min) }),
    ...(typeof max === 'number' && { max: Math.floor(max) }),
  };
  return (range.min ?? 0) <= (range.max ?? Number.POSITIVE_INFINITY) ? range : undefined;
}
