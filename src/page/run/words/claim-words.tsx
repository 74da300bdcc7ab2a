import type { ComponentChildren, VNode } from 'preact';
import { count, plural } from '#report/text/numbers.js';
import type { Claim, SliceClaim } from '#view/view.js';
import { countText, hasFigure, pastOf } from '#view/words/claim-words.js';
import { sure } from '#view/words/numbers.js';
import { Shown } from '../../text.js';

/** Shows the figures of a claim in two lines: what was found, then bound and bar. */
export function ClaimFigures({ claim, more }: { readonly claim: Claim; readonly more?: string }): VNode {
  return (
    <Figures
      found={<FoundText claim={claim} />}
      parts={[...figureParts(claim), ...(more === undefined ? [] : [more])]}
    />
  );
}

/** Shows the figures of a claim on one line. */
export function ClaimLine({ claim }: { readonly claim: Claim }): VNode {
  return <>{joined([<FoundText claim={claim} />, ...figureParts(claim)])}</>;
}

function figureParts(claim: Claim): readonly ComponentChildren[] {
  const { bound, bar, significance_level: level, ungraded, failed, outcome } = claim;
  return [
    ...(bound !== null && level !== null && (hasFigure(claim) || isBeyondBar(claim))
      ? [
          <>
            <Shown text={bound} /> ({sure(level)} sure)
          </>,
        ]
      : []),
    ...(outcome === 'inconclusive' ? ['not shown either way'] : []),
    ...(bar === null ? [] : [barText(bar)]),
    ...(failed > 0 ? [`${count(failed)} without a usable answer`] : []),
    ...(ungraded > 0 ? [`${count(ungraded)} ungraded`] : []),
  ];
}

/** Shows the figures of a slice in two lines. */
export function SliceFigures({ row, level }: { readonly row: SliceClaim; readonly level: number }): VNode {
  const { bound, remark, found, failed, ungraded } = row;
  const parts: ComponentChildren[] = [
    ...(bound === null
      ? []
      : [
          <>
            <Shown text={bound} /> ({sure(level)} sure)
          </>,
        ]),
    ...(remark === null ? [] : [<Shown text={remark} />]),
    ...(failed > 0 ? [`${count(failed)} without a usable answer`] : []),
    ...(ungraded > 0 ? [`${count(ungraded)} ungraded`] : []),
  ];
  const words =
    found.k === undefined ? <Shown text={found.words} /> : `${count(found.k)} of ${count(found.n)} ${pastOf(found)}`;
  return <Figures found={words} parts={parts} />;
}

/** Returns true for a claim that passed with a bound of which only the side of the bar is known: `above the bar`. */
function isBeyondBar({ outcome, bound, range }: Claim): boolean {
  return outcome === 'passed' && bound !== null && range !== null && !range.holds;
}

interface FiguresProps {
  readonly found: ComponentChildren;
  readonly parts: readonly ComponentChildren[];
}

function Figures({ found, parts }: FiguresProps): VNode {
  return (
    <>
      <b>{found}</b>
      {parts.length > 0 ? ' ' : null}
      {parts.length > 0 ? <span class="soft">{joined(parts)}</span> : null}
    </>
  );
}

/** Joins parts of a line. */
export function joined(parts: readonly ComponentChildren[], between = ', '): ComponentChildren {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [between, part]));
}

function barText(bar: NonNullable<Claim['bar']>): VNode {
  return (
    <>
      bar <Shown text={bar} />
    </>
  );
}

function FoundText({ claim }: { readonly claim: Claim }): VNode {
  const { found } = claim;
  const { k, n, unit, words } = found;
  if (k === undefined) return <Shown text={words} />;
  if (unit !== 'trial') return <>{countText(found)}</>;
  return <>{`${count(k)} of ${plural(n, 'trial')} passed`}</>;
}
