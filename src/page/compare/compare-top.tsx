import type { ComponentChildren, VNode } from 'preact';
import { usdWithSource } from '#report/text/built-in-prices.js';
import { duration } from '#report/text/numbers.js';
import { numberOf, textsOf } from '#view/facts.js';
import type { CompareReason, CompareView } from '#view/pairs/compare-view.js';
import { Mark } from '../marks.js';
import { whenText } from '../run/top.js';
import { joined } from '../run/words/claim-words.js';
import { capitalized, ended } from '../run/words/prose.js';
import { Shown } from '../text.js';

/** Shows the verdict of a comparison, what is and is not shown, and its facts. */
export function CompareTop({ view }: { readonly view: CompareView }): VNode {
  const { notes, outcome, headline, sentence, reasons, started_at } = view;
  return (
    <>
      {notes.length > 0 ? (
        <div class="note" role="note">
          {notes.map((note) => (
            <p>
              <Shown text={{ raw: ended(capitalized(note.raw)) }} />
            </p>
          ))}
        </div>
      ) : null}
      <div class="top">
        <p class="soft small">eva comparison{whenText(started_at)}</p>
        <h1>
          <Mark of={outcome} /> <Shown text={headline} />
        </h1>
        <p class="lead">
          <Shown text={sentence} />
        </p>
        {reasons.length > 0 ? (
          <ul class="why">
            {reasons.map((reason) => (
              <ReasonItem reason={reason} />
            ))}
          </ul>
        ) : null}
        <p class="facts">{joined(factParts(view), ' · ')}</p>
      </div>
    </>
  );
}

function ReasonItem({ reason: { mark, subject, text, href } }: { readonly reason: CompareReason }): VNode {
  const [words, ...others] = text;
  return (
    <li>
      <Mark of={mark} />
      <span>
        <a href={href}>
          <b>
            <Shown text={subject} />
          </b>
        </a>
        : {words ? <b>{<Shown text={words} />}</b> : null}.{' '}
        {others.map(({ raw }) => (
          <>
            <Shown text={{ raw: ended(capitalized(raw)) }} />{' '}
          </>
        ))}
      </span>
    </li>
  );
}

function factParts(view: CompareView): readonly ComponentChildren[] {
  const cost = numberOf(view, 'cost');
  const seconds = numberOf(view, 'duration');
  return [
    ...[view.a, view.b].map(({ label }, at) => (
      <>
        {at === 0 ? 'A' : 'B'} <Shown text={label} />
      </>
    )),
    ...textsOf(view, 'model').map((model) => <Shown text={{ raw: model }} />),
    ...(cost > 0 ? [usdWithSource(cost, textsOf(view, 'built_in_prices'))] : []),
    ...(seconds > 0 && numberOf(view, 'replies_model') > 0 ? [duration(seconds)] : ['no call was made']),
  ];
}
