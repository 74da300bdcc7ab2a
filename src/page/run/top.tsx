import type { ComponentChildren, VNode } from 'preact';
import { count, plural } from '#report/text/numbers.js';
import { factTexts, numberOf } from '#report/view/facts.js';
import { capitalized, ended, proseOf } from '#report/view/run-sentence.js';
import type { Reason, Text, View } from '#report/view/view.js';
import { Mark } from '../marks.js';
import { Shown } from '../text.js';
import { RunHeading } from './header.js';
import { FactsLine, pageVerdictWords } from './run-words.js';
import { caseId, levelIn, type RunScope } from './scope.js';

export interface RunProps {
  readonly view: View;
  readonly scope: RunScope;
  /** The name of the variant or the model, for a run among others of its prompt. */
  readonly variant?: Text | null;
}

export function RunTop({ view, scope, variant = null }: RunProps): VNode {
  const more = view.cases.reduce((sum, { reasons }) => sum + reasons.length, 0) - view.reasons.length;
  return (
    <>
      <Banner view={view} />
      <div class="top">
        {scope.isOnly ? <p class="soft small">eva evaluation of a prompt{whenText(view.started_at)}</p> : null}
        <RunHeading
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
          {pageVerdictWords(view)}
        </RunHeading>
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

function Banner({ view }: { readonly view: View }): VNode | null {
  const notes = notesOf(view);
  if (notes.length === 0) return null;
  return (
    <div class="note" role="note">
      {notes.map(({ title, words }) => (
        <p>
          <b>{title}</b> {words}
        </p>
      ))}
    </div>
  );
}

function notesOf(view: View): readonly { readonly title: string; readonly words: ComponentChildren }[] {
  const { flags, outcome } = view;
  const has = (flag: View['flags'][number]) => flags.includes(flag);
  const isKept = has('replayed') && !has('synthetic') && outcome !== 'unfinished';
  const left = numberOf(view, 'replies_left_out');
  const notes: readonly (readonly [holds: boolean, title: string, words: ComponentChildren])[] = [
    [has('synthetic'), 'Synthetic replies.', syntheticWords(view)],
    [outcome === 'unfinished', 'Unfinished.', <Missing view={view} />],
    [view.shard !== null, 'A shard.', 'It has no verdict by itself.'],
    [has('partial'), 'Partial.', 'Not all cases ran. A partial run opens no gate.'],
    [has('look'), 'A look.', 'Replies are shown. Nothing judges them.'],
    [
      has('override'),
      'Overridden.',
      'It ran with another model or other cases than the files name, so it opens no gate.',
    ],
    [isKept, 'Replayed.', 'No model was called: every reply is recorded.'],
    [has('stale'), 'Stale.', 'The files have changed since: this is no evidence for what they are now.'],
    [
      has('forced'),
      'Too few trials.',
      '--allow-underpowered ran a criterion that cannot pass with its number of trials.',
    ],
    [has('unrecorded'), 'Not recorded.', 'The replies could not be written to the recordings.'],
    [
      left > 0,
      'Replies left out.',
      `An earlier process has the trials of ${plural(left, 'reply', 'replies')}, or they broke off.`,
    ],
    ...factTexts(view, 'not_ready').map(
      (why) => [true, 'Not enough for ready.', <Shown text={{ raw: why }} />] as const,
    ),
  ];
  return notes.flatMap(([holds, title, words]) => (holds ? [{ title, words }] : []));
}

function syntheticWords(view: View): string {
  const synthetic = numberOf(view, 'replies_synthetic');
  const all = numberOf(view, 'replies_model') + numberOf(view, 'replies_recorded') + synthetic;
  const some = synthetic === all ? 'Every reply was' : `${count(synthetic)} of ${plural(all, 'reply', 'replies')} were`;
  return `${some} written by hand, not by a model: this says nothing about a model.`;
}

function Missing({ view }: { readonly view: View }): VNode {
  const missing = view.cases.reduce((sum, { trials }) => sum + trials.missing, 0);
  const next = view.next.find(({ name }) => name === 'resume');
  return (
    <>
      {missing > 0
        ? `${plural(missing, 'reply is', 'replies are')} missing, so there is no verdict.`
        : 'There is no verdict.'}
      {next ? (
        <>
          {' '}
          To get what is missing: <code>{<Shown text={next.command} />}</code>
        </>
      ) : null}
    </>
  );
}
