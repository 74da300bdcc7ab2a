import { answerText, type ReplyPair } from '#view/pairs/changed-replies.js';

/** The pairs of answers that a page shows, a part of all that changed. */
export interface ShownPairs {
  readonly worse: readonly ReplyPair[];
  readonly better: readonly ReplyPair[];
}

/** The greatest numbers of pairs on a page, and of characters in their answers. */
const most = { worse: 50, better: 25, characters: 4_000_000 } as const;

/** Reads pairs that changed until a page has enough of them. */
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
