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
  /** Returns true if `take` gives nothing only because jobs elsewhere come first. */
  readonly isHeld?: () => boolean;
  /** Passes on a function to call when the lane may no longer be held. */
  readonly onChange?: (wake: () => void) => void;
}

/**
 * Runs the jobs of all lanes concurrently; the jobs of a lane start in order. When a job ends, lanes without a job are asked again. Waits for
 * lanes that are held. The first error, or `stop`, ends the taking of new jobs. Throws that error, or the reason of `stop`, once the running jobs have ended.
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
  const wakeUp = () => wake();
  for (const { onChange } of lanes) onChange?.(wakeUp);
  stop.addEventListener('abort', wakeUp);
  const isHeld = () => failures.length === 0 && !stop.aborted && lanes.some((lane) => lane.isHeld?.());
  for (lanes.forEach(startSome); running.some((jobs) => jobs > 0) || isHeld(); lanes.forEach(startSome)) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  stop.removeEventListener('abort', wakeUp);
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
