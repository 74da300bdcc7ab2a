import type { CaseView, View } from '../view.js';
import { clustersOf } from './clusters.js';
import type { MatrixCell, MatrixView } from './runs-view.js';

/** A run as a column of the matrix, without its replies. */
export interface MatrixColumn {
  /** `RunLine.key`. */
  readonly key: string;
  readonly view: Pick<View, 'title'>;
  readonly cells: readonly { readonly name: CaseView['name']; readonly cell: MatrixCell }[];
}

export function matrixColumn(key: string, { title, cases }: View): MatrixColumn {
  return { key, view: { title }, cells: cases.map((one) => ({ name: one.name, cell: cellOf(one) })) };
}

/** Returns a matrix for each prompt that has several runs; prompts with the same cases share one. A prompt with one run is in no matrix. */
export function matricesOf(columns: readonly MatrixColumn[]): readonly MatrixView[] {
  const runOf = ({ view, cells }: MatrixColumn) => ({
    id: view.title.raw,
    cases: new Set(cells.map(({ name }) => name.raw)),
  });
  return clustersOf(columns, runOf)
    .filter(({ length }) => length > 1)
    .map(matrixOf);
}

/** Returns cases in rows and runs in columns: rows in which runs differ or did not pass come first. */
function matrixOf(columns: readonly MatrixColumn[]): MatrixView {
  const cells = columns.map((column) => new Map(column.cells.map(({ name, cell }) => [name.raw, cell])));
  const named = new Map(
    columns.flatMap((column) => column.cells.map(({ name }) => [name.raw, { case: name }] as const)),
  );
  const rows = [...named].map(([key, names]) => ({ ...names, cells: cells.map((own) => own.get(key) ?? null) }));
  const isPassed = (own: readonly (MatrixCell | null)[]) =>
    own.every((cell) => cell === null || cell.outcome === 'passed');
  return {
    columns: columns.map(({ key }) => key),
    rows: [...rows.filter((row) => !isPassed(row.cells)), ...rows.filter((row) => isPassed(row.cells))],
  };
}

/** Returns the outcome of a case, and its passes if it has one claim that counts them in several trials. */
function cellOf({ outcome, claims, dataset }: CaseView): MatrixCell {
  const counted = claims.filter(({ found: { k } }) => k !== undefined);
  const [claim] = dataset ? counted : claims;
  const isOnly = claims.length === 1 || dataset !== null;
  if (!claim || !isOnly || claim.found.k === undefined || claim.asked === 1) return { outcome };
  return { outcome, k: claim.found.k, n: claim.found.n };
}
