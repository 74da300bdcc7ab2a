import type { ComponentChildren, VNode } from 'preact';
import { Mark, type Marked } from '../marks.js';
import { type Interval, IntervalAxis, IntervalFigure } from './interval.js';
import { type Scale, scaleOfShares } from './scale.js';

/** A row: its name, its figure or the words in place of one, and its figures in words. */
export interface IntervalRow {
  /** null for a row without a verdict. */
  readonly outcome: Marked | null;
  readonly name: ComponentChildren;
  /** null for a claim without a scale, which says why in `plain`. */
  readonly interval: Interval | null;
  /** The figure in words, for readers who do not see it. */
  readonly sentence: string;
  readonly plain?: ComponentChildren | undefined;
  readonly say: ComponentChildren;
}

interface RowsProps {
  readonly rows: readonly IntervalRow[];
  /** Default: one that has all shares of the rows. */
  readonly scale?: Scale;
  readonly labelOf?: (value: number) => string;
}

/** Shows rows of intervals below one axis. */
export function IntervalRows({ rows, scale = scaleOf(rows), labelOf }: RowsProps): VNode {
  const hasFigure = rows.some(({ interval }) => interval !== null);
  return (
    <div class={hasFigure ? 'rows' : 'rows texts'}>
      {hasFigure ? (
        <div class="row axis">
          <div class="hide" />
          <IntervalAxis scale={scale} {...(labelOf && { labelOf })} />
          <div class="hide" />
        </div>
      ) : null}
      {rows.map((row) => (
        <Row row={row} scale={scale} isAmongFigures={hasFigure} />
      ))}
    </div>
  );
}

export function scaleOf(rows: readonly IntervalRow[]): Scale {
  return scaleOfShares(rows.flatMap(({ interval }) => interval ?? []));
}

interface RowProps {
  readonly row: IntervalRow;
  readonly scale: Scale;
  /** True if other rows have figures, so that words take their place. */
  readonly isAmongFigures: boolean;
}

function Row({ row, scale, isAmongFigures }: RowProps): VNode {
  const { outcome, name, interval, sentence, plain, say } = row;
  const isWide = interval === null && (plain === undefined || !isAmongFigures);
  return (
    <div class={isWide ? 'row wide' : 'row'}>
      <div class="name">
        {outcome === null ? <span /> : <Mark of={outcome} />}
        <span class="clamp">{name}</span>
      </div>
      {interval ? <IntervalFigure of={interval} scale={scale} sentence={sentence} /> : null}
      {interval || isWide ? null : <div class="small soft plain">{plain}</div>}
      <div class="say">
        {say}
        {isWide && plain !== undefined ? <span class="soft"> {plain}</span> : null}
      </div>
    </div>
  );
}
