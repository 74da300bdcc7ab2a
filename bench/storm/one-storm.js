import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manyTrials, writeLibrary } from '../harness/library.js';
import { clientEnv, startServer } from '../harness/messages-api.js';
import { inScratch } from '../harness/scratch.js';
import { startSession } from '../harness/session.js';
import { tracesIn } from '../kills/traces.js';

const behaviour = new URL('behaviour.js', import.meta.url).href;

/** `eva eval` of so many calls through the storm of this seed: what came of them, and in what it was not as promised. */
export function oneStorm({ calls, seed, concurrency, latencyMs }) {
  return inScratch(async (root) => {
    const server = await startServer(behaviour, { seed, latencyMs });
    try {
      const evaluation = manyTrials(calls);
      writeLibrary(root, {
        evaluation: { ...evaluation, defaults: { ...evaluation.defaults, timeout_s: 2 } },
        config: { concurrency },
      });
      const ended = await startSession(['eval', 'diff'], { env: { ...clientEnv(server.url), HOME: root }, cwd: root })
        .ended;
      return outcomeOf({ calls, seed, ended, traces: tracesIn(root), counted: await server.report() });
    } finally {
      await server.stop();
    }
  });
}

function outcomeOf({ calls, seed, ended, traces, counted }) {
  const faults = Object.values(counted.faults).reduce((sum, count) => sum + count, 0);
  const ratio = counted.requests / (calls + faults);
  const { state, cases, usage } = resultIn(traces.dir);
  const trials = cases.flatMap((one) => one.trials);
  const finished = new Set(trials.filter(({ outcome }) => outcome === 'finished').map(({ index }) => index)).size;
  const problems = [
    ...(ended.code === 0 ? [] : [`exit ${ended.code}: ${ended.told}`]),
    ...(state === 'finished' && traces.rows.length === 1 ? [] : [`${state}, ${traces.rows.length} rows`]),
    ...(finished === calls && trials.length === calls
      ? []
      : [`${finished} trials finished, ${trials.length} are told`]),
    ...(usage.replies === calls && traces.journal.replies.length === calls ? [] : [`${usage.replies} replies counted`]),
    ...(ratio <= 1.1 ? [] : [`${ratio.toFixed(3)} times the requests that are needed`]),
  ];
  return {
    seed,
    calls,
    finished,
    ...counted,
    ratio: Number(ratio.toFixed(4)),
    wall_s: Math.round(ended.wall_ms / 100) / 10,
    problems,
  };
}

function resultIn(dir) {
  return JSON.parse(readFileSync(join(dir, 'result.json'), 'utf8'));
}
