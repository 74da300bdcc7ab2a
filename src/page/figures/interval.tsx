import type { ComponentChildren, VNode } from 'preact';
import { Mark, type MarkedNode } from '../marks.js';
import { axisTicks, type FigureScale, percentLabel, placeOnScale, scaleOfShares, widthOnScale } from './scale.js';

/** A value that was seen, the range of the true one, and the bar. */
export interface Interval {
  /** Its colour and the shape of its dot; null for a value without a verdict. */
  readonly outcome: MarkedNode | null;
  /** null if it is not known. */
  readonly estimate: number | null;
  /** null if no bound is valid at this end. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly bar: number | null;
  readonly better: 'up' | 'down';
}

interface IntervalProps {
  readonly of: Interval;
  readonly scale: FigureScale;
  readonly sentence: string;
}

const height = 34;

const middle = 17;

/** Draws the range of a value as a line, with a dot at the value that was seen and a tick at the bar. The good side of the bar is shaded. */
export function IntervalFigure({ of, scale, sentence }: IntervalProps): VNode {
  const { outcome, bar } = of;
  return (
    <svg class={`iv ${outcome ?? 'shown'}`} width="100%" height={height} role="img" aria-label={sentence}>
      {bar === null ? null : <GoodSide of={{ ...of, bar }} scale={scale} />}
      <line class="track" stroke="#999" x1="1%" x2="99%" y1={middle} y2={middle} />
      <RangeLine of={of} scale={scale} />
      {bar === null ? null : (
        <line class="tick" stroke="#000" x1={placeOnScale(bar, scale)} x2={placeOnScale(bar, scale)} y1={5} y2={29} />
      )}
      <Dot of={of} scale={scale} />
    </svg>
  );
}

type Part = Pick<IntervalProps, 'of' | 'scale'>;

function GoodSide({ of: { bar, better }, scale }: Part): VNode {
  const edge = bar ?? scale.to;
  const [from, to] = better === 'up' ? [edge, scale.to] : [scale.from, edge];
  return (
    <rect
      class="good"
      fill="#0c6a58"
      fill-opacity=".08"
      x={placeOnScale(from, scale)}
      y={2}
      width={widthOnScale(from, to, scale)}
      height={30}
    />
  );
}

/** Draws the range: to the end of the figure where it has no bound, and dotted without any bound. */
function RangeLine({ of: { lower, upper, estimate }, scale }: Part): VNode | null {
  if (estimate === null) return null;
  if (lower === null && upper === null) {
    return <line class="open" stroke="currentColor" stroke-dasharray="2 5" x1="1%" x2="99%" y1={middle} y2={middle} />;
  }
  const [from, to] = [placeOnScale(lower ?? scale.from, scale), placeOnScale(upper ?? scale.to, scale)];
  return <line class="rng" stroke="currentColor" stroke-width="4" x1={from} x2={to} y1={middle} y2={middle} />;
}

function Dot({ of: { outcome, estimate }, scale }: Part): VNode | null {
  if (estimate === null) return null;
  const x = placeOnScale(estimate, scale);
  if (outcome === 'failed') {
    return (
      <svg x={x} y={middle} overflow="visible" aria-hidden="true">
        <path class="dot" d="M0-6.5 6.5 0 0 6.5-6.5 0Z" />
      </svg>
    );
  }
  if (outcome === 'passed') return <circle class="dot" cx={x} cy={middle} r="5.5" />;
  const isOpen = outcome !== null;
  return (
    <circle
      class={isOpen ? 'hole' : 'dot'}
      fill={isOpen ? '#fff' : 'currentColor'}
      stroke="currentColor"
      cx={x}
      cy={middle}
      r={isOpen ? '5.5' : '4'}
    />
  );
}

interface AxisProps {
  readonly scale: FigureScale;
  /** Renders a value; default: as a percentage. */
  readonly labelOf?: (value: number) => string;
}

export function IntervalAxis({ scale, labelOf = percentLabel }: AxisProps): VNode {
  return (
    <svg class="iv" aria-hidden="true" width="100%" height={height}>
      {axisTicks(scale, labelOf).map(({ x, label, anchor }) => (
        <text x={x} y="26" text-anchor={anchor}>
          {label}
        </text>
      ))}
    </svg>
  );
}

export interface IntervalRow {
  /** null for a row without a verdict. */
  readonly outcome: MarkedNode | null;
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
  readonly scale?: FigureScale;
  readonly labelOf?: (value: number) => string;
}

export function IntervalRows({
  rows,
  scale = scaleOfShares(rows.flatMap(({ interval }) => interval ?? [])),
  labelOf,
}: RowsProps): VNode {
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

interface RowProps {
  readonly row: IntervalRow;
  readonly scale: FigureScale;
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
