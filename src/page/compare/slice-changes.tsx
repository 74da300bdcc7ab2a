import type { VNode } from 'preact';
import { percentage, plural } from '#report/text/numbers.js';
import type { PairCaseView, PairSliceField } from '#view/pairs/compare-view.js';
import { IntervalAxis } from '../figures/interval.js';
import { placeOf, type Scale, scaleOfShares } from '../figures/scale.js';
import { plainText, Shown } from '../text.js';

/** The most slices of a field that are drawn: those that changed most. */
const mostSlices = 20;

interface SliceChangesProps {
  readonly one: PairCaseView;
  /** True if no other case is on the page. */
  readonly isOnly: boolean;
}

/** Shows the share of each slice with A and with B, in one colour: slices decide nothing. */
export function SliceChanges({ one, isOnly }: SliceChangesProps): VNode {
  return (
    <>
      {one.slices.map((field) => (
        <FieldChanges field={field} name={isOnly ? null : one.name} />
      ))}
    </>
  );
}

type Row = PairSliceField['rows'][number] & { readonly a: number; readonly b: number };

function FieldChanges({
  field,
  name,
}: {
  readonly field: PairSliceField;
  readonly name: PairCaseView['name'] | null;
}): VNode | null {
  const known = field.rows.flatMap((row): readonly Row[] =>
    row.a === null || row.b === null ? [] : [{ ...row, a: row.a, b: row.b }],
  );
  if (known.length === 0) return null;
  const shown = [...known].sort((x, y) => Math.abs(y.b - y.a) - Math.abs(x.b - x.a)).slice(0, mostSlices);
  const rest = known.length - shown.length;
  const scale = scaleOfShares(shown.map(({ a, b }) => ({ lower: a, upper: b, estimate: null, bar: null })));
  return (
    <figure>
      <figcaption>
        By <Shown text={field.field} />{' '}
        <span>
          {name ? (
            <>
              · <Shown text={name} />{' '}
            </>
          ) : null}
          · A hollow, B filled · differences of slices are not tested
        </span>
      </figcaption>
      <div class="rows">
        <div class="row axis">
          <div class="hide" />
          <IntervalAxis scale={scale} />
          <div class="hide" />
        </div>
        {shown.map((row) => (
          <SliceRow row={row} scale={scale} />
        ))}
      </div>
      {rest > 0 ? <p class="small soft">{plural(rest, 'slice')} that changed less are left out.</p> : null}
    </figure>
  );
}

function SliceRow({ row, scale }: { readonly row: Row; readonly scale: Scale }): VNode {
  const { value, pairs, a, b } = row;
  const [from, to] = [placeOf(a, scale), placeOf(b, scale)];
  const words = `${percentage(a)} → ${percentage(b)}`;
  return (
    <div class="row">
      <div class="name">
        <span />
        <span>
          <b>
            <Shown text={value} />
          </b>{' '}
          <span class="soft small">{plural(pairs, 'pair')}</span>
        </span>
      </div>
      <svg
        class="iv"
        width="100%"
        height={34}
        role="img"
        aria-label={`${plainText(value)}: A ${percentage(a)}, B ${percentage(b)}`}
      >
        <line class="track" stroke="#999" x1="1%" x2="99%" y1={17} y2={17} />
        <line class="rng" stroke="currentColor" stroke-width="4" x1={from} x2={to} y1={17} y2={17} />
        <circle class="hole" fill="#fff" stroke="currentColor" cx={from} cy={17} r="5" />
        <circle class="dot" fill="currentColor" cx={to} cy={17} r="5.5" />
      </svg>
      <div class="say">
        <b>{words}</b>
      </div>
    </div>
  );
}
