import type { VNode } from 'preact';
import { count, plural } from '#report/text/numbers.js';
import { capitalized } from '#report/view/run-sentence.js';
import type { CaseView, Claim, ConfusionFigure, Figure, SliceClaim, SliceField } from '#report/view/view.js';
import { ConfusionTable } from '../figures/confusion.js';
import { BinPlot, DotPlot } from '../figures/dots.js';
import { type Interval, type IntervalRow, IntervalRows } from '../figures/interval.js';
import { PathPlot } from '../figures/path.js';
import { plainText, Shown } from '../text.js';
import { SliceFigures } from './run-words.js';

export function CaseFigures({ one }: { readonly one: CaseView }): VNode {
  const plots = one.figures.filter((figure) => isWorthDrawing(figure, one));
  const wide = plots.filter(isWide);
  const narrow = plots.filter((figure) => !isWide(figure));
  return (
    <>
      {one.slices.map((field) => (field.rows.length === 0 ? null : <Slices field={field} />))}
      {narrow.length > 1 ? (
        <div class="two">
          {narrow.map((figure) => (
            <Plot figure={figure} one={one} />
          ))}
        </div>
      ) : (
        narrow.map((figure) => <Plot figure={figure} one={one} />)
      )}
      {wide.map((figure) => (
        <Plot figure={figure} one={one} />
      ))}
    </>
  );
}

/** The number of classes up to which their table fits beside another figure. */
const narrowClasses = 4;

function isWide(figure: Figure): boolean {
  return figure.figure === 'confusion' && figure.labels.length > narrowClasses;
}

const leastDots = 8;

/** Returns false for figures that show nothing: those of one trial, and the flat path of a claim that passed. */
function isWorthDrawing(figure: Figure, { claims }: CaseView): boolean {
  if (figure.figure === 'dots') return figure.values.length >= leastDots;
  if (figure.figure !== 'path') return true;
  const [, misses] = figure.points.at(-1) ?? [0, 0];
  const isOpen = claims[figure.claim]?.outcome !== 'passed';
  return figure.most > 1 && (isOpen || (claims.length === 1 && misses > 0));
}

/** The slices up to which all have a row. Of more, those that did not pass come first. */
const mostSlices = 30;

function Slices({ field }: { readonly field: SliceField }): VNode {
  const shown = field.rows.slice(0, mostSlices);
  const rest = field.rows.slice(mostSlices);
  return (
    <figure>
      <figcaption>
        By <Shown text={field.field} />
        <span>{ruleText(field)}</span>
      </figcaption>
      <IntervalRows rows={shown.map(sliceRow)} />
      {rest.length > 0 ? (
        <details class="more">
          <summary>{plural(rest.length, 'more slice')}</summary>
          <IntervalRows rows={rest.map(sliceRow)} />
        </details>
      ) : null}
      {field.note ? (
        <p class="legend small">
          <Shown text={{ raw: capitalized(field.note.raw) }} />
        </p>
      ) : null}
    </figure>
  );
}

function ruleText({ bar, must }: SliceField): string {
  if (must === null || bar === null) return ' · only reported';
  return ` · bar ${plainText(bar)}, ${must === 'pass' ? 'each must pass' : 'none may fail'}`;
}

function sliceRow(row: SliceField['rows'][number]): IntervalRow {
  const { outcome, value, used, sentence, found } = row;
  return {
    outcome,
    name: (
      <>
        <b>
          <Shown text={value} />
        </b>{' '}
        <span class="soft small">{plural(used, found.unit)}</span>
      </>
    ),
    interval: intervalOf(row),
    sentence: `${plainText(value)}: ${plainText(sentence)}${outcome === null ? '' : `: ${outcome}`}`,
    say: <SliceFigures row={row} level={0.05} />,
  };
}

function Plot({ figure, one }: { readonly figure: Figure; readonly one: CaseView }): VNode {
  return (
    <figure>
      <figcaption>{captionOf(figure, one)}</figcaption>
      {drawn(figure, one)}
      {figure.figure === 'confusion' ? <Worst figure={figure} /> : null}
    </figure>
  );
}

function drawn(figure: Figure, { claims }: CaseView): VNode {
  switch (figure.figure) {
    case 'path':
      return <PathPlot figure={figure} outcome={claims[figure.claim]?.outcome ?? 'inconclusive'} />;
    case 'dots':
      return <DotPlot figure={figure} />;
    case 'bins':
      return <BinPlot figure={figure} />;
    case 'confusion':
      return <ConfusionTable figure={figure} />;
  }
}

function captionOf(figure: Figure, { claims }: CaseView): VNode {
  switch (figure.figure) {
    case 'path': {
      const about = claims.length > 1 ? claims[figure.claim]?.about : undefined;
      return (
        <>
          Misses while asking
          <span>
            {about ? (
              <>
                {' '}
                · <Shown text={about} />
              </>
            ) : null}
            {` · ${figure.up} (up), ${figure.across} (across)`}
          </span>
        </>
      );
    }
    case 'confusion':
      return (
        <>
          Which class was taken for which
          <span>{` · ${plural(sumOf(figure.counts.flat()), 'answer')}`}</span>
        </>
      );
    default:
      return (
        <>
          <Shown text={{ raw: capitalized(figure.about.raw) }} />
          <span>
            {figure.figure === 'dots'
              ? ' · one dot a trial'
              : ` · ${plural(sumOf(figure.counts), 'trial')}, ${count(Math.max(...figure.counts))} in the highest column`}
          </span>
        </>
      );
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function Worst({ figure: { sentence } }: { readonly figure: ConfusionFigure }): VNode {
  return (
    <p class="small soft">
      <Shown text={{ raw: capitalized(sentence.raw) }} />
    </p>
  );
}

/** Returns the interval of a claim about a share; null for other claims, which have no scale from 0 to 1. */
export function intervalOf({
  outcome,
  found,
  range,
}: Pick<Claim, 'outcome' | 'found' | 'range'> | SliceClaim): Interval | null {
  if (range === null || found.estimate === null) return null;
  const { lower, upper, bar, holds } = range;
  return {
    outcome,
    estimate: found.estimate,
    lower: holds ? lower : null,
    upper: holds ? upper : null,
    bar,
    better: 'up',
  };
}
