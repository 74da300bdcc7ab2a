import type { VNode } from 'preact';
import type { Text } from '#view/text.js';
import { browserCode } from '../browser-code.js';
import { type EmbeddedRun, embedReplies } from './embed-replies.js';
import { RepliesSection, replyDataId } from './replies-section.js';
import { replyHead } from './reply-head.js';

export interface PageReplies {
  readonly section: VNode;
  /** As `PageDocument` has them. */
  readonly script: string;
  readonly data: Readonly<Record<string, Iterable<string>>>;
}

interface RepliesOptions {
  /** Reads the runs one after another. Can be called again. */
  readonly runs: () => Iterable<EmbeddedRun>;
  /** The command that shows all replies in a terminal. */
  readonly command: Text;
  /** The address from which a server sends the rows; absent for a file, which holds them. */
  readonly rowsAt?: string;
}

export function pageReplies({ runs, command, rowsAt }: RepliesOptions): PageReplies {
  const script = browserCode();
  if (rowsAt !== undefined) {
    const head = JSON.stringify({ head: replyHead(runs()) });
    return { section: <RepliesSection command={command} address={rowsAt} />, script, data: { [replyDataId]: [head] } };
  }
  const rows = embedReplies(runs);
  return { section: <RepliesSection command={command} rows={rows} />, script, data: { [replyDataId]: rows.pieces() } };
}
