/**
 * Works through jobs in order, at most `limit` at a time. The first error stops the taking of new jobs, is told to
 * `onFailure` so that those in hand can be let go, and is thrown once they have settled.
 */
export async function inParallel<T>(
  jobs: readonly T[],
  limit: number,
  onFailure: () => void,
  work: (job: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const queue = jobs[Symbol.iterator]();
  const worker = async () => {
    for (const job of queue) {
      try {
        await work(job);
      } catch (error) {
        failures.push(error);
        onFailure();
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, jobs.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
