import { Worker } from 'node:worker_threads';

/** Gives blocks of work to `workers` threads that run the module `worker`, and every result to `take`. */
export async function inParallel(blocks, { worker, workers }, take) {
  const waiting = [...blocks];
  await Promise.all(Array.from({ length: workers }, () => workThrough(waiting, worker, take)));
}

function workThrough(waiting, module, take) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(module);
    const next = () => {
      const block = waiting.shift();
      if (block) worker.postMessage(block);
      else worker.terminate().then(resolve, reject);
    };
    worker.on('error', reject);
    worker.on('message', (result) => {
      take(result);
      next();
    });
    next();
  });
}
