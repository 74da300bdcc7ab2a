import { oneLine } from '#model/text/quoted.js';
import type { FindingView, Miss, ScoreScale } from '../view.js';

/** Returns true for the only rubric of a case, which needs no name beside the word judge. */
export function isUnnamed({ kind, about }: Pick<FindingView, 'kind' | 'about'>): boolean {
  return kind === 'rubric' && about.raw === 'rubric';
}

/** Renders a miss: `max_tokens: 120`, `judge 2 to 3 of 5, needs 4`. `between` separates the part from the reason. */
export function missText({ kind, about, scores, scale, mark, reason }: Miss, between = '   '): string {
  const isPlain = isUnnamed({ kind, about }) || kind === 'trigger';
  const what = isPlain ? 'judge' : kind === 'answer' ? (reason?.raw ?? 'answer') : about.raw;
  const scored = scores === null ? [] : [scoreText(scores, scale ?? undefined)];
  const because =
    reason !== null && reason.raw !== '' && kind !== 'answer' && scores === null ? between + oneLine(reason.raw) : '';
  if (scores === null && because === '' && mark === 'ungraded') return `${what} ungraded`;
  if (kind === 'value' && because === '') return `${what}: beyond its bar`;
  return [what, ...scored].join(isUnnamed({ kind, about }) ? ' ' : ': ') + because;
}

/** Renders scores of a judge: `2 of 5, needs 4`, `2 to 3 of 5, needs 4`. */
export function scoreText([low, high]: readonly [number, number], scale: ScoreScale | undefined): string {
  const range = low === high ? String(low) : `${low} to ${high}`;
  if (!scale) return range;
  return `${range} of ${scale.best}${low < scale.needs ? `, needs ${scale.needs}` : ''}`;
}
