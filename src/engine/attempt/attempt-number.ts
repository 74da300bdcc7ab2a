import { type CollectedShard, nextAttempt } from '#lifecycle/attempts/next-attempt.js';
import type { AttemptInput } from '#plan/plan-run.js';
import { hasKey } from '#provider/provider-settings.js';
import { routesOf } from '../replies/liveness.js';
import type { RunWorld } from '../run-options.js';
import { attemptKindOf } from './attempt-notes.js';

/** Returns a function that numbers a new attempt in a library. `merged`: the shards that the run is merged from. */
export function attemptNumber(
  root: string,
  env: RunWorld['env'],
  merged?: readonly CollectedShard[],
): AttemptInput['numberOf'] {
  return ({ id, evidence, partial, manner, cases, config }) => {
    const isLive = routesOf(cases, config).every((route) => hasKey(route, env));
    const kind = attemptKindOf({ manner, partial }, isLive);
    return nextAttempt(root, {
      id,
      evidence,
      kind,
      ...(manner.shard && { shard: manner.shard }),
      ...(merged && { merged }),
    });
  };
}
