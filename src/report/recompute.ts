import type { Verdict } from '#model/verdict.js';
import { markOf } from './mark.js';
import { count, plural } from './numbers.js';
import { type Screen, usableWidth } from './paint.js';
import { visible } from './visible.js';
import { wrap } from './wrap.js';

/** A stored verdict that does not follow from the stored scores; null where one of the two does not exist. */
export interface VerdictDifference {
  readonly case: string;
  readonly about: string;
  readonly criterion: string;
  readonly stored: Verdict | null;
  readonly recomputed: Verdict | null;
}

/** Whether the verdicts of a run follow from its scores, and each that does not. */
export function prettyRecompute(differences: readonly VerdictDifference[], total: number, screen: Screen): string {
  const blocks = differences.map((one) => differenceLines(one, screen).join('\n'));
  return `\n${[...blocks, closing(differences.length, total, screen)].join('\n\n')}\n`;
}

function closing(differing: number, total: number, screen: Screen): string {
  if (differing > 0)
    return `  ${screen.paint.red(`${count(differing)} of ${plural(total, 'verdict')} ${differing === 1 ? 'does' : 'do'} not follow from the scores`)}`;
  if (total === 0) return '  there is no verdict to compare';
  const agree = total === 1 ? 'the verdict agrees' : `all ${count(total)} verdicts agree`;
  return `  ${markOf(true, screen)} ${agree} with the scores`;
}

function differenceLines(difference: VerdictDifference, screen: Screen): string[] {
  const { case: name, about, criterion } = difference;
  const title = wrap(visible(`${name}  ${criterion} (${about})`), usableWidth(screen) - 4);
  return [
    ...title.map((line, i) => `  ${i === 0 ? markOf(false, screen) : ' '} ${line}`),
    ...changes(difference).flatMap((text) =>
      wrap(visible(text), usableWidth(screen) - 6).map((line) => `      ${line}`),
    ),
  ];
}

function changes({ stored, recomputed }: VerdictDifference): string[] {
  if (!stored) return [`not in the result; the scores say ${recomputed?.outcome ?? 'nothing'}`];
  if (!recomputed) return [`the result says ${stored.outcome}; the scores say nothing`];
  const keys = Object.keys({ ...stored, ...recomputed }) as (keyof Verdict)[];
  return keys
    .map((key) => ({ key, was: JSON.stringify(stored[key]), is: JSON.stringify(recomputed[key]) }))
    .filter(({ was, is }) => was !== is)
    .map(({ key, was, is }) => `${key}: the result says ${was}, the scores say ${is}`);
}
