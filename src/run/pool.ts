/**
 * Works through the jobs that `take` gives, in order, at most `limit` at a time. Where it gives none it is asked again after
 * each job that ends, until none is in hand. The first error stops the taking of new jobs, is told to `onFailure` so that
 * those in hand can be let go, and is thrown once they have settled.
 */
export async function inParallel<T>(
  take: () => T | undefined,
  limit: number,
  onFailure: () => void,
  work: (job: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let inHand = 0;
  let wake = () => {};
  const handle = async (job: T) => {
    inHand += 1;
    try {
      await work(job);
    } catch (error) {
      failures.push(error);
      onFailure();
    }
    inHand -= 1;
    wake();
  };
  const startSome = () => {
    while (failures.length === 0 && inHand < limit) {
      const job = take();
      if (job === undefined) return;
      void handle(job);
    }
  };
  for (startSome(); inHand > 0; startSome()) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  if (failures.length > 0) throw failures[0];
}
