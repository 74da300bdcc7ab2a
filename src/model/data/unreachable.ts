/** Closes a `switch` over a union: the compiler objects if a kind was forgotten. */
export function unreachable(kind: never): never {
  throw new Error(`unreachable: ${String(kind)}`);
}
