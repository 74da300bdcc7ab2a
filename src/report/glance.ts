import type { Case, RubricSpec } from '#model/case.js';
import type { CaseResult } from '#model/run.js';
import type { Finding } from '#model/score.js';
import { plural } from './numbers.js';
import { isRubric, rubricOf, rubricText } from './rubric-score.js';
import { troublesOf } from './troubles.js';

/** What decided a case, on one line: `4 checks · rubric 5 of 5`. Still raw: the caller clips it. */
export function glance(result: CaseResult, one: Case | undefined): string {
  if (result.passed === null) return whyUndecided(result, one);
  if (result.kind === 'trigger') return result.scores[0]?.findings[0]?.reason ?? '';
  const statistical = result.verdicts.filter((verdict) => verdict.criterion !== 'every_trial');
  const own = result.passed ? whatHeld(result, rubricOf(one)) : whatFailed(result, rubricOf(one));
  return [...own, ...statistical.map((verdict) => verdict.reason)].join(' · ');
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
    ...checks,
    ...(judged.length > 0 ? [rubricText(judged, rubric)] : []),
  ];
}

function briefly(finding: Finding): string {
  return finding.holds === null ? `${finding.about} ungraded` : finding.about;
}
