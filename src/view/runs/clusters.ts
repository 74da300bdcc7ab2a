/** A run beside others: its prompt, and the names of its cases. */
export interface RunBeside {
  readonly id: string;
  readonly cases: ReadonlySet<string>;
}

/**
 * Divides runs into tables: runs of one prompt belong together, and those of prompts with the same cases. Keeps the order of the first run of
 * each. `runOf` returns what is compared.
 */
export function clustersOf<T>(runs: readonly T[], runOf: (run: T) => RunBeside): readonly (readonly T[])[] {
  const clusters: T[][] = [];
  for (const run of runs) {
    const own = clusters.find((cluster) => cluster.some((other) => isBeside(runOf(other), runOf(run))));
    if (own) own.push(run);
    else clusters.push([run]);
  }
  return clusters;
}

function isBeside(a: RunBeside, b: RunBeside): boolean {
  return a.id === b.id || (a.cases.size === b.cases.size && [...a.cases].every((name) => b.cases.has(name)));
}
