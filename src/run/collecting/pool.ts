/** The signals of a pool. */
interface PoolEnds {
  /** Once aborted, the pool takes no further job. A job that throws this signal's reason does not count as failed. */
  readonly stop: AbortSignal;
  /** Called at the first failure, so that running jobs can be aborted. */
  readonly onFailure: () => void;
}

/** A source of jobs with its own limit of concurrent jobs. `take` returns undefined if it has none now. */
export interface Lane<T> {
  readonly take: () => T | undefined;
  readonly limit: number;
}

/**
 * Runs the jobs of all lanes concurrently; the jobs of a lane start in order. When a job ends, lanes without a job are asked again. The
 * first error, or `stop`, ends the taking of new jobs. Throws that error, or the reason of `stop`, once the running jobs have ended.
 */
export async function inParallel<T>(
  lanes: readonly Lane<T>[],
  { stop, onFailure }: PoolEnds,
  work: (job: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const running = lanes.map(() => 0);
  let wake = () => {};
  const fail = (error: unknown) => {
    if (stop.aborted && error === stop.reason) return;
    failures.push(error);
    onFailure();
  };
  const handle = async (job: T, lane: number) => {
    running[lane] = (running[lane] ?? 0) + 1;
    await work(job).catch(fail);
    running[lane] = (running[lane] ?? 0) - 1;
    wake();
  };
  const startSome = ({ take, limit }: Lane<T>, lane: number) => {
    while (failures.length === 0 && !stop.aborted && (running[lane] ?? 0) < limit) {
      const job = take();
      if (job === undefined) return;
      void handle(job, lane);
    }
  };
  for (lanes.forEach(startSome); running.some((jobs) => jobs > 0); lanes.forEach(startSome)) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  if (failures.length > 0) throw failures[0];
  stop.throwIfAborted();
}

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
