import type { Case, RubricSpec } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import type { Finding } from '#model/run/score.js';
import type { Outcome, Verdict } from '#model/run/verdict.js';
import { displayWidth } from '../text/clip.js';
import { count, plural } from '../text/numbers.js';
import { claimName } from './claim.js';
import { isStatistical } from './is-statistical.js';
import { isRubric, rubricOf, rubricText } from './rubric-score.js';
import { troublesOf } from './troubles.js';

/** What decided a case, on one line: `4 checks · rubric 5 of 5`. Still raw: the caller clips what is wider than `width`. */
export function glance(result: CaseResult, one: Case | undefined, width: number): string {
  if (result.passed === null) return whyUndecided(result, one);
  if (result.kind === 'trigger') return result.scores[0]?.findings[0]?.reason ?? '';
  const [verdict, ...more] = result.verdicts;
  if (more.length > 0) return fitted(byOutcome(result), width);
  if (verdict && isStatistical(verdict)) return fitted(inItsWords(result, verdict), width);
  const own = result.passed ? whatHeld(result, rubricOf(one)) : whatFailed(result, rubricOf(one));
  return own.join(separator);
}

const separator = ' · ';

/** The first part and those of the others that fit whole: half a number is worse than none. */
function fitted([first = '', ...others]: readonly string[], width: number): string {
  return others.reduce((text, part) => {
    const longer = `${text}${separator}${part}`;
    return displayWidth(longer) <= width ? longer : text;
  }, first);
}

/** `1 of 3 criteria passed · failed: stays short · stopped at 25 of 60`. */
function byOutcome(result: CaseResult): string[] {
  const { verdicts } = result;
  const named = (outcome: Outcome) =>
    verdicts.filter((one) => one.outcome === outcome).map((one) => claimName(one, verdicts));
  const [passed, total] = [named('passed').length, verdicts.length];
  return [
    passed === total
      ? `${total === 2 ? 'both' : `all ${total}`} criteria passed`
      : `${passed} of ${total} criteria passed`,
    ...whichOf('failed', named('failed')),
    ...whichOf('inconclusive', named('inconclusive')),
    ...stopOf(result),
  ];
}

function whichOf(outcome: Outcome, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [names.length === 1 ? `${outcome}: ${names[0]}` : `${names.length} ${outcome}`];
}

/** `59 of 60 trials passed · bar 95% · at least 92.3%`: what says most comes first, since a narrow screen has no room for all. */
function inItsWords(result: CaseResult, verdict: Verdict): string[] {
  const { outcome, words } = verdict;
  return [
    outcome === 'inconclusive' ? `inconclusive: ${words.found}` : words.found,
    ...stopOf(result),
    ...barAndBound(verdict),
    ...withoutValues(verdict),
  ];
}

/** Without an interval the bound is no more than a side of the bar, and the mark tells which. */
function barAndBound({ interval, words: { bar, bound } }: Verdict): string[] {
  return [...(bar === null ? [] : [`bar ${bar}`]), ...(bound === null || interval === null ? [] : [bound])];
}

function withoutValues({ failed, ungraded }: Verdict): string[] {
  return [
    ...(failed > 0 ? [`${count(failed)} without a usable answer`] : []),
    ...(ungraded > 0 ? [`${count(ungraded)} ungraded`] : []),
  ];
}

/** `stopped at 31 of 60`, where a case was settled early. */
function stopOf({ stopped_at, sample_size }: CaseResult): string[] {
  return stopped_at === null ? [] : [`stopped at ${count(stopped_at)} of ${count(sample_size)}`];
}

function whyUndecided(result: CaseResult, one: Case | undefined): string {
  const asked = one?.sample_size ?? result.trials.length;
  const missing = result.trials.filter((trial) => trial.outcome === 'missing').length;
  if (missing === 0) return result.trials.length === 0 ? 'not run' : `${result.trials.length} of ${asked} trials run`;
  return asked > 1 ? `${missing} of ${asked} trials without a reply` : 'no reply';
}

function whatHeld(result: CaseResult, rubric: RubricSpec | undefined): string[] {
  const trials = result.trials.length;
  const findings = result.scores.flatMap((score) => score.findings);
  const judged = findings.filter(isRubric);
  const checks = (findings.length - judged.length) / Math.max(1, trials);
  return [
    ...(trials > 1 ? [`${trials} of ${trials} trials`] : []),
    ...(checks > 0 ? [plural(checks, 'check')] : []),
    ...(judged.length > 0 ? [rubricText(judged, rubric)] : []),
  ];
}

function whatFailed(result: CaseResult, rubric: RubricSpec | undefined): string[] {
  const troubles = troublesOf(result);
  const findings = troubles.flatMap((trouble) => trouble.findings);
  const checks = new Set(findings.filter((finding) => !isRubric(finding)).map(briefly));
  const judged = findings.filter(isRubric);
  return [
    ...(result.trials.length > 1 ? [`${troubles.length} of ${result.trials.length} trials failed`] : []),
    ...stopOf(result),
    ...checks,
    ...(judged.length > 0 ? [rubricText(judged, rubric)] : []),
  ];
}

function briefly(finding: Finding): string {
  return finding.holds === null ? `${finding.about} ungraded` : finding.about;
}
