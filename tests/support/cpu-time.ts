/** Returns the processor time of synchronous work, in milliseconds. Other programs of a busy machine do not add to it, as they do to the time of a clock. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
