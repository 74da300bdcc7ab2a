// Counts false statements over cells, and says which counts are above the level by more than luck.
import { binomialUpperTail } from '#stats/binomial.js';
import type { Cell } from './cells.js';
import { level } from './kinds.js';
import { randomFrom, runCell } from './simulate.js';

/** The number of runs in which a statement could be false, and in which it was made. */
interface Count {
  readonly of: number;
  readonly made: number;
}

/** Counts by statement. */
export type Counts = Map<string, Count>;

/** Runs a cell, and adds the runs to each of several counts. */
export function countErrors(all: readonly Counts[], cell: Cell, runs: number, seed: number): void {
  const random = randomFrom(seed);
  for (let run = 0; run < runs; run++) {
    for (const [statement, isMade] of Object.entries(runCell(cell, random))) {
      if (isMade === null) continue;
      for (const counts of all) {
        const { of, made } = counts.get(statement) ?? { of: 0, made: 0 };
        counts.set(statement, { of: of + 1, made: made + Number(isMade) });
      }
    }
  }
}

/** Returns the probability of a count at least as large as the largest one, if the level holds. */
export function chanceOf(counts: Counts): number {
  return Math.min(1, ...[...counts.values()].map(({ of, made }) => binomialUpperTail(made, of, level)));
}

/** So seldom is a count this large if the level holds, that none of all counts is so by luck. */
export const byLuck = 1e-6;

/** Lists the statements that are made more often than the level allows. */
export function excesses(name: string, counts: Counts): readonly string[] {
  return [...counts].flatMap(([statement, { of, made }]) =>
    binomialUpperTail(made, of, level) < byLuck ? [`${name}: ${statement} in ${made} of ${of}`] : [],
  );
}

/** Names the groups of a cell that are looked at together: a run of each of their cells is many of a group. */
export function groupsOf(cell: Cell): readonly string[] {
  const { kind, claim, draws, cluster, mode, slices, whole } = cell;
  return [
    [kind.name, claim, draws, mode].join(' · '),
    [kind.name, claim, draws, cluster].join(' · '),
    [claim, draws, cluster, mode, slices, whole].join(' · '),
  ];
}

/** Returns the cells of each group. */
export function grouped(cells: readonly Cell[]): ReadonlyMap<string, readonly Cell[]> {
  const found = new Map<string, Cell[]>();
  for (const cell of cells) {
    for (const group of groupsOf(cell)) found.set(group, [...(found.get(group) ?? []), cell]);
  }
  return found;
}
