import type { ComponentChildren, VNode } from 'preact';
import { costWords, countedOutcomes } from '#report/formats/run-words.js';
import { count, duration, plural } from '#report/text/numbers.js';
import { factTexts, numberOf } from '#report/view/facts.js';
import { countText, hasFigure, pastOf, sure } from '#report/view/reasons.js';
import { replyWords } from '#report/view/run-sentence.js';
import type { Claim, Counts, SliceClaim, Text, View } from '#report/view/view.js';
import { Shown } from '../text.js';

export function ClaimFigures({ claim, more }: { readonly claim: Claim; readonly more?: string }): VNode {
  return (
    <Figures
      found={<FoundText claim={claim} />}
      parts={[...figureParts(claim), ...(more === undefined ? [] : [more])]}
    />
  );
}

export function ClaimLine({ claim }: { readonly claim: Claim }): VNode {
  return <>{joined([<FoundText claim={claim} />, ...figureParts(claim)])}</>;
}

function figureParts(claim: Claim): readonly ComponentChildren[] {
  const { bound, bar, significance_level: level, ungraded, failed, outcome } = claim;
  return [
    ...(bound !== null && level !== null && (hasFigure(claim) || isBeyondBar(claim))
      ? [<BoundText bound={bound} level={level} />]
      : []),
    ...(outcome === 'inconclusive' ? ['not shown either way'] : []),
    ...(bar === null ? [] : [barText(bar)]),
    ...(failed > 0 ? [`${count(failed)} without a usable answer`] : []),
    ...(ungraded > 0 ? [`${count(ungraded)} ungraded`] : []),
  ];
}

function BoundText({ bound, level }: { readonly bound: Text; readonly level: number }): VNode {
  return (
    <>
      <Shown text={bound} /> ({sure(level)} sure)
    </>
  );
}

export function SliceFigures({ row, level }: { readonly row: SliceClaim; readonly level: number }): VNode {
  const { bound, remark, found, failed, ungraded } = row;
  const parts: ComponentChildren[] = [
    ...(bound === null ? [] : [<BoundText bound={bound} level={level} />]),
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

export function FactsLine({ view }: { readonly view: View }): VNode {
  const cost = costWords(view);
  const parts: ComponentChildren[] = [
    ...modelParts(view),
    trialsText(view),
    ...(cost === null ? [] : [cost]),
    ...(numberOf(view, 'duration') > 0 ? [duration(numberOf(view, 'duration'))] : []),
    ...sourceParts(view),
  ];
  return <p class="facts">{joined(parts, ' · ')}</p>;
}

function modelParts(view: View): readonly VNode[] {
  const models = factTexts(view, 'model');
  const variant = factTexts(view, 'variant').filter((name) => !models.includes(name));
  return [
    ...variant.map((name) => <Shown text={{ raw: name }} />),
    ...models.map((name) => <Shown text={{ raw: name }} />),
    ...factTexts(view, 'judge').map((name) => (
      <>
        judge <Shown text={{ raw: name }} />
      </>
    )),
  ];
}

function trialsText(view: View): string {
  const [trials, saved] = [numberOf(view, 'trials'), numberOf(view, 'trials_saved')];
  if (saved === 0) return plural(trials, 'trial');
  return `${plural(trials, 'trial')}, ${count(saved)} saved by stopping early`;
}

function sourceParts(view: View): readonly string[] {
  const [model, recorded, synthetic] = (['replies_model', 'replies_recorded', 'replies_synthetic'] as const).map(
    (name) => numberOf(view, name),
  );
  const all = (model ?? 0) + (recorded ?? 0) + (synthetic ?? 0);
  if (all === 0) return [];
  if (model === all) return ['all replies from the model'];
  if (recorded === all) return ['all replies recorded'];
  if (synthetic === all) return ['all replies SYNTHETIC'];
  return [repliesText(view)];
}

export function repliesText(view: View): string {
  const parts = [
    [numberOf(view, 'replies_model'), 'from the model'],
    [numberOf(view, 'replies_recorded'), 'recorded'],
    [numberOf(view, 'replies_synthetic'), 'SYNTHETIC'],
    [numberOf(view, 'replies_application'), 'from the application'],
  ] as const;
  return parts.flatMap(([number, words]) => (number > 0 ? [`${count(number)} ${words}`] : [])).join(', ');
}

export function pageVerdictWords(view: View): string {
  const { outcome, flags, cases, shard } = view;
  const partial = flags.includes('partial') ? `, partial: ${plural(cases.length, 'case')}` : '';
  if (shard) return `is shard ${shard.index} of ${shard.of}: ${outcome === 'collected' ? 'collected' : 'unfinished'}`;
  if (cases.length === 0) return 'has no case: nothing was evaluated';
  if (outcome === 'shown') return `was shown, not judged${partial}`;
  if (outcome === 'unfinished') return `is unfinished${replyWords(view)}${partial}`;
  if (flags.includes('waiting')) {
    return `waits for ${plural(numberOf(view, 'labels_awaited'), 'label')}${replyWords(view)}${partial}`;
  }
  return `${outcome === 'passed' ? 'passed' : 'did not pass'}${replyWords(view)}${partial}`;
}

export function CountsText({ counts }: { readonly counts: Counts }): VNode {
  const parts = countedOutcomes.flatMap((outcome) =>
    counts[outcome] > 0 ? [<span class={outcome}>{`${count(counts[outcome])} ${outcome}`}</span>] : [],
  );
  return <>{joined(parts, ' · ')}</>;
}
