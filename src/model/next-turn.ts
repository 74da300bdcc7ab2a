/** Lets signals, timers and what has arrived have their turn, which work that never waits for anything would put off to its end. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
