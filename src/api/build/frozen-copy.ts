/**
 * Copies data and freezes it deeply. Keeps symbols, omits keys whose value is `undefined`, and keeps values that are not plain data (a
 * function, a date) as they are.
 */
export function frozenCopy<T>(data: T): T;
export function frozenCopy(data: unknown): unknown {
  return copyOf(data, []);
}

function copyOf(data: unknown, above: readonly unknown[]): unknown {
  if (above.includes(data)) return data;
  if (Array.isArray(data)) return Object.freeze(data.map((item) => copyOf(item, [...above, data])));
  if (!isPlain(data)) return data;
  const names = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, copyOf(value, [...above, data])]);
  const symbols = Object.getOwnPropertySymbols(data).map((key) => [key, Reflect.get(data, key)]);
  return Object.freeze(Object.fromEntries([...names, ...symbols]));
}

function isPlain(data: unknown): data is object {
  if (typeof data !== 'object' || data === null) return false;
  const prototype: unknown = Object.getPrototypeOf(data);
  return prototype === Object.prototype || prototype === null;
}
