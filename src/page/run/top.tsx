import type { VNode } from 'preact';
import { plural } from '#report/text/numbers.js';
import type { Reason, Text, View } from '#view/view.js';
import { Mark } from '../marks.js';
import { Shown } from '../text.js';
import { Banner } from './banner.js';
import { Heading } from './heading.js';
import { caseId, levelIn, type RunScope } from './scope.js';
import { FactsLine } from './words/facts.js';
import { capitalized, ended, proseOf } from './words/prose.js';
import { verdictWords } from './words/verdict-words.js';

export interface RunProps {
  readonly view: View;
  readonly scope: RunScope;
  /** The name of the variant or the model, for a run among others of its prompt. */
  readonly variant?: Text | null;
}

/** Shows the verdict of a run, why it did not pass, and its facts. */
export function RunTop({ view, scope, variant = null }: RunProps): VNode {
  const more = view.cases.reduce((sum, { reasons }) => sum + reasons.length, 0) - view.reasons.length;
  return (
    <>
      <Banner view={view} />
      <div class="top">
        {scope.isOnly ? <p class="soft small">eva evaluation of a prompt{whenText(view.started_at)}</p> : null}
        <Heading
          level={levelIn(scope, 1)}
          kind={scope.isOnly ? 'page' : 'run'}
          isLong={view.title.raw.length > longTitle}
        >
          <Mark of={view.outcome} isWordBeside /> <Shown text={view.title} />{' '}
          {variant ? (
            <span class="soft">
              with <Shown text={variant} />{' '}
            </span>
          ) : null}
          {verdictWords(view)}
        </Heading>
        <p class="lead">
          <Sentence text={view.sentence} />
        </p>
        {view.reasons.length > 0 ? (
          <ul class="why">
            {view.reasons.map((reason) => (
              <ReasonItem reason={reason} scope={scope} />
            ))}
            {more > 0 ? <li>{`and ${plural(more, 'more reason')}, at the cases below`}</li> : null}
          </ul>
        ) : null}
        <FactsLine view={view} />
      </div>
    </>
  );
}

/** The length of a title from which its letters are smaller. */
const longTitle = 60;

/** Shows a sentence of eva, with the commands in it as code. */
function Sentence({ text: { raw } }: { readonly text: Text }): VNode {
  return (
    <>
      {raw.split(/`([^`]+)`/).map((part, at) =>
        at % 2 === 1 ? (
          <code>
            <Shown text={{ raw: part }} />
          </code>
        ) : (
          <Shown text={{ raw: part }} />
        ),
      )}
    </>
  );
}

function ReasonItem({ reason, scope }: { readonly reason: Reason; readonly scope: RunScope }): VNode {
  const { mark, subject, slice, text, href } = reason;
  return (
    <li>
      <Mark of={mark} />
      <span>
        <a href={`#${caseId(scope, href.slice(1))}`}>
          <b>
            <Shown text={subject} />
          </b>
        </a>
        :{' '}
        {slice ? (
          <>
            <b>
              <Shown text={slice.name} /> = <Shown text={slice.value} />
            </b>
            :{' '}
          </>
        ) : null}
        {text.map(({ raw }, at) => (
          <>
            <Shown text={{ raw: ended(proseOf(at > 0 ? capitalized(raw) : raw)) }} />{' '}
          </>
        ))}
      </span>
    </li>
  );
}

const months = 'January February March April May June July August September October November December'.split(' ');

/** Renders when a run began: ` · 24 November 2026, 10:15 UTC`; empty if that is not known. */
export function whenText(iso: string | null): string {
  const at = new Date(iso ?? Number.NaN);
  if (Number.isNaN(at.getTime())) return '';
  const time = at.toISOString().slice(11, 16);
  return ` · ${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}, ${time} UTC`;
}
