import { clustersOf } from '#view/runs/clusters.js';
import type { GroupColumn } from '#view/runs/run-group.js';

/** Divides the columns of a group into tables: columns of one prompt belong together, and those of prompts with the same cases. */
export function columnClusters(columns: readonly GroupColumn[]): readonly (readonly GroupColumn[])[] {
  return clustersOf(columns, ({ id, cells }) => ({ id, cases: new Set(cells.keys()) }));
}

/** Returns the columns that have no other one beside them although the group has several tables: each is one line. */
export function loneColumns(columns: readonly GroupColumn[]): readonly GroupColumn[] {
  const clusters = columnClusters(columns);
  return clusters.length < 2 ? [] : clusters.filter(({ length }) => length === 1).flat();
}
