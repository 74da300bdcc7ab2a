import { on, once } from 'node:events';
import { Worker } from 'node:worker_threads';

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
    signal.throwIfAborted(); // the signal may have been aborted during the start
    const deadline = new AbortController();
    // Listens from before the task until its answer: a thread that ends while this one is busy leaves several messages and its error at once.
    const messages = on(worker, 'message', { signal: AbortSignal.any([signal, deadline.signal]) });
    let timer: NodeJS.Timeout | undefined;
    try {
      worker.ref();
      worker.postMessage(task);
      await messages.next();
      timer = setTimeout(() => deadline.abort(), limitMs);
      const { value } = await messages.next();
      return { value: value[0] };
    } catch (error) {
      this.#worker = undefined;
      await worker.terminate();
      signal.throwIfAborted();
      if (deadline.signal.aborted) return { timedOut: true } as const;
      throw error;
    } finally {
      clearTimeout(timer);
      await messages.return?.();
      worker.unref(); // an idle thread keeps no process alive
    }
  }

  /** Returns the running worker, or starts one. It keeps no process alive. */
  async #started(): Promise<Worker> {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#script);
    await once(worker, 'message');
    // Also hears an error that comes while the thread is idle or being stopped, which would end the process.
    worker.on('error', () => {
      this.#worker = undefined;
    });
    worker.unref();
    this.#worker = worker;
    return worker;
  }
}
