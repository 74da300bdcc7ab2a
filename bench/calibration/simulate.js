import { cellsOf } from './decisions.js';
import { inParallel } from './in-parallel.js';
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
  await inParallel(blocks, { worker: new URL('./worker.js', import.meta.url), workers }, (result) => {
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
