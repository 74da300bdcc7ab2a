/** Seconds as people read them: what a clock tells beyond a millisecond is noise in files that are committed. */
export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
