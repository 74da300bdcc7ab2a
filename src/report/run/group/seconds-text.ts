import { count } from '../../text/numbers.js';

/** Returns seconds without their unit: `0.04`, `0.8`, `2.1`, `125`. */
export function secondsText(seconds: number): string {
  if (seconds >= 9.95) return count(Math.round(seconds));
  return seconds >= 0.095 || seconds < 0.0005 ? seconds.toFixed(1) : String(Number(seconds.toPrecision(1)));
}
