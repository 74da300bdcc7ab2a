import { groupBy } from '#model/data/collections.js';
import { defaultSignificanceLevel } from '#model/limits.js';
import { oneLine } from '#model/text/quoted.js';
import type { CaseView, Claim, CountedView, FindingView } from '#view/view.js';
import { adviceParts, countText, everyText, hasFigure, shareOfFound } from '#view/words/claim-words.js';
import { isUnnamed, scoreText } from '#view/words/miss-words.js';
import { inUnit } from '#view/words/numbers.js';
import { clip } from '../../text/clip.js';
import { count, plural, sure } from '../../text/numbers.js';
import { claimTitle } from '../claim.js';

/** Returns the figures of a claim in parts: `4 of 11 trials`, `at most 65%`, `bar 80%`. */
export function claimParts(claim: Claim): string[] {
  const { bound, bar, significance_level, failed, ungraded, asked, found, people } = claim;
  const bounds = bound !== null && hasFigure(claim) ? [bound.raw + levelText(claim)] : [];
  const bars = bar === null ? [] : [`bar ${bar.raw}`];
  return [
    ...foundParts(claim),
    ...(significance_level === null && asked > 1 ? [everyText(claim)] : []),
    ...(found.unit === 'trial' ? [...bounds, ...bars] : [...bars, ...bounds]),
    ...(failed > 0 ? [`${count(failed)} without a usable answer`] : []),
    ...(people && people.missing === 0 && people.unlabelled > 0 ? [`${count(people.unlabelled)} undecided`] : []),
    ...(ungraded > 0 ? [`${count(ungraded)} ungraded`] : []),
    ...adviceParts(claim),
  ];
}

/** Returns the decision of a case in parts: the figures of its only claim, or how many of several passed. */
export function decisionParts({ claims }: Pick<CaseView, 'claims'>): readonly string[] {
  const [only, ...others] = claims;
  if (others.length === 0) return only ? claimParts(only) : [];
  const passed = claims.filter(({ outcome }) => outcome === 'passed').length;
  return [`${count(passed)} of ${plural(claims.length, 'claim')} passed`];
}

/** Returns the found figures; none with a single trial, whose mark is the whole result. */
function foundParts(claim: Claim): string[] {
  const { found, asked } = claim;
  const { k, n, words, unit } = found;
  if (k === undefined) return words.raw === '' ? [] : [words.raw];
  if (unit !== 'trial') return [countText(found) + shareOfFound(claim)];
  return asked === 1 ? [] : [`${count(k)} of ${plural(n, 'trial')}`];
}

/** Returns the level of a bound; empty for the default one, which a line below explains, except in the line of a data set. */
function levelText({ significance_level: level, found }: Claim): string {
  if (level === null || (level === defaultSignificanceLevel && found.unit === 'trial')) return '';
  return ` (${sure(level)} sure)`;
}

/** Renders a claim, with its subject if the case has claims about several. */
export function claimText({ about, claim }: Claim, { claims }: Pick<CaseView, 'claims'>): string {
  return claimTitle(
    { about: about.raw, claim: claim.raw },
    claims.map((one) => ({ about: one.about.raw, claim: one.claim.raw })),
  );
}

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

/** Renders a finding: what was expected, and why it does not hold. `between` separates the two. */
export function findingText(
  finding: FindingView,
  widestAbout = Number.POSITIVE_INFINITY,
  between = finding.kind === 'check' ? '   ' : ': ',
): string {
  const { kind, about, reason, score, scale, votes, value, unit, turn } = finding;
  if (kind === 'answer') return reason.raw;
  if (kind === 'trigger') return reason.raw;
  if (kind === 'value' && value !== undefined) {
    return `${about.raw}: ${inUnit(value, unit?.raw)}${turn === undefined ? '' : ` in turn ${turn + 1}`}`;
  }
  const subject = isUnnamed(finding) ? [] : [clip(oneLine(about.raw), widestAbout)];
  const scored = score === undefined ? [] : [scoreText([score, score], scale) + votesText(votes)];
  const start = [...subject, ...scored].join(': ');
  return [start, oneLine(reason.raw)].filter((part) => part !== '').join(between);
}

/** Shortens the name of a check to 40 columns, where more follows: a name can hold all arguments of a call. */
export function shortAbout(about: string): string {
  return clip(oneLine(about), 40);
}

/**
 * Joins checks and rubrics that failed, or are ungraded, for the same reason, such as a piece that none of them found: the first keeps its
 * place and is named with the number of the others.
 */
export function joinedFindings(findings: readonly FindingView[]): readonly FindingView[] {
  const missKey = ({ mark, reason }: FindingView) => `${mark}: ${reason.raw}`;
  const groups = groupBy(findings.filter(isPlainMiss), missKey);
  return findings.flatMap((finding) => {
    const [first, ...others] = isPlainMiss(finding) ? (groups.get(missKey(finding)) ?? []) : [];
    if (others.length === 0) return [finding];
    if (finding !== first) return [];
    const about = { raw: `${shortAbout(finding.about.raw)} and ${plural(others.length, 'other')}` };
    return [{ ...finding, about }];
  });
}

/** Returns true for a check or rubric, failed or ungraded, of which nothing but its reason is shown. */
function isPlainMiss({ kind, mark, reason, span, score, extracted, counted, judge_reply }: FindingView): boolean {
  const isBare = [span, score, extracted, counted, judge_reply].every((part) => part === undefined);
  return isBare && mark !== 'passed' && (kind === 'check' || kind === 'rubric') && reason.raw !== '';
}

/** Renders how many checks of an `at_least` hold: `1 of 3 holds, at least 2 must`. */
export function countedText({ least, checks }: CountedView): string {
  const held = checks.filter(({ mark }) => mark === 'passed').length;
  return `${held} of ${checks.length} ${held === 1 ? 'holds' : 'hold'}, at least ${least} must`;
}

/** Renders the votes of a judge: ` (votes 2, 2, –)`; empty for a single vote. */
export function votesText(votes: readonly (number | null)[] = []): string {
  return votes.length > 1 ? ` (votes ${votes.map((vote) => vote ?? '–').join(', ')})` : '';
}
