import type { CaseResult } from '#model/run/run.js';
import { count, plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';

const mostReasons = 8;
const mostNames = 12;
const mostRanges = 6;

/** What a run has no reply for, by reason: thirty cases behind one refused connection are one paragraph. */
export function missingLines(results: readonly CaseResult[], screen: Screen): string[] {
  const reasons = new Map<string, string[]>();
  for (const result of results.filter((one) => one.passed === null)) {
    for (const [reason, what] of missingParts(result)) appendTo(reasons, reason, what);
  }
  if (reasons.size === 0) return [];
  const more = reasons.size - mostReasons;
  return [
    screen.paint.bold('  Without a reply'),
    ...[...reasons].slice(0, mostReasons).flatMap(([reason, parts]) => paragraph(reason, parts, screen)),
    ...(more > 0 ? [`  … and ${plural(more, 'more reason')} in result.json of the run`] : []),
  ];
}

function paragraph(reason: string, parts: readonly string[], screen: Screen): string[] {
  const width = usableWidth(screen);
  const names = parts.slice(0, mostNames).join(', ') + andMore(parts.length - mostNames);
  return [
    ...wrap(visible(reason), width - 4).map((line, i) => `  ${i === 0 ? screen.paint.yellow('?') : ' '} ${line}`),
    ...wrap(visible(names), width - 6).map((line) => screen.paint.dim(`      ${line}`)),
  ];
}

/** Each reason for which a case has no reply, and the case with the trials that it concerns. */
function missingParts(result: CaseResult): (readonly [string, string])[] {
  const missing = result.trials.flatMap((trial) => (trial.outcome === 'missing' ? [trial] : []));
  if (missing.length === 0) return [['not run to the end', result.name]];
  const numbers = new Map<string, number[]>();
  for (const { reason, index } of missing) appendTo(numbers, reason, index + 1);
  return [...numbers].map(([reason, own]) => [reason, result.name + trialsInWords(own, result)]);
}

function appendTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const known = lists.get(key);
  if (known) known.push(item);
  else lists.set(key, [item]);
}

function trialsInWords(numbers: readonly number[], { trials }: CaseResult): string {
  if (trials.length <= 1) return '';
  const shown = ranges(numbers).slice(0, mostRanges);
  const told = shown.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const words = shown.map(({ first, last }) => (first === last ? String(first) : `${first}–${last}`));
  return ` (${numbers.length === 1 ? 'trial' : 'trials'} ${words.join(', ')}${andMore(numbers.length - told)})`;
}

/** Numbers in order as runs of neighbours. */
function ranges(numbers: readonly number[]): readonly { readonly first: number; readonly last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.last === number - 1) run.last = number;
    else runs.push({ first: number, last: number });
  }
  return runs;
}

function andMore(more: number): string {
  return more > 0 ? ` and ${count(more)} more` : '';
}
