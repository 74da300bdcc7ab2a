import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/**
 * A worker thread that runs one task after another, each with a time limit. Its script sends one message when it is loaded; for each task
 * one when the code that it needs is loaded, and then the answer. The thread starts with the first task, and restarts after a task that had to be stopped.
 */
export class Thread {
  readonly #script: URL;
  #worker: Worker | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(script: URL) {
    this.#script = script;
  }

  /** Runs a task. Returns its answer, or `timedOut` after `limitMs` milliseconds after its code was loaded. Throws the task's error and the signal's reason. */
  run(
    task: unknown,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<{ readonly value: unknown } | { readonly timedOut: true }> {
    const result = this.#queue.then(() => this.#do(task, limitMs, signal));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #do(task: unknown, limitMs: number, signal: AbortSignal) {
    signal.throwIfAborted();
    const worker = await this.#started();
    let deadline: AbortSignal | undefined;
    try {
      worker.ref();
      worker.postMessage(task);
      await once(worker, 'message', { signal });
      deadline = AbortSignal.timeout(Math.ceil(limitMs));
      const [value] = await once(worker, 'message', { signal: AbortSignal.any([signal, deadline]) });
      return { value };
    } catch (error) {
      this.#worker = undefined;
      await worker.terminate();
      signal.throwIfAborted();
      if (deadline?.aborted) return { timedOut: true } as const;
      throw error;
    } finally {
      worker.unref(); // an idle thread keeps no process alive
    }
  }

  /** Returns the running worker, or starts one. */
  async #started(): Promise<Worker> {
    if (this.#worker) return this.#worker;
    const { Worker } = await import('node:worker_threads'); // most runs start no thread
    const worker = new Worker(this.#script);
    await once(worker, 'message');
    this.#worker = worker;
    return worker;
  }
}
