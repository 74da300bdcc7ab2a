import type { ComponentChildren, VNode } from 'preact';
import { findingText } from '#report/run/claim-words.js';
import { count, plural } from '#report/text/numbers.js';
import { answerText, type MarkedPiece, type ReplyPair } from '#report/view/changed-pairs.js';
import type { CompareView } from '#report/view/compare-view.js';
import { missed } from '#report/view/reply-groups.js';
import type { Reply } from '#report/view/view.js';
import { Mark } from '../marks.js';
import { Shown, ShownLines } from '../text.js';

interface ChangedPairsProps {
  readonly pairs: ShownPairs;
  readonly total: CompareView['changed'];
}

/** Shows answers of both sides beside each other, with the words that differ marked: worse ones first, better ones folded. */
export function ChangedPairs({ pairs: { worse, better }, total }: ChangedPairsProps): VNode | null {
  if (worse.length + better.length === 0) return null;
  return (
    <section id="changed" aria-labelledby="h-changed">
      <h2 id="h-changed">Pairs that changed</h2>
      {worse.length > 0 ? (
        <>
          <h3>{plural(total.worse, 'pair')} got worse</h3>
          <Rest shown={worse.length} all={total.worse} word="worse" />
          {worse.map((pair) => (
            <PairBlock pair={pair} />
          ))}
        </>
      ) : null}
      {better.length > 0 ? (
        <details class="more">
          <summary>{plural(total.better, 'pair')} got better</summary>
          <Rest shown={better.length} all={total.better} word="better" />
          {better.map((pair) => (
            <PairBlock pair={pair} />
          ))}
        </details>
      ) : null}
    </section>
  );
}

function Rest({
  shown,
  all,
  word,
}: {
  readonly shown: number;
  readonly all: number;
  readonly word: string;
}): VNode | null {
  if (shown >= all) return null;
  return (
    <p class="small soft">
      {count(shown)} of them. <code>eva compare</code> with <code>--items {word}</code> shows all.
    </p>
  );
}

function PairBlock({ pair }: { readonly pair: ReplyPair }): VNode {
  const { case: name, inputs, change, a, b, words } = pair;
  const item = b.item ?? a.item;
  return (
    <div class="reply">
      <div class="head">
        <Mark of={change === 'worse' ? 'failed' : 'passed'} />
        <b>{item ? <Shown text={{ raw: `item ${item.id.raw}` }} /> : `trial ${count(b.trial + 1)}`}</b>
        <span>
          <Shown text={name} />
        </span>
        {isSameAnswer(pair) ? <span>same answer, judged differently</span> : null}
      </div>
      {inputs.map((input) => (
        <div class="pair">
          <span>{inputs.length > 1 ? <Shown text={input.name} /> : 'input'}</span>
          <pre>
            <ShownLines text={input.value} />
          </pre>
        </div>
      ))}
      <div class="sbs">
        <Side letter="A" reply={a} pieces={words?.a ?? null} />
        <Side letter="B" reply={b} pieces={words?.b ?? null} />
      </div>
    </div>
  );
}

function isSameAnswer({ a, b }: ReplyPair): boolean {
  const isSame = a.turns.every(({ response }, at) => response.raw === b.turns[at]?.response.raw);
  return isSame && answerText(a) === answerText(b) && !a.unusable && !b.unusable;
}

interface SideProps {
  readonly letter: 'A' | 'B';
  readonly reply: Reply;
  readonly pieces: readonly MarkedPiece[] | null;
}

function Side({ letter, reply, pieces }: SideProps): VNode {
  const reasons = missed(reply).filter(({ reason }) => reason.raw !== '');
  return (
    <div>
      <span>
        {letter}, <Mark of={reply.outcome} isWordBeside /> {reply.outcome}
        {pieces?.some(({ is_changed }) => is_changed) ? '; changes marked' : ''}
      </span>
      <pre>
        {pieces ? pieces.map((piece) => markedPiece(piece, letter)) : <ShownLines text={{ raw: answerText(reply) }} />}
      </pre>
      {reply.unusable ? (
        <p class="small soft">
          <Shown text={reply.unusable} />
        </p>
      ) : null}
      {reasons.map((finding) => (
        <p class="small soft">
          <Shown text={{ raw: findingText(finding, Number.POSITIVE_INFINITY, ': ') }} />
        </p>
      ))}
    </div>
  );
}

function markedPiece({ raw, is_changed }: MarkedPiece, letter: SideProps['letter']): ComponentChildren {
  const shown = <ShownLines text={{ raw }} />;
  if (!is_changed) return shown;
  return letter === 'A' ? <del>{shown}</del> : <ins>{shown}</ins>;
}

export interface ShownPairs {
  readonly worse: readonly ReplyPair[];
  readonly better: readonly ReplyPair[];
}

/** The greatest numbers of pairs on a page, and of characters in their answers. */
const most = { worse: 50, better: 25, characters: 4_000_000 } as const;

export async function readShownPairs(changed: AsyncIterable<ReplyPair>): Promise<ShownPairs> {
  const pairs = { worse: [] as ReplyPair[], better: [] as ReplyPair[] };
  let characters = 0;
  for await (const pair of changed) {
    const own = pairs[pair.change];
    if (own.length < most[pair.change]) {
      characters += answerText(pair.a).length + answerText(pair.b).length;
      if (characters > most.characters) break;
      own.push(pair);
    }
    if (pairs.worse.length === most.worse && pairs.better.length === most.better) break;
  }
  return pairs;
}
