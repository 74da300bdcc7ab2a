/** Rounds seconds to milliseconds: finer digits are noise in files that people commit. */
export function roundToMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Waits for one turn of the event loop, so that long synchronous work does not block signals, timers and I/O. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
