import type { Outcome } from '#model/run/verdict.js';
import { plural } from './text/numbers.js';
import { visible } from './text/visible.js';

/** The outcome of a prompt or of a case; `unfinished` while replies are missing. */
export type PromptOutcome = Outcome | 'unfinished';

/** A run of a prompt, as text shows it. */
export interface PromptView {
  readonly id: string;
  readonly run_id: string;
  readonly outcome: PromptOutcome;
  readonly cases: readonly {
    readonly name: string;
    readonly outcome: PromptOutcome;
    readonly reasons: readonly string[];
  }[];
}

/** Returns the result of a prompt as text: the outcome, then each case that did not pass with its reasons. */
export function renderPrompt({ id, run_id, outcome, cases }: PromptView): string {
  const rest = cases.filter((one) => one.outcome !== 'passed');
  const passed = cases.length - rest.length;
  const lines = rest.flatMap(({ name, outcome: own, reasons }) => [
    `  ${own}: ${visible(name)}`,
    ...reasons.map((reason) => `    ${visible(reason)}`),
  ]);
  return [
    `${visible(id)}: ${outcome}, ${passed} of ${plural(cases.length, 'case')} passed (run ${run_id})`,
    ...lines,
  ].join('\n');
}
