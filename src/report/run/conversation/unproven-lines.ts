import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import { count, plural } from '../../text/numbers.js';
import { type Screen, usableWidth } from '../../text/paint.js';
import { wrap } from '../../text/wrap.js';
import { rubricOf } from '../rubric-score.js';
import { kindLines, kindsOf } from '../trial-digest.js';
import { shortfallLines } from './shortfall-lines.js';
import { type Shortfall, shortfallsOf } from './shortfalls.js';
import { transcriptLines } from './transcript.js';

const mostShortfalls = 4;
/** Of the reason for which a conversation failed: what matters is a program's last words, at its end. */
const reasonColumns = 300;

/** Why a case of conversations did not pass: those that failed, what each unproven expectation has to blame, and the worst of them. */
export function conversationLines(result: CaseResult, one: Case, screen: Screen): string[] {
  const shortfalls = shortfallsOf(result, one);
  return [
    ...failedLines(result, screen),
    ...shortfallsLines(shortfalls, result, one, screen),
    ...worstConversation(result, shortfalls, screen),
  ];
}

/** What kept the behaviours that are expected beside other things from being proven. */
export function behaviorLines(result: CaseResult, one: Case, screen: Screen): string[] {
  const own = shortfallsOf(result, one).filter(({ expectation }) => expectation.grader.grader === 'expected_behavior');
  return shortfallsLines(own, result, one, screen);
}

function shortfallsLines(shortfalls: readonly Shortfall[], result: CaseResult, one: Case, screen: Screen): string[] {
  const more = shortfalls.length - mostShortfalls;
  return [
    ...shortfalls.slice(0, mostShortfalls).flatMap((own) => shortfallLines(own, result, rubricOf(one), screen)),
    ...(more > 0 ? [`    … and ${plural(more, 'more expectation')} in result.json of the run`] : []),
  ];
}

function failedLines({ trials }: CaseResult, screen: Screen): string[] {
  const failed = trials.filter((trial) => trial.outcome === 'failed');
  if (failed.length === 0) return [];
  const kinds = kindsOf(
    failed.map(({ index, reason }) => ({
      trial: index,
      findings: [{ about: reason, holds: false, reason: '' }],
      held: 0,
    })),
  );
  const sum = `${count(failed.length)} of ${plural(trials.length, 'conversation')} failed, which counts against every claim:`;
  return [
    ...wrap(sum, usableWidth(screen) - 4).map((line) => `    ${line}`),
    ...kindLines(kinds, undefined, screen, reasonColumns),
  ];
}

/** The conversation with the worst value of the first expectation to blame, else the first that failed. */
function worstConversation(result: CaseResult, shortfalls: readonly Shortfall[], screen: Screen): string[] {
  const worst = shortfalls.flatMap(({ scores }) => scores.slice(0, 1))[0]?.trial;
  const trial = result.trials.find(({ index, outcome, turns }) =>
    worst === undefined ? outcome === 'failed' && turns.length > 0 : index === worst,
  );
  return trial ? ['', ...transcriptLines(trial, result.sample_size, screen)] : [];
}
