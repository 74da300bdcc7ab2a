import type { ComponentChildren, VNode } from 'preact';
import { count, plural } from '#report/text/numbers.js';
import { numberOf, textsOf } from '#view/facts.js';
import type { View } from '#view/view.js';
import { Shown } from '../text.js';

/** Shows what a reader must know besides the verdict: synthetic, partial, replayed and unfinished runs, and old evidence. */
export function Banner({ view }: { readonly view: View }): VNode | null {
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

interface Note {
  readonly title: string;
  readonly words: ComponentChildren;
}

function notesOf(view: View): readonly Note[] {
  const { flags, outcome } = view;
  const has = (flag: View['flags'][number]) => flags.includes(flag);
  const isKept = has('replayed') && !has('synthetic') && outcome !== 'unfinished';
  return [
    ...(has('synthetic') ? [{ title: 'Synthetic replies.', words: syntheticWords(view) }] : []),
    ...(outcome === 'unfinished' ? [{ title: 'Unfinished.', words: <Missing view={view} /> }] : []),
    ...(view.shard ? [{ title: 'A shard.', words: 'It has no verdict by itself.' }] : []),
    ...(has('partial') ? [{ title: 'Partial.', words: 'Not all cases ran. A partial run opens no gate.' }] : []),
    ...(has('look') ? [{ title: 'A look.', words: 'Replies are shown. Nothing judges them.' }] : []),
    ...(has('override')
      ? [
          {
            title: 'Overridden.',
            words: 'It ran with another model or other cases than the files name, so it opens no gate.',
          },
        ]
      : []),
    ...(isKept ? [{ title: 'Replayed.', words: 'No model was called: every reply is recorded.' }] : []),
    ...(has('stale')
      ? [{ title: 'Stale.', words: 'The files have changed since: this is no evidence for what they are now.' }]
      : []),
    ...(has('forced')
      ? [
          {
            title: 'Too few trials.',
            words: '--allow-underpowered ran a criterion that cannot pass with its number of trials.',
          },
        ]
      : []),
    ...(has('unrecorded')
      ? [{ title: 'Not recorded.', words: 'The replies could not be written to the recordings.' }]
      : []),
    ...(has('merged_repeatedly') ? [{ title: 'Collected again.', words: repeatedWords(view) }] : []),
    ...textsOf(view, 'not_ready').map((why) => ({
      title: 'Not enough for ready.',
      words: <Shown text={{ raw: why }} />,
    })),
  ];
}

function syntheticWords(view: View): string {
  const synthetic = numberOf(view, 'replies_synthetic');
  const all = numberOf(view, 'replies_model') + numberOf(view, 'replies_recorded') + synthetic;
  const some = synthetic === all ? 'Every reply was' : `${count(synthetic)} of ${plural(all, 'reply', 'replies')} were`;
  return `${some} written by hand, not by a model: this says nothing about a model.`;
}

function repeatedWords(view: View): string {
  return `Shards were collected more than once: ${plural(numberOf(view, 'further_collections'), 'further attempt')}.`;
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
