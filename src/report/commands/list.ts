import type { ListedPrompt } from '#gate/list-prompts.js';
import { markSpan } from '../run/heading.js';
import { plural, usd } from '../text/numbers.js';
import type { PaintedSpan, Screen } from '../text/screen.js';
import { type Column, tableLines } from '../text/table.js';
import { clip } from '../text/visible.js';

const nothing = '–';

export function renderList(prompts: readonly ListedPrompt[], screen: Screen): string {
  if (prompts.length === 0) return 'prompts/ holds no prompts yet\n';
  const width = Math.max(40, screen.width);
  const lines = tableLines(columnsOf(prompts, Math.max(12, Math.floor(width / 3)), screen), width, screen.paint.dim);
  const broken = prompts.filter(({ problems }) => problems.length > 0).length;
  const more = broken === 0 ? [] : ['', ` ${screen.paint.red(`${plural(broken, 'prompt')} cannot be read`)}`];
  return `\n${[...lines, ...more].join('\n')}\n`;
}

function columnsOf(prompts: readonly ListedPrompt[], nameWidth: number, screen: Screen): readonly Column[] {
  const cells = (spanOf: (prompt: ListedPrompt) => PaintedSpan) => prompts.map((prompt) => [spanOf(prompt)]);
  return [
    { title: ' ', cells: cells((prompt) => markOf(prompt, screen)) },
    { title: 'prompt', cells: cells(({ id }) => ({ text: clip(id, nameWidth) })) },
    { title: 'status', cells: cells(({ status }) => ({ text: status ?? nothing })) },
    { title: 'evidence', cells: cells((prompt) => evidenceSpan(prompt, screen)) },
    { title: 'result', cells: cells(({ last }) => ({ text: last ? resultInWords(last) : nothing })) },
    {
      title: 'cost',
      cells: cells(({ last }) => ({ text: last ? usd(last.cost_usd) : nothing })),
      isNumber: true,
      leave: 2,
    },
    { title: 'last run', cells: cells(({ last }) => ({ text: last ? dayOf(last.ts) : nothing })), leave: 1 },
  ];
}

function markOf({ last, evidence, problems }: ListedPrompt, screen: Screen): PaintedSpan {
  if (problems.length > 0) return { text: '!', colour: screen.paint.red };
  return last && evidence === 'fresh' ? markSpan(last.all_passed ? 'passed' : 'failed', screen) : { text: ' ' };
}

function evidenceSpan({ evidence, differs, synthetic }: ListedPrompt, { paint }: Screen): PaintedSpan {
  switch (evidence) {
    case null:
      return { text: 'unreadable', colour: paint.red };
    case 'stale':
      return { text: `stale: ${differs.join(', ')}`, colour: paint.yellow };
    default:
      return { text: evidence === 'fresh' && synthetic ? 'fresh, synthetic' : evidence };
  }
}

function resultInWords({ all_passed, passed, total }: NonNullable<ListedPrompt['last']>): string {
  return all_passed ? `passed ${passed}/${total}` : `${passed}/${total} passed`;
}

/** Returns the day of a time; clips other texts, since a row may have any. */
function dayOf(ts: string): string {
  return Number.isNaN(Date.parse(ts)) ? nothing : new Date(ts).toISOString().slice(0, 10);
}
