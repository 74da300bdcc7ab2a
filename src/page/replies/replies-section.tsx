import type { VNode } from 'preact';
import { plural } from '#report/text/numbers.js';
import type { Text } from '#report/view/view.js';
import { Shown } from '../text.js';
import { keptCharacters, type RowCounts } from './embedded-rows.js';

interface RepliesSectionProps {
  readonly command: Text;
  /** The rows in the file; absent if a server sends them. */
  readonly rows?: { readonly passed: RowCounts; readonly others: RowCounts };
  readonly address?: string;
}

/** The ids of the elements that the code for the browser looks for. */
export const replyDataId = 'reply-data';

/** Shows the place of the list of replies. The code for the browser fills it. */
export function RepliesSection({ command, rows, address }: RepliesSectionProps): VNode {
  return (
    <section id="replies" class="noprint" aria-labelledby="replies-title">
      <h2 id="replies-title">Replies</h2>
      {rows && <Omitted passed={rows.passed} others={rows.others} command={command} />}
      <div id="reply-list" data-rows={address}>
        <p>
          The list of replies needs JavaScript. The rest of this page does not. In a terminal:{' '}
          <code>
            <Shown text={command} />
          </code>
        </p>
      </div>
    </section>
  );
}

interface OmittedProps {
  readonly passed: RowCounts;
  readonly others: RowCounts;
  readonly command: Text;
}

function Omitted({ passed, others, command }: OmittedProps): VNode | null {
  const parts = [...partsOf(passed, 'that passed'), ...partsOf(others, 'that did not pass')];
  if (parts.length === 0) return null;
  return (
    <p class="note">
      To keep this file small, {parts.join('; ')}. All of them, whole:{' '}
      <code>
        <Shown text={command} />
      </code>
    </p>
  );
}

function partsOf({ cut, omitted }: RowCounts, which: string): readonly string[] {
  return [
    ...(cut > 0
      ? [`the texts of ${plural(cut, 'reply', 'replies')} ${which} are cut to ${keptCharacters} characters`]
      : []),
    ...(omitted > 0
      ? [`${plural(omitted, 'reply', 'replies')} ${which} ${omitted === 1 ? 'is' : 'are'} left out`]
      : []),
  ];
}
