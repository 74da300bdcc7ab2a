import { type Case, replacesSlowAnswers } from '#model/case.js';
import { listed } from './full-run.js';

/** Names the cases with statistical criteria that replace slow answers, as the end of a sentence; empty if there is no such case. */
export function slowAnswersNote(cases: readonly Case[]): string {
  const names = cases.filter(replacesSlowAnswers).map(({ name }) => name);
  return names.length === 0 ? '' : `; timeouts: ask_again replaces slow answers in ${listed(names)}`;
}
