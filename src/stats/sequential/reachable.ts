import type { Boundaries } from './boundaries.js';

/** Sets to null the bounds that no run can meet: before there are so many trials, or once every run has stopped. */
export function reachable({ pass_at, stop_low }: Boundaries): Boundaries {
  let [low, high] = [0, 0];
  const bounds = pass_at.map((passes, look) => {
    if (low > high) return { pass: null, stop: null };
    high += 1;
    const pass = passes !== null && passes <= high ? passes : null;
    const lows = stop_low[look] ?? null;
    const stop = lows !== null && lows >= low ? lows : null;
    high = Math.min(high, (pass ?? Number.POSITIVE_INFINITY) - 1);
    low = Math.max(low, (stop ?? -1) + 1);
    return { pass, stop };
  });
  return { pass_at: bounds.map(({ pass }) => pass), stop_low: bounds.map(({ stop }) => stop) };
}
