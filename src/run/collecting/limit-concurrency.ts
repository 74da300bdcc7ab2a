/** Returns a function that runs work, at most `limit` pieces at a time, in the order of the calls. */
export function limitConcurrency(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = limit;
  const queue = new Set<() => void>();
  const take = async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.add(resolve));
  };
  const giveBack = () => {
    const [next] = queue;
    if (!next) {
      free += 1;
      return;
    }
    queue.delete(next);
    next();
  };
  return async (work) => {
    await take();
    try {
      return await work();
    } finally {
      giveBack();
    }
  };
}
