import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import { outcomeOf } from '#model/run/run.js';
import { isCutShort, withoutEnding } from '../cut-short.js';
import { count, plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { wrap } from '../text/wrap.js';
import { caseHeading } from './case-heading.js';
import { gaveUpLines } from './conversation/gave-up.js';
import { behaviorLines, conversationLines } from './conversation/unproven-lines.js';
import { isStatistical } from './is-statistical.js';
import { markSpan } from './mark.js';
import { trialsLines } from './troubled-trials.js';
import { type Trouble, troublesOf } from './troubles.js';
import { verdictLines } from './verdict-lines.js';

/** A case told in full: its verdicts, and what did not hold in which trials. Empty if its line in the list says it all. */
export function caseBlock(result: CaseResult, one: Case | undefined, screen: Screen): string[] {
  const told = [...verdictsTold(result, screen), ...gaveUpLines(result, screen), ...whatWentWrong(result, one, screen)];
  return told.length > 0
    ? [...caseHeading(markSpan(outcomeOf(result), screen), result.name, one?.at, screen), ...told]
    : [];
}

/** Verdicts by the rule that every trial passes say nothing that the trials do not. */
function verdictsTold(result: CaseResult, screen: Screen): string[] {
  const { verdicts } = result;
  if (!verdicts.some(isStatistical)) return [];
  if (result.passed === true && verdicts.length === 1 && troublesOf(result).length === 0) return [];
  const isToldOnce = verdicts.filter(({ reason }) => isCutShort(reason)).length > 1;
  const told = isToldOnce ? verdicts.map((one) => ({ ...one, reason: withoutEnding(one.reason) })) : verdicts;
  return [
    ...told.flatMap((verdict) => verdictLines(verdict, told, screen)),
    ...(isToldOnce ? endingLines(result, screen) : []),
  ];
}

function endingLines({ stopped_at, sample_size }: CaseResult, screen: Screen): string[] {
  const where = `stopped at ${count(stopped_at ?? sample_size)} of ${plural(sample_size, 'trial')}`;
  const text = `${where}, since the case could not pass any more: what is inconclusive here was not settled by then`;
  return wrap(text, usableWidth(screen) - 4).map((line) => `    ${line}`);
}

function whatWentWrong(result: CaseResult, one: Case | undefined, screen: Screen): string[] {
  const troubles = troublesOf(result, one);
  if (one === undefined || result.passed !== false) return trialsLines(result, troubles, one, screen);
  if (result.kind === 'conversation') return conversationLines(result, one, screen);
  const behaviors = behaviorLines(result, one, screen);
  return [...behaviors, ...trialsLines(result, withoutBehaviors(troubles), one, screen)];
}

/** Behaviours are told by their worst scores, which need not be such as count for a trouble. */
function withoutBehaviors(troubles: readonly Trouble[]): readonly Trouble[] {
  return troubles
    .map((trouble) => ({ ...trouble, findings: trouble.findings.filter(({ best }) => best === undefined) }))
    .filter(({ findings }) => findings.length > 0);
}
