/** Two numbers agree if they differ by at most the larger of `abs` and `rel` times the larger of them. */
export interface Tolerance {
  readonly rel: number;
  readonly abs: number;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function agree(expected: number, actual: number, { rel, abs }: Tolerance): boolean {
  const allowed = Math.max(rel * Math.max(Math.abs(expected), Math.abs(actual)), abs);
  return expected === actual || Math.abs(expected - actual) <= allowed;
}

function ofLists(expected: readonly unknown[], actual: readonly unknown[], tolerance: Tolerance, at: string): string[] {
  if (expected.length !== actual.length) return [`${at} has ${actual.length} items, not ${expected.length}`];
  return expected.flatMap((one, index) => differences(one, actual[index], tolerance, `${at}[${index}]`));
}

/**
 * Says in words where `actual` is not what is expected: every expected key must be there and agree, further keys may
 * be; null must be null.
 */
export function differences(expected: unknown, actual: unknown, tolerance: Tolerance, at: string): string[] {
  if (typeof expected === 'number' && typeof actual === 'number') {
    return agree(expected, actual, tolerance) ? [] : [`${at} is ${actual}, not ${expected}`];
  }
  if (Array.isArray(expected) && Array.isArray(actual)) return ofLists(expected, actual, tolerance, at);
  if (isFields(expected) && isFields(actual)) {
    return Object.entries(expected).flatMap(([key, one]) => differences(one, actual[key], tolerance, `${at}.${key}`));
  }
  return Object.is(expected, actual) ? [] : [`${at} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`];
}
