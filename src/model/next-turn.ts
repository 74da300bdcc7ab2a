/** Waits for one turn of the event loop, so that long synchronous work does not hold up signals, timers and I/O. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
