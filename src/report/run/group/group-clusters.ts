import type { GroupColumn } from '#view/runs/run-group.js';

/**
 * Divides the columns of a group into tables: columns of one prompt belong together, and those of prompts with the same cases. Keeps the order
 * of the first column of each.
 */
export function columnClusters(columns: readonly GroupColumn[]): readonly (readonly GroupColumn[])[] {
  const clusters: GroupColumn[][] = [];
  for (const column of columns) {
    const own = clusters.find((cluster) =>
      cluster.some((other) => other.id === column.id || hasSameCases(other, column)),
    );
    if (own) own.push(column);
    else clusters.push([column]);
  }
  return clusters;
}

function hasSameCases(a: GroupColumn, b: GroupColumn): boolean {
  return a.cells.size === b.cells.size && [...a.cells.keys()].every((name) => b.cells.has(name));
}

/** Returns the columns that have no other one beside them although the group has several tables: each is one line. */
export function loneColumns(columns: readonly GroupColumn[]): readonly GroupColumn[] {
  const clusters = columnClusters(columns);
  return clusters.length < 2 ? [] : clusters.filter(({ length }) => length === 1).flat();
}
