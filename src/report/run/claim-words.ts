import type { Case } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { defaultSignificanceLevel } from '#model/limits.js';
import type { Verdict } from '#model/run/verdict.js';
import { oneLine } from '#model/text/quoted.js';
import { count, percentage, plural, sure } from '../text/numbers.js';
import { resultWidth, type Screen } from '../text/screen.js';
import { clip, displayWidth } from '../text/visible.js';
import {
  adviceParts,
  countText,
  everyText,
  hasFigure,
  inUnit,
  isUnnamed,
  missText,
  scoreText,
  shareOfFound,
} from '../view/reasons.js';
import type { CaseView, Claim, CountedView, FindingView, Miss } from '../view/view.js';
import { joinedLines, paintedMark } from './heading.js';

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
function shortAbout(about: string): string {
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

export function countedText({ least, checks }: CountedView): string {
  const held = checks.filter(({ mark }) => mark === 'passed').length;
  return `${held} of ${checks.length} ${held === 1 ? 'holds' : 'hold'}, at least ${least} must`;
}

function votesText(votes: readonly (number | null)[] = []): string {
  return votes.length > 1 ? ` (votes ${votes.map((vote) => vote ?? '–').join(', ')})` : '';
}

export const claimIndent = 5;

const indent = ' '.repeat(claimIndent);

export function claimLines(claim: Claim, caseView: Pick<CaseView, 'claims'>, screen: Screen): string[] {
  const [first = '', ...others] = claimParts(claim);
  const parts = [`${claimText(claim, caseView)}: ${first}`, ...others];
  const lines = joinedLines(parts, resultWidth(screen) - indent.length);
  const mark = paintedMark(claim.outcome, screen);
  return lines.map((line, i) => (i === 0 ? `   ${mark} ${line}` : indent + line));
}

export function missLines(misses: readonly Miss[], more: number, screen: Screen): string[] {
  const width = Math.max(0, ...misses.map(({ times }) => count(times).length));
  const room = resultWidth(screen) - indent.length;
  const lines = misses.map((miss) => {
    const times = `${count(miss.times).padStart(width)} ${miss.times === 1 ? 'time ' : 'times'}  `;
    return clip(times + fittingText(miss, room - times.length), room);
  });
  return [...lines, ...(misses.length > 0 && more > 0 ? [`and ${count(more)} more`] : [])].map((line) => indent + line);
}

const narrowestAbout = 20;

/** Returns the text of a miss. A long name takes only what its reason leaves of the line. */
function fittingText(miss: Miss, room: number): string {
  const whole = missText(miss);
  const left = room - (displayWidth(whole) - displayWidth(oneLine(miss.about.raw)));
  if (left >= displayWidth(oneLine(miss.about.raw))) return whole;
  return missText({ ...miss, about: { raw: clip(oneLine(miss.about.raw), Math.max(narrowestAbout, left)) } });
}

interface Claimed {
  readonly about: string;
  readonly claim: string;
}

/**
 * Returns a claim with its label: `at least 95% of trials pass (every check)`. Omits the label if all claims of the case have the same one,
 * or if it is a metric that the claim names.
 */
export function claimTitle(one: Claimed, all: readonly Claimed[]): string {
  const isAlone = all.every(({ about }) => about === one.about);
  return isAlone || namesItsMetric(one) ? one.claim : `${one.claim} (${one.about})`;
}

/** Returns the label of a claim; the claim itself if another claim of the case has the same label. */
export function claimName(one: Claimed, all: readonly Claimed[]): string {
  return all.filter(({ about }) => about === one.about).length > 1 ? one.claim : one.about;
}

function namesItsMetric({ about, claim }: Claimed): boolean {
  const metric = /^per_(?:turn|conversation)\.(\w+)$/.exec(about)?.[1];
  return metric !== undefined && claim.split(/\W+/).includes(metric);
}

export function isTested({ criterion }: Pick<Verdict, 'criterion'>): boolean {
  return criterion !== 'every_trial';
}

/** Caches the cases of a list by name, since a report looks up each case. */
const namedCases = new WeakMap<readonly Case[], ReadonlyMap<string, Case>>();

export function findCase(cases: readonly Case[], name: string): Case | undefined {
  const known = namedCases.get(cases) ?? new Map(cases.map((testCase) => [testCase.name, testCase]));
  namedCases.set(cases, known);
  return known.get(name);
}

const widest = 60;

/**
 * Draws a claim about a share as a line from 0% to 100%: `◆` is the estimate, the thick line the range of the true share, `┃` the bar.
 * Without valid bounds the line is dotted and has no ends. Empty for claims that are not about a share.
 */
export function pictureLine({ range, found: { estimate } }: Claim, screen: Screen): string[] {
  if (range === null || estimate === null) return [];
  const width = Math.min(widest, resultWidth(screen) - claimIndent - 10);
  const at = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * (width - 1));
  const isDotted = range.lower === null && range.upper === null;
  const [from, to] = [at(range.lower ?? 0), at(range.upper ?? 1)];
  const cells = Array.from({ length: width }, (_, i): string => (i < from || i > to ? ' ' : isDotted ? '┄' : '━'));
  cells[at(range.bar)] = '┃';
  cells[at(estimate)] = '◆';
  put(cells, at(range.bar) + 1, percentage(range.bar));
  if (range.upper !== null && range.upper < 1) put(cells, to + 1, percentage(range.upper, 'up'));
  const lower = percentage(range.lower ?? 0, 'down');
  if (range.lower !== null && range.lower > 0) put(cells, from - lower.length, lower);
  return [`${' '.repeat(claimIndent)}0% ${cells.join('')} 100%`];
}

function put(cells: string[], start: number, label: string): void {
  const own = cells.slice(Math.max(0, start), start + label.length);
  if (start < 0 || own.length < label.length || own.some((cell) => cell !== ' ')) return;
  for (const [i, character] of [...label].entries()) cells[start + i] = character;
}
