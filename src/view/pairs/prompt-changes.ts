import { type Body, bodyText } from '#model/prompt.js';
import { text } from '../text.js';
import { plural } from '../words/numbers.js';
import type { PromptChanges, PromptLine } from './compare-view.js';

/** The number of unchanged lines that are shown beside a change. */
const around = 2;
/** Longer bodies are not compared line by line, so that it takes bounded time. In UTF-16 units. */
const longestBody = 500_000;
/** The greatest number of changed lines. Bodies with more have little in common. */
const mostEdits = 2000;

/** Returns the lines in which two bodies differ; null for equal and for very long ones. Loads its package on first use. */
export async function promptChanges(a: Body, b: Body): Promise<PromptChanges | null> {
  const [before, after] = [bodyText(a), bodyText(b)];
  if (before === after || before.length > longestBody || after.length > longestBody) return null;
  const { diffArrays } = await import('diff');
  const changes = diffArrays(before.split('\n'), after.split('\n'), { maxEditLength: mostEdits });
  if (!changes) return null;
  const lines = changes.flatMap(({ added, removed, value }) =>
    value.map((raw): PromptLine => ({ change: added ? 'added' : removed ? 'removed' : 'same', text: text(raw) })),
  );
  const number = (change: PromptLine['change']) => lines.filter((line) => line.change === change).length;
  return { added: number('added'), removed: number('removed'), lines: withGaps(lines) };
}

/** Replaces unchanged lines far from changes by a line that counts them. */
function withGaps(lines: readonly PromptLine[]): readonly PromptLine[] {
  const near = new Set<number>();
  for (const [index, { change }] of lines.entries()) {
    if (change === 'same') continue;
    for (let at = index - around; at <= index + around; at++) near.add(at);
  }
  const shown: PromptLine[] = [];
  let hidden = 0;
  const close = () => {
    if (hidden > 0) shown.push({ change: 'gap', text: text(`${plural(hidden, 'unchanged line')}`) });
    hidden = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (!near.has(index)) {
      hidden += 1;
      continue;
    }
    close();
    shown.push(line);
  }
  close();
  return shown;
}
