import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { oneLine } from '#model/text/quoted.js';
import { Mark } from '../marks.js';
import { findingWords, ReplyBlock } from '../replies/reply-block.js';
import { linkOf, linkTo } from '../replies/reply-link.js';
import type { ReplyHead, ReplyRow } from '../replies/reply-row.js';
import { replyName } from '../replies/reply-row.js';
import { Shown } from '../text.js';

interface ReplyItemProps {
  readonly row: ReplyRow;
  readonly head: ReplyHead;
  /** True if an address names this reply: it opens, and gets the focus. */
  readonly isNamed: boolean;
}

/** Shows a reply in one line, and the whole of it when it is opened. */
export function ReplyItem({ row, head, isNamed }: ReplyItemProps): VNode {
  const [isOpen, setOpen] = useState(isNamed);
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isNamed) return;
    setOpen(true);
    summary.current?.scrollIntoView({ block: 'start' });
    summary.current?.focus({ preventScroll: true });
  }, [isNamed]);
  return (
    <details class="t" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary ref={summary}>
        <Mark of={row.outcome} />
        <span>
          <Name row={row} head={head} />
        </span>
        <span class="cut">
          <Shown text={{ raw: excerptOf(row) }} />
        </span>
        <span class="num small soft sc">{scoreOf(row)}</span>
        <span class="num small soft lat">{latencyOf(row)}</span>
      </summary>
      {isOpen && <Opened row={row} head={head} />}
    </details>
  );
}

type RowProps = Pick<ReplyItemProps, 'row' | 'head'>;

function Name({ row, head }: RowProps): VNode {
  const own = head.cases[row.case];
  const variant = head.runs.length > 1 ? head.runs[own?.run ?? 0]?.variant : null;
  return (
    <>
      <Shown text={own?.name ?? { raw: '' }} /> <Numbered row={row} />
      {variant && (
        <span class="soft">
          {' · '}
          <Shown text={variant} />
        </span>
      )}
    </>
  );
}

function Numbered({ row }: Pick<RowProps, 'row'>): VNode {
  return (
    <span class="soft">
      {row.item ? '' : 'trial '}
      <Shown text={{ raw: replyName(row) }} />
    </span>
  );
}

function Opened({ row, head }: RowProps): VNode {
  const own = head.cases[row.case];
  const latency = latencyOf(row);
  const slices = row.item?.slices ?? [];
  return (
    <>
      <ReplyBlock
        reply={row}
        inputs={own?.inputs ?? []}
        title={<Name row={row} head={head} />}
        head={
          <>
            {latency !== '' && <span>{latency}</span>}
            {slices.map(({ name, value }) => (
              <span>
                <Shown text={name} /> = <Shown text={value} />
              </span>
            ))}
            <a href={linkTo(linkOf(row, head))}>link to this reply</a>
          </>
        }
        showsHeld
      />
      {row.shortened && <p class="soft small">Only the beginning of its texts is in this file.</p>}
    </>
  );
}

const mostOfExcerpt = 160;

/** Returns why a reply did not pass, or the beginning of its text. */
function excerptOf({ outcome, findings, unusable, missing, turns }: ReplyRow): string {
  const missed = outcome === 'passed' ? undefined : findings.find(({ mark }) => mark !== 'passed');
  const reason = missed ? findingWords(missed) : outcome === 'passed' ? null : (missing ?? unusable)?.raw;
  return oneLine(reason ?? turns.at(-1)?.response.raw.slice(0, 2 * mostOfExcerpt) ?? '').slice(0, mostOfExcerpt);
}

function scoreOf({ findings }: ReplyRow): string {
  const scored = findings.filter(({ score }) => score !== undefined);
  const [lowest] = scored.sort((a, b) => (a.score ?? 0) - (b.score ?? 0));
  if (lowest?.score === undefined) return '';
  return lowest.scale ? `${lowest.score} of ${lowest.scale.best}` : String(lowest.score);
}

function latencyOf({ latency_s }: ReplyRow): string {
  return latency_s === null ? '' : `${latency_s.toFixed(1)} s`;
}
