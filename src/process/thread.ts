import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * A thread of our own that does one task after another, each within its time. Its script says `ready` once it is loaded
 * and then answers each message with one. It is started with the first task, and anew after one that had to be stopped.
 */
export class Thread {
  readonly #script: URL;
  #worker: Worker | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(script: URL) {
    this.#script = script;
  }

  /** The answer to a task, or that it took more than `limitMs` milliseconds, counted from when it was its turn. Throws what the task throws, and the signal's reason. */
  run(
    task: unknown,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<{ readonly value: unknown } | { readonly timedOut: true }> {
    const turn = this.#queue.then(() => this.#do(task, limitMs, signal));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #do(task: unknown, limitMs: number, signal: AbortSignal) {
    signal.throwIfAborted();
    const worker = await this.#started();
    const deadline = AbortSignal.timeout(Math.ceil(limitMs));
    try {
      worker.ref();
      worker.postMessage(task);
      const [value] = await once(worker, 'message', { signal: AbortSignal.any([signal, deadline]) });
      return { value };
    } catch (error) {
      this.#worker = undefined;
      await worker.terminate();
      signal.throwIfAborted();
      if (deadline.aborted) return { timedOut: true } as const;
      throw error;
    } finally {
      worker.unref();
    }
  }

  /** An idle thread keeps no process alive. */
  async #started(): Promise<Worker> {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#script);
    await once(worker, 'message');
    this.#worker = worker;
    return worker;
  }
}
