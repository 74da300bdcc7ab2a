import { count, plural } from '#report/text/numbers.js';
import { visible, wrap } from '#report/text/visible.js';
import type { Terminal } from '../output/terminal.js';
import type { Selection } from './select-prompts.js';

/** Prints the ids of the prompts that a selection leaves out. */
export function noteLeftOut({ withoutCases: left }: Selection, terminal: Terminal): void {
  if (left.length > 0)
    terminal.err(line(`${plural(left.length, 'prompt')} without cases left out: ${listOfIds(left)}`, terminal));
}

/** Prints which of the selected prompts differ from a git ref. */
export function noteChanged(
  { ids, from }: { readonly ids: readonly string[]; readonly from: string },
  of: Selection,
  terminal: Terminal,
): void {
  if (ids.length > 0)
    terminal.err(
      line(
        `${count(ids.length)} of ${plural(of.ids.length, 'prompt')} ${ids.length === 1 ? 'differs' : 'differ'} from ${from}: ${listOfIds(ids)}`,
        terminal,
      ),
    );
}

/** The maximum number of names in a line. */
const mostNamed = 8;

/** Returns the ids of prompts for one line: the first eight, and the number of the others. */
function listOfIds(ids: readonly string[]): string {
  const more = ids.length > mostNamed ? `, and ${ids.length - mostNamed} more` : '';
  return (
    ids
      .slice(0, mostNamed)
      .map((id) => visible(id))
      .join(', ') + more
  );
}

function line(text: string, { errScreen }: Terminal): string {
  return `${wrap(text, errScreen.width).join('\n')}\n`;
}
