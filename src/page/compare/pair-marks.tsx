import type { VNode } from 'preact';
import { count, plural } from '#report/text/numbers.js';
import type { PairCaseView } from '#view/pairs/compare-view.js';
import { Shown } from '../text.js';

/** Up to so many pairs have a mark each. */
const mostMarks = 240;
const abreast = 40;
const step = 16;

/** Shows one mark for each pair that changed: circles for better ones, diamonds for worse ones. */
export function PairMarks({ one }: { readonly one: PairCaseView }): VNode | null {
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
