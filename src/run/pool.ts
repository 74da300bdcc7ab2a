/** What ends a pool before its jobs do. */
export interface PoolEnds {
  /** Once aborted no further job is taken; what a job throws for that reason is no failure of its own. */
  readonly stop: AbortSignal;
  /** Is told the first failure, so that the jobs in hand can be let go. */
  readonly onFailure: () => void;
}

/**
 * Works through the jobs that `take` gives, in order, at most `limit` at a time. Where it gives none it is asked again after
 * each job that ends, until none is in hand. The first error, or `stop`, ends the taking of new jobs. Throws that error, or the
 * reason of `stop`, once those in hand have settled.
 */
export async function inParallel<T>(
  take: () => T | undefined,
  limit: number,
  { stop, onFailure }: PoolEnds,
  work: (job: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let inHand = 0;
  let wake = () => {};
  const fail = (error: unknown) => {
    if (stop.aborted && error === stop.reason) return;
    failures.push(error);
    onFailure();
  };
  const handle = async (job: T) => {
    inHand += 1;
    await work(job).catch(fail);
    inHand -= 1;
    wake();
  };
  const startSome = () => {
    while (failures.length === 0 && !stop.aborted && inHand < limit) {
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
  stop.throwIfAborted();
}
