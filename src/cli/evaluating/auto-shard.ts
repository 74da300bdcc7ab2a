import { EvaError, evaError } from '#errors/index.js';
import type { JobNumber } from '#errors/sentences/commands/cli.js';
import { jobText, writeShard } from '#errors/sentences/commands/cli.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import type { Shard } from '#model/run/run.js';
import { listed, plural, short } from '#model/text/quoted.js';
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
  if (of === null)
    throw evaError(
      'EVA_NO_SHARD:no_count',
      `--shard auto: ${variables[0] ?? ''} has the number of this job, but no variable has the number of all jobs`,
      { hint: 'write the number of all jobs: --shard auto/5' },
    );
  if (asked !== null && asked !== of)
    throw evaError(
      'EVA_NO_SHARD:other_count',
      `--shard auto/${asked}: by ${listed(variables.map(short))} there ${of === 1 ? 'is' : 'are'} ${plural(of, 'job')}`,
      {
        hint: '--shard auto takes their number from the environment; to collect one shard again, write it, such as --shard 2/5',
      },
    );
  if (of > maxShards)
    throw evaError(
      'EVA_NO_SHARD:too_many',
      `--shard auto: by ${listed(variables.map(short))} there ${of === 1 ? 'is' : 'are'} ${plural(of, 'job')}`,
      { hint: `start at most ${plural(maxShards, 'job')}` },
    );
  return { shard: { index, of }, engine, variables };
}

function onlyOne(numbers: readonly JobNumber[]): JobNumber {
  const split = uniqueBy(
    numbers.filter(({ of }) => of !== 1),
    ({ index, of }) => `${index}/${of}`,
  );
  const [only, ...others] = split;
  if (only && others.length === 0) return only;
  if (only)
    throw evaError(
      'EVA_NO_SHARD:contradiction',
      `--shard auto: this job has several numbers: ${split.map(jobText).join('; ')}`,
      { hint: `unset the variables of all engines but one, or ${writeShard}` },
    );
  const [alone] = numbers;
  throw alone
    ? evaError(
        'EVA_NO_SHARD:alone',
        `--shard auto: ${short(alone.engine)} started this job alone (${alone.variables.map(short).join(', ')})`,
        { hint: 'start several jobs, or leave --shard out; to collect one shard again, write it, such as --shard 2/5' },
      )
    : evaError('EVA_NO_SHARD:no_engine', '--shard auto: no environment variable has the number of this job', {
        hint: `${writeShard}; on GitHub Actions --shard \${{ matrix.shard }}/5`,
      });
}
