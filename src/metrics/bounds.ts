import type { Subject } from '#model/case.js';

/** Turns that a trial has at most; null for a query, whose trials have none. */
export function mostTurns(subject: Subject): number | null {
  if (subject.kind === 'trigger') return null;
  return subject.kind === 'conversation' ? subject.max_turns : 1;
}

/** The bound of one turn taken as often as there may be turns; null for a query. */
export function timesTurns(subject: Subject, perTurn: number): number | null {
  const turns = mostTurns(subject);
  return turns === null ? null : turns * perTurn;
}

/** For what nothing bounds. */
export const noCap = (): null => null;
