import { Worker } from 'node:worker_threads';
import { cellsOf } from './decisions.js';
import { settings } from './settings.js';

const blockLength = 500;
/** So many replications of every cell go through `decideCase` as well. */
export const checked = 20;

/** Counts of passes for every cell of every setting. The same whatever the number of workers. */
export async function simulate(replications, workers, tell) {
  const blocks = settings.flatMap((_, index) => blocksOf(index, replications));
  const totals = settings.map((setting) => ({ boundary: zeros(setting), true: zeros(setting) }));
  const problems = [];
  let done = 0;
  await inParallel(blocks, workers, (result) => {
    for (const lane of ['boundary', 'true']) {
      result.passes[lane].forEach((count, cell) => {
        totals[result.index][lane][cell] += count;
      });
    }
    problems.push(...result.problems);
    done += 1;
    if (done % 20 === 0 || done === blocks.length) tell(`${done} of ${blocks.length} blocks`);
  });
  return { cells: settings.flatMap((setting, index) => labelled(setting, totals[index], replications)), problems };
}

function blocksOf(index, replications) {
  return Array.from({ length: Math.ceil(replications / blockLength) }, (_, block) => ({
    index,
    from: block * blockLength,
    to: Math.min(replications, (block + 1) * blockLength),
    checked,
  }));
}

function zeros(setting) {
  return cellsOf(setting).map(() => 0);
}

function labelled(setting, counts, replications) {
  return cellsOf(setting).map((cell, index) => ({
    setting,
    ...cell,
    replications,
    falsePasses: counts.boundary[index],
    passes: counts.true[index],
  }));
}

async function inParallel(blocks, workers, take) {
  const waiting = [...blocks];
  await Promise.all(Array.from({ length: workers }, () => workThrough(waiting, take)));
}

function workThrough(waiting, take) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.js', import.meta.url));
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
