/** Makes a `switch` over a union exhaustive: the compiler reports a missing case. */
export function unreachable(kind: never): never {
  throw new Error(`unreachable: ${String(kind)}`);
}
