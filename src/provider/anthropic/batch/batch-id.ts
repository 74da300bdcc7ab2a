/** Whether a value can be the id of a batch, which becomes part of an address. */
export function isBatchId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,200}$/.test(value);
}
