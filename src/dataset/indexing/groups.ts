/** Groups indexes with equal keys, in ascending order; only groups of two or more. */
export function groupsOfEqual(keys: ArrayLike<number>): readonly (readonly number[])[] {
  const order = Uint32Array.from({ length: keys.length }, (_, index) => index);
  order.sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
  const groups: number[][] = [];
  let group: number[] = [];
  for (const index of order) {
    const [first] = group;
    if (first === undefined || keys[first] === keys[index]) group.push(index);
    else {
      if (group.length > 1) groups.push(group);
      group = [index];
    }
  }
  if (group.length > 1) groups.push(group);
  return groups.sort(([a = 0], [b = 0]) => a - b);
}

/** Returns the first 48 bits of a hexadecimal digest as a number. */
export function bitsOf(digest: string): number {
  return Number.parseInt(digest.slice(0, 12), 16);
}
