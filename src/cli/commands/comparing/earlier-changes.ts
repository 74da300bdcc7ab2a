import type { CompareLog } from '#store/logs/compare-log.js';

/** Returns the shares of answers that changed in the last comparison of a prompt that was not worse, by case. A worse version changes other answers. */
export function earlierChanges(id: string, rows: CompareLog['rows']): ReadonlyMap<string, number> {
  const last = rows.findLast(({ value }) => value.id === id && value.same !== true && value.outcome !== 'worse');
  return new Map(
    (last?.value.cases ?? []).flatMap(({ case: name, used, b, c }) =>
      b === null || c === null || used === 0 || b + c === 0 ? [] : [[name, (b + c) / used] as const],
    ),
  );
}
