/**
 * Returns true if a test or provider refers to a prompt or model by one of its names: the name itself, the group before its colon
 * (`support` is `support:short`), or a name that ends with `*`.
 */
export function refersTo(written: string, names: readonly string[]): boolean {
  return names.some(
    (name) =>
      name === written ||
      name.startsWith(`${written}:`) ||
      (written.endsWith('*') && name.startsWith(written.slice(0, -1))),
  );
}

/** Returns true if a list of references is absent, or has one of the names. */
export function isAmong(written: readonly string[] | undefined, names: readonly string[]): boolean {
  return written === undefined || written.some((one) => refersTo(one, names));
}
