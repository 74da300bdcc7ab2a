import { parentPort } from 'node:worker_threads';
import { disagreement } from './cross-check.js';
import { deciderOf, sizes } from './decisions.js';
import { randomFrom } from './random.js';
import { settings } from './settings.js';

const longest = Math.max(...sizes);

parentPort.on('message', (block) => parentPort.postMessage({ ...block, ...simulated(block) }));

/** How often each cell passed, at the boundary and where the claim is true, and what the cross-check found. */
function simulated({ index, from, to, checked }) {
  const setting = settings[index];
  const lanes = ['boundary', 'true'].map((lane) => ({
    lane,
    claim: setting[lane],
    decide: deciderOf(setting, setting[lane]),
  }));
  const passes = { boundary: [], true: [] };
  const problems = [];
  for (let replication = from; replication < to; replication++) {
    const trials = sampleOf(setting, replication);
    for (const { lane, claim, decide } of lanes) {
      const passed = decide(trials.map((values) => (values === null ? 0 : claim.toY(values))));
      passed.forEach((one, cell) => {
        passes[lane][cell] = (passes[lane][cell] ?? 0) + one;
      });
      const found =
        replication < checked ? disagreement(setting, claim, trials, passed, howChecked(replication)) : null;
      if (found) problems.push(found);
    }
  }
  return { passes, problems };
}

/** Every other one stops as soon as it may; the first two also write whole verdicts. */
function howChecked(replication) {
  return { stopsEarly: replication % 2 === 0, isWhole: replication < 2 };
}

/** One sample for all sizes: the shorter ones are its beginnings. It depends on the setting and the replication alone. */
function sampleOf({ key, draw }, replication) {
  const random = randomFrom(`${key} #${replication}`);
  return Array.from({ length: longest }, () => draw(random));
}
