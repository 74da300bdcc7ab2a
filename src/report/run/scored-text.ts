import type { Finding } from '#model/run/score.js';
import type { ToldFinding } from './troubles.js';

/** How a behaviour was scored: `Tone: 2–4 of 10`, `Tone: without a score`. */
export function scoredText(about: string, findings: readonly ToldFinding[]): string {
  const scores = findings.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return `${about}: without a score`;
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const best = findings[0]?.best;
  return `${about}: ${low === high ? low : `${low}–${high}`}${best === undefined ? '' : ` of ${best}`}`;
}

/** ` (votes 2, 2, –)` where a judge was asked several times; empty otherwise. */
export function votesText({ votes = [] }: Pick<Finding, 'votes'>): string {
  return votes.length > 1 ? ` (votes ${votes.map((vote) => vote ?? '–').join(', ')})` : '';
}
