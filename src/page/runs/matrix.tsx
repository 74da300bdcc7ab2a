import type { VNode } from 'preact';
import { duration, percentage, plural } from '#report/text/numbers.js';
import { numberOf } from '#view/facts.js';
import type { MatrixCell, MatrixView, RunLine, RunsView } from '#view/runs/runs-view.js';
import type { Text } from '#view/text.js';
import { ScrollRegion } from '../figures/scroll-region.js';
import { Mark } from '../marks.js';
import { costParts } from '../run/words/facts.js';
import { Shown } from '../text.js';

interface MatrixProps {
  readonly view: RunsView;
  readonly matrix: MatrixView;
}

/** The number of rows up to which cases that passed in all runs have a row too. */
const mostRows = 40;

/** Shows cases in rows and models in columns. Nobody tests the differences between columns, and the page says so. */
export function Matrix({ view, matrix }: MatrixProps): VNode {
  const lines = matrix.columns.flatMap((key) => view.runs.find((line) => line.key === key) ?? []);
  const isPassed = ({ cells }: MatrixView['rows'][number]) => cells.every((cell) => cell?.outcome === 'passed');
  const shown = matrix.rows.length <= mostRows ? matrix.rows : matrix.rows.filter((row) => !isPassed(row));
  const rest = matrix.rows.length - shown.length;
  const [first] = lines;
  const isOfOne = lines.every(({ id }) => id.raw === first?.id.raw);
  return (
    <>
      {isOfOne && first && view.runs.length > lines.length ? (
        <h3 class="minor">
          <Shown text={first.id} />
        </h3>
      ) : null}
      <ScrollRegion name="Cases in rows, models in columns">
        <table class="runs matrix">
          <thead>
            <tr>
              <th scope="col">case</th>
              {lines.map(({ key, variant, id, run_id }) => (
                <th scope="col">
                  {run_id === null ? (
                    <ColumnName id={isOfOne ? null : id} variant={variant ?? id} />
                  ) : (
                    <a href={`#${key}`}>
                      <ColumnName id={isOfOne ? null : id} variant={variant ?? id} />
                    </a>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr>
                <th scope="row">
                  <Shown text={row.case} />
                </th>
                {row.cells.map((cell) => (
                  <td>{cell ? <Cell cell={cell} /> : '–'}</td>
                ))}
              </tr>
            ))}
            {rest > 0 ? (
              <tr>
                <th scope="row">{plural(rest, 'other')}</th>
                {lines.map(() => (
                  <td>
                    <Mark of="passed" isWordBeside /> passed
                  </td>
                ))}
              </tr>
            ) : null}
          </tbody>
          <tfoot>
            <Total lines={lines} />
          </tfoot>
        </table>
      </ScrollRegion>
      <p class="legend small">
        Each column has its own verdict. Whether two of them differ is not tested here: <code>eva compare</code> tests
        it.
      </p>
    </>
  );
}

/** Shows the name of a column: of its variant, and of its prompt unless all columns are of one. */
function ColumnName({ id, variant }: { readonly id: Text | null; readonly variant: Text }): VNode {
  return (
    <>
      {id ? (
        <>
          <Shown text={id} /> ·{' '}
        </>
      ) : null}
      <Shown text={variant} />
    </>
  );
}

function Cell({ cell: { outcome, k, n } }: { readonly cell: MatrixCell }): VNode {
  const isShare = k !== undefined && n !== undefined && n > 0;
  return (
    <>
      <Mark of={outcome} isWordBeside={!isShare} /> {isShare ? percentage(k / n, 'nearest', 0) : outcome}
    </>
  );
}

function Total({ lines }: { readonly lines: readonly RunLine[] }): VNode {
  return (
    <>
      <tr>
        <th scope="row">did all pass?</th>
        {lines.map(({ outcome }) => (
          <td>
            <Mark of={outcome} isWordBeside />{' '}
            {outcome === 'passed' ? 'yes' : outcome === 'unfinished' ? 'unfinished' : 'no'}
          </td>
        ))}
      </tr>
      <tr>
        <th scope="row">cost · time</th>
        {lines.map((line) => (
          <td>{`${costParts(line)[0] ?? '–'} · ${duration(numberOf(line, 'duration'))}`}</td>
        ))}
      </tr>
    </>
  );
}
