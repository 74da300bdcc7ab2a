import { comparePage } from '#page/compare/compare-page.js';
import { answerText, type ReplyPair } from '#view/pairs/changed-replies.js';
import type { CompareReport } from './report.js';

/** The greatest numbers of pairs on a page, and of characters in their answers. */
const most = { worse: 50, better: 25, characters: 4_000_000 } as const;

/** Renders a comparison for browsers. Shows some of the pairs that changed, worse ones first. */
export async function* comparePieces({ view, changed }: CompareReport, version: string): AsyncGenerator<string> {
  const pairs: { readonly worse: ReplyPair[]; readonly better: ReplyPair[] } = { worse: [], better: [] };
  let characters = 0;
  for await (const pair of changed()) {
    const own = pairs[pair.change];
    if (own.length < most[pair.change]) {
      characters += answerText(pair.a).length + answerText(pair.b).length;
      if (characters > most.characters) break;
      own.push(pair);
    }
    if (pairs.worse.length === most.worse && pairs.better.length === most.better) break;
  }
  yield* comparePage({ view, pairs, version });
}
