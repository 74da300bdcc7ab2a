import { problem } from '#errors/index.js';
import type { JobNumber } from '#errors/sentences/commands/cli.js';
import { writeShard } from '#errors/sentences/commands/cli.js';
import type { Problem } from '#model/problem.js';
import { listed, plural, quoted, short } from '#model/text/quoted.js';
import type { ParallelEngine } from './parallel-engines.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The numbers of all jobs of an engine, as it writes them. `last` is null if it is not known. */
interface Numbering {
  readonly first: number;
  readonly last: number | null;
  readonly step: number;
}

/**
 * Reads the number of this job from the variables of an engine; null if they are not set. `asked` is the number of jobs if the user wrote
 * it. Adds a problem (EVA_NO_SHARD) for each variable that is missing or unusable.
 */
export function readJobNumber(
  engine: ParallelEngine,
  asked: number | null,
  env: Environment,
  problems: Problem[],
): JobNumber | null {
  const variables = new Variables(env, problems);
  if (!variables.has(engine.index) || env[engine.index] === engine.unnumbered) return null;
  const least = 'range' in engine ? 0 : engine.first;
  const value = variables.number(engine.index, least);
  const numbering = 'range' in engine ? readRange(engine, variables) : counted(engine.first, engine.count, variables);
  if (value === null || numbering === null) return null;
  const { first, step } = numbering;
  const last = numbering.last ?? (asked === null ? null : first + asked - 1);
  const place = (value - first) / step;
  if (last !== null && (!Number.isInteger(place) || place < 0 || value > last)) {
    problems.push(
      problem(
        'EVA_NO_SHARD:outside',
        `--shard auto: ${short(engine.index)} is ${value}, and the jobs have the numbers from ${first} to ${last}${step === 1 ? '' : ` in steps of ${step}`}`,
        { hint: `start as many jobs as there are shards, or ${writeShard}` },
      ),
    );
    return null;
  }
  const of = numbering.last === null ? null : countOf(numbering.last, numbering);
  return { engine: engine.name, index: place + 1, of, variables: variables.read };
}

function counted(first: number, name: string | null, variables: Variables): Numbering | null {
  if (name === null || !variables.has(name)) return { first, last: null, step: 1 };
  const count = variables.number(name, 1);
  return count === null ? null : { first, last: first + count - 1, step: 1 };
}

function readRange(
  { index, range, count: countName }: Extract<ParallelEngine, { range: unknown }>,
  variables: Variables,
): Numbering | null {
  const unset = [range.first, range.last].filter((name) => !variables.has(name));
  if (unset.length > 0) {
    variables.problems.push(
      problem(
        'EVA_NO_SHARD:no_range',
        `--shard auto: ${short(index)} is set, but ${listed(unset.map(short))} ${unset.length === 1 ? 'is' : 'are'} not`,
        { hint: `pass all variables of the array job to eva, or ${writeShard}` },
      ),
    );
    return null;
  }
  const first = variables.number(range.first, 0);
  const last = variables.number(range.last, 0);
  const step = variables.has(range.step) ? variables.number(range.step, 1) : 1;
  if (first === null || last === null || step === null) return null;
  const jobs = countOf(last, { first, step });
  const count = countName !== null && variables.has(countName) ? variables.number(countName, 1) : jobs;
  if (count === jobs) return { first, last, step };
  if (count !== null && countName !== null) {
    variables.problems.push(
      problem(
        'EVA_NO_SHARD:gaps',
        `--shard auto: the array has ${plural(jobs, 'number')} from ${short(range.first)} to ${short(range.last)}, but ${short(countName)} is ${count}`,
        { hint: `submit an array without gaps, such as 1-5, or ${writeShard}` },
      ),
    );
  }
  return null;
}

function countOf(last: number, { first, step }: Pick<Numbering, 'first' | 'step'>): number {
  return Math.floor((last - first) / step) + 1;
}

/** Whole numbers in environment variables. Remembers which were read. */
class Variables {
  readonly read: string[] = [];
  readonly problems: Problem[];
  readonly #env: Environment;

  constructor(env: Environment, problems: Problem[]) {
    this.#env = env;
    this.problems = problems;
  }

  /** Returns true if the variable is set. An empty one counts as not set: containers get it if the host does not set it. */
  has(name: string): boolean {
    return (this.#env[name] ?? '').trim() !== '';
  }

  /** Returns the number in a variable; null, with a problem, if it is not a whole number of at least `least`. */
  number(name: string, least: number): number | null {
    const text = (this.#env[name] ?? '').trim();
    const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (number < least) {
      this.problems.push(
        problem(
          'EVA_NO_SHARD:no_number',
          `--shard auto: ${short(name)} is ${quoted(text)}, and must be a whole number of at least ${least}`,
          { hint: `correct the variable, or ${writeShard}` },
        ),
      );
      return null;
    }
    this.read.push(name);
    return number;
  }
}
