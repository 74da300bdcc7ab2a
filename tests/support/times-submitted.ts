/** Counts requests by their number of submissions: `{ 1: 997, 2: 3 }` for 997 once and 3 twice. */
export function timesSubmitted(submitted: ReadonlyMap<string, number>): Record<number, number> {
  const times: Record<number, number> = {};
  for (const count of submitted.values()) times[count] = (times[count] ?? 0) + 1;
  return times;
}
