import { oneLine } from '#model/text/quoted.js';
import type { FindingView, Miss, ScoreScale, Text } from '#view/view.js';
import { clip } from '../../text/clip.js';

/** Returns the label of a finding: `judge`, `check`, `value`. */
export function findingLabel({ kind }: Pick<FindingView, 'kind'>): string {
  switch (kind) {
    case 'rubric':
    case 'behavior':
    case 'trigger':
      return 'judge';
    case 'value':
      return 'value';
    case 'answer':
      return 'answer';
    default:
      return 'check';
  }
}

/** Renders a finding: what was expected, and why it does not hold. */
export function findingText(finding: FindingView, widestAbout = Number.POSITIVE_INFINITY): string {
  const { kind, about, reason, score, scale, votes, value, unit, turn } = finding;
  if (kind === 'answer') return reason.raw;
  if (kind === 'trigger') return reason.raw;
  if (kind === 'value' && value !== undefined) {
    return `${about.raw}: ${inUnit(value, unit)}${turn === undefined ? '' : ` in turn ${turn + 1}`}`;
  }
  const subject = kind === 'rubric' ? [] : [clip(oneLine(about.raw), widestAbout)];
  const scored = score === undefined ? [] : [scoreText([score, score], scale) + votesText(votes)];
  const start = [...subject, ...scored].join(': ');
  return [start, oneLine(reason.raw)].filter((part) => part !== '').join(kind === 'check' ? '   ' : ': ');
}

/** Renders a miss: `max_tokens: 120`, `judge 2 to 3 of 5, needs 4`. */
export function missText({ kind, about, scores, scale, mark, reason }: Miss): string {
  const what =
    kind === 'rubric' || kind === 'trigger' ? 'judge' : kind === 'answer' ? (reason?.raw ?? 'answer') : about.raw;
  const scored = scores === null ? [] : [scoreText(scores, scale ?? undefined)];
  const because =
    reason !== null && reason.raw !== '' && kind !== 'answer' && scores === null ? `   ${oneLine(reason.raw)}` : '';
  if (scores === null && because === '' && mark === 'ungraded') return `${what} ungraded`;
  if (kind === 'value' && because === '') return `${what}: beyond its bar`;
  return [what, ...scored].join(kind === 'rubric' ? ' ' : ': ') + because;
}

function scoreText([low, high]: readonly [number, number], scale: ScoreScale | undefined): string {
  const range = low === high ? String(low) : `${low} to ${high}`;
  if (!scale) return range;
  return `${range} of ${scale.best}${low < scale.needs ? `, needs ${scale.needs}` : ''}`;
}

/** Renders the votes of a judge: ` (votes 2, 2, –)`; empty for a single vote. */
export function votesText(votes: readonly (number | null)[] = []): string {
  return votes.length > 1 ? ` (votes ${votes.map((vote) => vote ?? '–').join(', ')})` : '';
}

/** Returns a value in its unit: `7.25 s`, `$0.0412`, `3`. */
export function inUnit(value: number, unit: Text | undefined): string {
  if (unit?.raw === 'USD') return `$${Number(value.toPrecision(3))}`;
  return `${Number(value.toPrecision(3))} ${unit?.raw ?? ''}`.trimEnd();
}
