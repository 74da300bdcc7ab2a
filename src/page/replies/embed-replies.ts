import type { CaseReply } from '#view/runs/runs-view.js';
import { EmbeddedRows } from './embedded-rows.js';
import { type ListedRun, replyHead } from './reply-head.js';
import { replyRow } from './reply-row.js';

/** A run whose replies a page holds. */
export interface EmbeddedRun extends ListedRun {
  /** Reads its replies one at a time. */
  readonly replies: () => Iterable<CaseReply>;
}

/** Reads the replies of runs one at a time, and returns the rows that fit into one file. `runs` is read twice. */
export function embedReplies(runs: () => Iterable<EmbeddedRun>): EmbeddedRows {
  const head = replyHead(runs());
  const rows = new EmbeddedRows(head);
  const indexes = new Map(head.cases.map(({ run, key }, index) => [`${head.runs[run]?.key} ${key}`, index]));
  for (const { line, replies } of runs()) {
    for (const { key, reply } of replies()) {
      const index = indexes.get(`${line.key} ${key}`) ?? -1;
      const own = head.cases[index];
      if (own) rows.add(replyRow(reply, index, own));
    }
  }
  return rows;
}
