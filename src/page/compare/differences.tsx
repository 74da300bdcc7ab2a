import type { VNode } from 'preact';
import { count, percentage, plural, sure } from '#report/text/numbers.js';
import type { CompareView, PairCaseView, PairSliceField } from '#report/view/compare-view.js';
import { boundsInPoints, differenceText, unitsText } from '#report/view/compare-words.js';
import { IntervalAxis, type IntervalRow, IntervalRows } from '../figures/interval.js';
import { type FigureScale, placeOnScale, scaleOfShares } from '../figures/scale.js';
import { Mark } from '../marks.js';
import { ColumnHeads, ScrollRegion } from '../tables.js';
import { plainText, Shown } from '../text.js';

/** The most cases whose pairs and slices are drawn: the first ones, which need attention. */
const mostFigures = 5;

export function Differences({ view }: { readonly view: CompareView }): VNode {
  const { cases, margin_words, significance_level } = view;
  const drawn = cases.filter(({ change, standing }) => change.difference !== null && standing !== 'decides_nothing');
  return (
    <section id="cases" aria-labelledby="h-cases">
      <h2 id="h-cases">The difference, B minus A</h2>
      {cases.length === 0 ? <p>There is nothing to compare: both sides ask the same.</p> : null}
      {drawn.length > 0 ? (
        <>
          <p class="legend">
            <b>How to read it:</b> the dot is the difference that was seen, in points. The thick line is where the true
            difference can be, and the upright tick is the most that B may lose, {margin_words}. Line wholly on the
            right of the tick: <span class="passed">not worse</span>. Wholly on its left:{' '}
            <span class="failed">worse</span>. Each end of a line is wrong in at most {percentage(significance_level)}{' '}
            of comparisons ({sure(significance_level)} sure).
          </p>
          <IntervalRows rows={drawn.map(rowOf)} scale={scaleOf(drawn)} labelOf={pointsLabel} />
        </>
      ) : null}
      {cases.length > 0 ? <CaseTable cases={cases} /> : null}
      {drawn.slice(0, mostFigures).map((one) => (
        <PairMarks one={one} />
      ))}
      {cases.slice(0, mostFigures).map((one) => (
        <SliceChanges one={one} isOnly={cases.length === 1} />
      ))}
    </section>
  );
}

function rowOf(one: PairCaseView): IntervalRow {
  const { outcome, key, name, words, change, used, unit } = one;
  const { difference, lower, upper, bar } = change;
  const bounds = boundsInPoints({ lower, upper });
  return {
    outcome,
    name: (
      <>
        <a id={key} href={`#${key}`}>
          <Shown text={name} />
        </a>{' '}
        <span class="soft small">{unitsText(used, unit)}</span>
      </>
    ),
    interval: { outcome, estimate: difference, lower, upper, bar, better: 'up' },
    sentence: plainText(change.sentence),
    say: (
      <>
        <b>
          {differenceText(difference ?? 0)}: <Shown text={words} />
        </b>
        <span class="soft">{bounds.length > 0 ? bounds.join(', ') : 'no bound holds here'}</span>
      </>
    ),
  };
}

/** Returns a scale with zero in its middle. */
function scaleOf(cases: readonly PairCaseView[]): FigureScale {
  const ends = cases.flatMap(({ change: { difference, lower, upper, bar } }) => [difference, lower, upper, 1.5 * bar]);
  const most = Math.max(0.01, ...ends.flatMap((end) => (end === null ? [] : [Math.abs(end)])));
  const step = most > 0.2 ? 0.1 : most > 0.05 ? 0.02 : 0.01;
  const to = Math.min(1, Math.ceil(most / step - 1e-9) * step);
  return { from: -to, to };
}

function pointsLabel(share: number): string {
  const points = Number((share * 100).toFixed(2));
  return points > 0 ? `+${points}` : String(points);
}

function CaseTable({ cases }: { readonly cases: readonly PairCaseView[] }): VNode {
  return (
    <ScrollRegion name="All cases">
      <table class="pairs">
        <ColumnHeads
          titles={['case', 'pairs', 'A', 'B', 'better with B', 'worse with B', 'outcome']}
          figures={['pairs', 'A', 'B', 'better with B', 'worse with B']}
        />
        <tbody>
          {cases.map((one) => (
            <tr id={one.change.difference !== null && one.standing !== 'decides_nothing' ? undefined : one.key}>
              <td>
                <Shown text={one.name} />
              </td>
              <td class="num">{count(one.used)}</td>
              <td class="num">{sideText(one, 'a')}</td>
              <td class="num">{sideText(one, 'b')}</td>
              <td class="num">{count(one.better)}</td>
              <td class="num">{count(one.worse)}</td>
              <td>
                <Mark of={one.outcome} /> <Shown text={one.words} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Returns the mean of a side: right answers of few pairs are counted, scores are out of 100. */
function sideText({ measure, counts, used, ...sides }: PairCaseView, side: 'a' | 'b'): string {
  const mean = sides[side];
  if (mean === null) return '–';
  if (measure === 'score') return `${Number((mean * 100).toFixed(1))} of 100`;
  if (counts && used <= 100) {
    return `${count(counts.both + (side === 'a' ? counts.only_a : counts.only_b))} of ${count(used)}`;
  }
  return percentage(mean);
}

/** Up to so many pairs have a mark each. */
const mostMarks = 240;

const abreast = 40;

const step = 16;

/** Shows one mark for each pair that changed: circles for better ones, diamonds for worse ones. */
function PairMarks({ one }: { readonly one: PairCaseView }): VNode | null {
  const { better, worse, counts, name } = one;
  if (better + worse === 0 || better + worse > mostMarks) return null;
  const [gained, lost] = counts ? ['newly right', 'newly wrong'] : ['better with B', 'worse with B'];
  return (
    <figure>
      <figcaption>
        Only pairs that changed can tell A and B apart{' '}
        <span>
          · <Shown text={name} />, a mark for each
        </span>
      </figcaption>
      <MarkLine number={better} words={gained} kind="passed" />
      <MarkLine number={worse} words={lost} kind="failed" />
      {counts ? (
        <p class="small soft">
          {count(counts.both)} are right in both and {count(counts.neither)} wrong in both.
        </p>
      ) : (
        <p class="small soft">{plural(one.same, 'pair is', 'pairs are')} equal.</p>
      )}
    </figure>
  );
}

interface MarkLineProps {
  readonly number: number;
  readonly words: string;
  readonly kind: 'passed' | 'failed';
}

function MarkLine({ number, words, kind }: MarkLineProps): VNode {
  const rows = Math.ceil(number / abreast);
  const [width, height] = [abreast * step, Math.max(1, rows) * step];
  return (
    <>
      <p class="small">
        <b class={kind}>
          {count(number)} {words}
        </b>
      </p>
      {number > 0 ? (
        <svg
          class={`dotline ${kind}`}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`${count(number)} ${words}`}
        >
          {Array.from({ length: number }, (_, at) => (
            <PairMark x={(at % abreast) * step + step / 2} y={Math.floor(at / abreast) * step + step / 2} kind={kind} />
          ))}
        </svg>
      ) : null}
    </>
  );
}

function PairMark({
  x,
  y,
  kind,
}: {
  readonly x: number;
  readonly y: number;
  readonly kind: MarkLineProps['kind'];
}): VNode {
  if (kind === 'passed') return <circle class="dot" fill="currentColor" cx={x} cy={y} r="5.4" />;
  return (
    <path class="dot" fill="currentColor" d={`M${x} ${y - 6.2} ${x + 6.2} ${y} ${x} ${y + 6.2} ${x - 6.2} ${y}Z`} />
  );
}

const mostSlices = 20;

/** Shows the share of each slice with A and with B, in one colour: slices decide nothing. */
function SliceChanges({ one, isOnly }: { readonly one: PairCaseView; readonly isOnly: boolean }): VNode {
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

function SliceRow({ row, scale }: { readonly row: Row; readonly scale: FigureScale }): VNode {
  const { value, pairs, a, b } = row;
  const [from, to] = [placeOnScale(a, scale), placeOnScale(b, scale)];
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
