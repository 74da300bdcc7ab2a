import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '../calibration/random.js';
import { writeLibrary } from '../harness/library.js';
import { clientEnv, startServer } from '../harness/messages-api.js';
import { inScratch } from '../harness/scratch.js';
import { killsEvaluation } from './library.js';
import { disturbedRun, undisturbedRun } from './one-run.js';

const behaviour = new URL('behaviour.js', import.meta.url).href;

/**
 * Disturbs `runs` runs with these signals in turn, each at one to `most` moments that the seed chooses, and finishes each.
 * A run that was over before its moment came is made again with another one. `answers` are options of the
 * server's behaviour.
 */
export function killMatrix({
  runs,
  signals = ['SIGKILL'],
  most = 3,
  scale = 1,
  concurrency = 20,
  answers = {},
  seed = 'kills',
}) {
  return inScratch(async (dir) => {
    const server = await startServer(behaviour, { latencyMs: 5, seed, ...answers });
    try {
      const open = () => openLibrary(dir, server, { scale, concurrency });
      const undisturbed = await undisturbedRun(open());
      const outcomes = [];
      for (let attempt = 0; outcomes.length < runs && attempt < 3 * runs; attempt++) {
        const moments = momentsOf(`${seed} ${attempt}`, most, undisturbed);
        const signal = signals[outcomes.length % signals.length];
        const outcome = await disturbedRun({ ...open(), moments, signal, concurrency, scale, undisturbed });
        if (outcome.ends.length > 0 || outcome.faults.length > 0) outcomes.push(outcome);
      }
      return outcomes;
    } finally {
      await server.stop();
    }
  });
}

function openLibrary(dir, server, { scale, concurrency }) {
  const root = mkdtempSync(join(dir, 'library-'));
  writeLibrary(root, { evaluation: killsEvaluation(scale), config: { concurrency } });
  return { root, server, env: { ...clientEnv(server.url), HOME: root } };
}

/**
 * Moments of a session: in every other run from its very beginning to where an undisturbed one is done, else at some length of
 * the journal, which finds also a slow machine at work.
 */
function momentsOf(name, most, { wall_ms, bytes }) {
  const { uniform } = randomFrom(name);
  const isTime = uniform() < 0.5;
  return Array.from({ length: 1 + Math.floor(most * uniform()) }, () =>
    isTime ? { ms: Math.round(uniform() * wall_ms) } : { bytes: Math.round(uniform() * bytes) },
  ).sort((a, b) => (a.bytes ?? 0) - (b.bytes ?? 0));
}
