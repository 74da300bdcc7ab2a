import type { VNode } from 'preact';
import { count, percentage } from '#report/text/numbers.js';
import type { ConfusionFigure } from '#report/view/view.js';
import { ScrollRegion } from '../tables.js';
import { plainText, Shown } from '../text.js';

/** Shows expected classes in rows and answered ones in columns. The most frequent wrong answer has a frame. */
export function ConfusionTable({ figure }: { readonly figure: ConfusionFigure }): VNode {
  const { labels, counts } = figure;
  const hasOther = counts.some((row) => (row[labels.length] ?? 0) > 0);
  return (
    <ScrollRegion name={plainText(figure.sentence)}>
      <table class="mx">
        <caption class="vh">Rows: the expected class. Columns: the class in the reply.</caption>
        <thead>
          <tr>
            <th scope="col">expected</th>
            {labels.map((label) => (
              <th scope="col" class="num">
                <Shown text={label} />
              </th>
            ))}
            {hasOther ? (
              <th scope="col" class="num">
                no class
              </th>
            ) : null}
            <th scope="col" class="num">
              recall
            </th>
          </tr>
        </thead>
        <tbody>
          {counts.map((_, at) => (
            <ClassRow figure={figure} at={at} columns={labels.length + (hasOther ? 1 : 0)} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface ClassRowProps {
  readonly figure: ConfusionFigure;
  readonly at: number;
  readonly columns: number;
}

function ClassRow({ figure: { labels, counts, worst }, at, columns }: ClassRowProps): VNode {
  const row = counts[at] ?? [];
  const total = row.reduce((sum, times) => sum + times, 0);
  const label = labels[at];
  return (
    <tr>
      <th scope="row">{label ? <Shown text={label} /> : null}</th>
      {Array.from({ length: columns }, (_, column) => {
        const times = row[column] ?? 0;
        const isWorst = worst?.row === at && worst.column === column;
        return (
          <td class={`${heatOf(times, total)}${column === at ? ' hit' : ''}${isWorst ? ' w1' : ''}`}>{count(times)}</td>
        );
      })}
      <td>{total === 0 ? '–' : percentage((row[at] ?? 0) / total, 'nearest', 0)}</td>
    </tr>
  );
}

function heatOf(times: number, total: number): string {
  if (times === 0) return 'h0';
  const share = times / total;
  return share < 0.05 ? 'h1' : share < 0.5 ? 'h2' : 'h3';
}
