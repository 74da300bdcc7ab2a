import type { VNode } from 'preact';
import { costWords } from '#report/formats/run-words.js';
import { count, duration, percentage, plural } from '#report/text/numbers.js';
import { numberOf } from '#report/view/facts.js';
import type { MatrixCell, MatrixView, RunLine, RunsView } from '#report/view/runs-view.js';
import { Mark } from '../marks.js';
import { CountsText } from '../run/run-words.js';
import { ColumnHeads, ScrollRegion } from '../tables.js';
import { Shown } from '../text.js';

export function Overview({ view }: { readonly view: RunsView }): VNode {
  const lone = view.runs.filter(({ key }) => view.matrices.every(({ columns }) => !columns.includes(key)));
  return (
    <>
      <div class="top">
        <p class="soft small">
          eva evaluation of {isOfModels(view) ? 'a prompt with several models' : 'several prompts'}
        </p>
        <h1 class="h-page">
          <Mark of={view.outcome} isWordBeside /> {headline(view)}
        </h1>
        <p class="lead">{sentence(view)}</p>
      </div>
      <section id="runs" aria-labelledby="h-runs">
        <h2 class="h-section" id="h-runs">
          {view.matrices.length > 0 ? 'All cases and models' : 'All runs'}
        </h2>
        {view.matrices.map((matrix) => (
          <Matrix view={view} matrix={matrix} />
        ))}
        {lone.length > 0 ? <RunTable runs={lone} /> : null}
      </section>
    </>
  );
}

function isOfModels({ runs }: RunsView): boolean {
  return runs.length > 1 && runs.every(({ id }) => id.raw === runs[0]?.id.raw);
}

export function overviewTitle(view: RunsView): string {
  const [first] = view.runs;
  if (first && isOfModels(view)) return `${first.id.raw} with ${plural(view.runs.length, 'model')}`;
  const ids = new Set(view.runs.map(({ id }) => id.raw)).size;
  return ids === view.runs.length
    ? plural(ids, 'prompt')
    : `${plural(ids, 'prompt')} in ${plural(view.runs.length, 'run')}`;
}

function headline(view: RunsView): string {
  const { counts, runs } = view;
  const on = runs.every(({ flags }) => flags.includes('synthetic')) ? ' on SYNTHETIC replies' : '';
  const title = overviewTitle(view);
  if (counts.passed === runs.length) return `${title}: all passed${on}`;
  const open = counts.unfinished;
  return open > 0
    ? `${title}: ${count(open)} unfinished${on}`
    : `${title}: ${count(notPassed(view))} did not pass${on}`;
}

function notPassed({ counts, runs }: RunsView): number {
  return runs.length - counts.passed - counts.unfinished - counts.shown;
}

function sentence(view: RunsView): string {
  const { counts } = view;
  const parts = [
    ...(counts.unfinished > 0 ? [`${count(counts.unfinished)} unfinished`] : []),
    ...(notPassed(view) > 0 ? [`${count(notPassed(view))} did not pass`] : []),
    ...(counts.passed > 0 ? [`${count(counts.passed)} passed`] : []),
    ...(counts.shown > 0 ? [`${count(counts.shown)} shown, not judged`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function RunTable({ runs }: { readonly runs: readonly RunLine[] }): VNode {
  const hasVariants = runs.some(({ variant }) => variant !== null);
  return (
    <ScrollRegion name="All runs with their outcomes">
      <table class="runs">
        <ColumnHeads
          titles={['prompt', ...(hasVariants ? ['model'] : []), 'cases', 'cost', 'time']}
          figures={['cost', 'time']}
        />
        <tbody>
          {runs.map((line) => (
            <RunRow line={line} hasVariants={hasVariants} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function RunRow({ line, hasVariants }: { readonly line: RunLine; readonly hasVariants: boolean }): VNode {
  const seconds = numberOf(line, 'duration');
  return (
    <tr>
      <th scope="row">
        <Mark of={line.outcome} /> <RunName line={line} />
      </th>
      {hasVariants ? <td>{line.variant ? <Shown text={line.variant} /> : null}</td> : null}
      <td>
        <CountsText counts={line.counts} />
        {line.flags.includes('synthetic') ? <span class="soft"> SYNTHETIC</span> : null}
        {line.flags.includes('partial') ? <span class="soft"> partial</span> : null}
        {line.reason ? (
          <div class="soft small">
            <Shown text={line.reason} />
          </div>
        ) : null}
      </td>
      <td class="num">{costWords(line) ?? '–'}</td>
      <td class="num">{seconds > 0 ? duration(seconds) : '–'}</td>
    </tr>
  );
}

function RunName({ line: { key, id, run_id } }: { readonly line: RunLine }): VNode {
  if (run_id === null) return <Shown text={id} />;
  return (
    <a href={`#${key}`}>
      <Shown text={id} />
    </a>
  );
}

/** The number of rows up to which cases that passed in all runs have a row too. */
const mostRows = 40;

/** Shows cases in rows and models in columns. Nobody tests the differences between columns, and the page says so. */
function Matrix({ view, matrix }: { readonly view: RunsView; readonly matrix: MatrixView }): VNode {
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
              {lines.map((line) => (
                <th scope="col">
                  <ColumnName line={line} isOfOne={isOfOne} />
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
function ColumnName({ line, isOfOne }: { readonly line: RunLine; readonly isOfOne: boolean }): VNode {
  const { key, variant, id, run_id } = line;
  const name = (
    <>
      {isOfOne ? null : (
        <>
          <Shown text={id} /> ·{' '}
        </>
      )}
      <Shown text={variant ?? id} />
    </>
  );
  return run_id === null ? name : <a href={`#${key}`}>{name}</a>;
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
          <td>{`${costWords(line) ?? '–'} · ${duration(numberOf(line, 'duration'))}`}</td>
        ))}
      </tr>
    </>
  );
}
