/** What ends a pool before its jobs do. */
export interface PoolEnds {
  /** Once aborted no further job is taken; what a job throws for that reason is no failure of its own. */
  readonly stop: AbortSignal;
  /** Is told the first failure, so that the jobs in hand can be let go. */
  readonly onFailure: () => void;
}

/** Jobs of which so many at most are in hand at a time; `take` gives undefined where there is none now. */
export interface Lane<T> {
  readonly take: () => T | undefined;
  readonly limit: number;
}

/**
 * Works through the jobs of all lanes side by side, those of a lane in order. Where a lane gives none it is asked again after
 * each job that ends, until none is in hand. The first error, or `stop`, ends the taking of new jobs. Throws that error, or the
 * reason of `stop`, once those in hand have settled.
 */
export async function inParallel<T>(
  lanes: readonly Lane<T>[],
  { stop, onFailure }: PoolEnds,
  work: (job: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const inHand = lanes.map(() => 0);
  let wake = () => {};
  const fail = (error: unknown) => {
    if (stop.aborted && error === stop.reason) return;
    failures.push(error);
    onFailure();
  };
  const handle = async (job: T, lane: number) => {
    inHand[lane] = (inHand[lane] ?? 0) + 1;
    await work(job).catch(fail);
    inHand[lane] = (inHand[lane] ?? 0) - 1;
    wake();
  };
  const startSome = ({ take, limit }: Lane<T>, lane: number) => {
    while (failures.length === 0 && !stop.aborted && (inHand[lane] ?? 0) < limit) {
      const job = take();
      if (job === undefined) return;
      void handle(job, lane);
    }
  };
  for (lanes.forEach(startSome); inHand.some((jobs) => jobs > 0); lanes.forEach(startSome)) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  if (failures.length > 0) throw failures[0];
  stop.throwIfAborted();
}
