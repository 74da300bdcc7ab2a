import { EvaError, evaError } from '#errors/index.js';
import type { JobNumber } from '#errors/sentences/commands/cli.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import type { Shard } from '#model/run/run.js';
import { type AutoShard, maxShards } from '../main/values.js';
import { type Environment, readJobNumber } from './job-number.js';
import { parallelEngines } from './parallel-engines.js';

/** A shard that was taken from the environment. */
export interface AssignedShard {
  readonly shard: Shard;
  readonly engine: string;
  readonly variables: readonly string[];
}

/**
 * Returns the shard of this job, by the variables of the engine that started it. Ignores engines that started one job alone if another one
 * started several. Throws EVA_NO_SHARD, with every problem, if the variables do not determine one shard.
 */
export function assignShard({ of: asked }: AutoShard, env: Environment): AssignedShard {
  const problems: Problem[] = [];
  const numbers = parallelEngines.flatMap((engine) => readJobNumber(engine, asked, env, problems) ?? []);
  if (problems.length > 0) throw new EvaError(problems);
  const { engine, index, of: jobs, variables } = onlyOne(numbers);
  const of = jobs ?? asked;
  if (of === null) throw evaError('EVA_NO_SHARD:no_count', { variable: variables[0] ?? '' });
  if (asked !== null && asked !== of) throw evaError('EVA_NO_SHARD:other_count', { asked, of, variables });
  if (of > maxShards) throw evaError('EVA_NO_SHARD:too_many', { of, most: maxShards, variables });
  return { shard: { index, of }, engine, variables };
}

function onlyOne(numbers: readonly JobNumber[]): JobNumber {
  const split = uniqueBy(
    numbers.filter(({ of }) => of !== 1),
    ({ index, of }) => `${index}/${of}`,
  );
  const [only, ...others] = split;
  if (only && others.length === 0) return only;
  if (only) throw evaError('EVA_NO_SHARD:contradiction', { numbers: split });
  const [alone] = numbers;
  throw alone
    ? evaError('EVA_NO_SHARD:alone', { engine: alone.engine, variables: alone.variables })
    : evaError('EVA_NO_SHARD:no_engine', null);
}
