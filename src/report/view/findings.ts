import type { Case, Expectation } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { type Grader, rubricsOf } from '#model/grader.js';
import { upperHalf } from '#model/rubric.js';
import type { CountedChecks, Excerpt, Finding, Score, Trial, TrialTurn } from '#model/run/trial.js';
import type { CriterionSpec } from '#model/settings.js';
import { startOfLine } from '#model/text/characters.js';
import {
  type CountedView,
  type FindingView,
  type Part,
  type ReplyOutcome,
  type ReplySpan,
  type ScoreScale,
  text,
} from './view.js';

/** Returns the findings of a trial in the order of its expectations. Of values that miss the bar it has the worst per expectation. */
export function findingViews(
  trial: Trial,
  scores: readonly Score[],
  testCase: Case | undefined,
): readonly FindingView[] {
  const expectations = testCase?.expectations ?? [];
  const scoresOf = [...groupBy(scores, ({ expectation }) => expectation)].sort(([a], [b]) => a - b);
  return scoresOf.flatMap(([index, own]) => ofExpectation(index, expectations[index], own, trial));
}

/** Returns true if a trial passes all checks, rubrics and classes, and is measured by nothing else. Makes no findings: there can be many trials. */
export function isPlainPass({ outcome }: Trial, scores: readonly Score[], { expectations }: Case): boolean {
  if (outcome !== 'finished' || scores.length === 0) return false;
  return scores.every(({ expectation, value }) => {
    const grader = expectations[expectation]?.grader.grader;
    return value === 1 && (grader === 'trial_passes' || grader === 'class');
  });
}

export function outcomeOfReply({ outcome }: Trial, findings: readonly FindingView[]): ReplyOutcome {
  if (outcome === 'missing') return 'missing';
  if (outcome === 'failed' || findings.some(({ mark }) => mark === 'failed')) return 'failed';
  return findings.some(({ mark }) => mark === 'ungraded') ? 'ungraded' : 'passed';
}

function ofExpectation(
  index: number,
  expectation: Expectation | undefined,
  scores: readonly Score[],
  trial: Trial,
): readonly FindingView[] {
  return [
    ...scores.flatMap((score) =>
      score.findings.map((finding, at) => graded(finding, partOf(at, index, expectation, trial), expectation, trial)),
    ),
    ...unexplained(index, expectation, scores),
    ...(expectation ? worstValue(index, expectation, scores) : []),
  ];
}

/** Returns the part of an expectation that a finding belongs to, by its position: checks in their order, then the rubric. */
function partOf(at: number, index: number, expectation: Expectation | undefined, { outcome }: Trial): Part {
  const answers = outcome === 'failed' && index === 0 ? 1 : 0;
  if (at < answers) return { kind: 'answer', expectation: index };
  const grader = expectation?.grader;
  if (grader?.grader === 'expected_behavior') return { kind: 'behavior', expectation: index };
  if (grader?.grader === 'trigger') return { kind: 'trigger', expectation: index };
  const check = at - answers;
  if (grader?.grader !== 'trial_passes') return { kind: 'check', expectation: index, check };
  const rubric = check - grader.params.checks.length;
  const rubrics = rubricsOf(grader.params).length;
  if (rubric >= 0 && rubric < rubrics) return { kind: 'rubric', expectation: index, ...(rubrics > 1 && { rubric }) };
  return { kind: 'check', expectation: index, check };
}

function graded(finding: Finding, part: Part, expectation: Expectation | undefined, trial: Trial): FindingView {
  const { about, reason, score, votes, judge_reply, excerpt, extracted, counted } = finding;
  const scale = expectation && scaleOf(expectation, part);
  const span = excerpt && spanOf(excerpt, trial.turns);
  return {
    ...part,
    mark: markOf(finding, scale),
    about: text(part.kind === 'behavior' ? (expectation?.about ?? about) : about),
    reason: text(reason),
    ...(span && { span }),
    ...(excerpt && !span && { excerpt: { ...excerpt, text: text(excerpt.text) } }),
    ...(score !== undefined && { score }),
    ...(scale && (part.kind === 'rubric' || part.kind === 'behavior') && { scale }),
    ...(votes && votes.length > 1 && { votes }),
    ...(judge_reply !== undefined && { judge_reply: text(judge_reply) }),
    ...(extracted !== undefined && { extracted: text(extracted) }),
    ...(counted && { counted: countedView(counted) }),
  };
}

function countedView({ least, checks }: CountedChecks): CountedView {
  return {
    least,
    checks: checks.map(({ about, holds, reason }) => ({
      mark: holds === null ? 'ungraded' : holds ? 'passed' : 'failed',
      about: text(about),
      reason: text(reason),
    })),
  };
}

/** Returns the mark of a finding. A behaviour holds from the lowest score that its criterion accepts. */
function markOf({ holds, score }: Finding, scale: ScoreScale | undefined): FindingView['mark'] {
  if (holds === null) return 'ungraded';
  const isMet = score !== undefined && scale ? score >= scale.needs : holds;
  return isMet ? 'passed' : 'failed';
}

/** Returns the scale of the judge of a part; undefined if no judge scores it. */
function scaleOf({ grader, criteria }: Expectation, { rubric = 0 }: Part): ScoreScale | undefined {
  if (grader.grader === 'trial_passes') {
    const judge = rubricsOf(grader.params)[rubric]?.judge;
    return judge && { best: judge.scale.max, needs: judge.pass_threshold };
  }
  const [spec] = criteria;
  if (grader.grader !== 'expected_behavior' || !spec) return undefined;
  const needs = askedBy(grader, spec)?.bar;
  return needs === undefined ? undefined : { best: grader.params.judge.scale.max, needs };
}

/** Returns findings for trials without a value, if no other finding has the reason. */
function unexplained(
  index: number,
  expectation: Expectation | undefined,
  scores: readonly Score[],
): readonly FindingView[] {
  const [first] = scores.flatMap((score) =>
    score.value === null && score.why === 'ungraded' && score.findings.every(({ holds }) => holds !== null)
      ? [score]
      : [],
  );
  if (!first) return [];
  const about = text(expectation?.about ?? '');
  return [{ kind: 'value', expectation: index, mark: 'ungraded', about, reason: text(first.reason) }];
}

function worstValue(index: number, expectation: Expectation, scores: readonly Score[]): readonly FindingView[] {
  const { grader, criteria } = expectation;
  if (grader.grader !== 'metric') return [];
  const bars = criteria.flatMap((spec) => askedBy(grader, spec) ?? []);
  const short = scores.flatMap((score) =>
    score.value !== null && bars.some((bar) => !isAsAsked(score.value, bar)) ? [score] : [],
  );
  const [worst] = short.sort((a, b) => direction(bars) * (a.value - b.value));
  if (!worst) return [];
  return [
    {
      ...{ kind: 'value', expectation: index, mark: 'failed', about: text(expectation.about), reason: text('') },
      value: worst.value,
      unit: text(grader.grader === 'metric' ? grader.params.unit : ''),
      ...(worst.turn !== undefined && { turn: worst.turn }),
    },
  ];
}

function direction([bar]: readonly Asked[]): 1 | -1 {
  return bar && wantsMore(bar.side) ? 1 : -1;
}

/** The separator of the responses of a trial in the text that checks read. */
const between = '\n\n';

/** Finds the mark of an excerpt in the responses; undefined without a mark, or if the responses do not contain the line. */
function spanOf({ text, line, mark }: Excerpt, turns: readonly TrialTurn[]): ReplySpan | undefined {
  if (!mark) return undefined;
  const whole = turns.map(({ app_response }) => app_response).join(between);
  const lineStart = startOfLine(whole, line);
  if (lineStart === -1) return undefined;
  const lineEnd = whole.indexOf('\n', lineStart);
  const found = placeIn(whole.slice(lineStart, lineEnd === -1 ? undefined : lineEnd), text);
  if (found === undefined) return undefined;
  return inTurn(lineStart + found.at + mark.start - found.lead, mark.end - mark.start, turns);
}

/** Returns where an excerpt begins in its line, and the length of the ellipsis before it, if it was truncated. */
function placeIn(line: string, excerpt: string): { readonly at: number; readonly lead: number } | undefined {
  if (line.replace(/\r$/, '') === excerpt) return { at: 0, lead: 0 };
  const lead = excerpt.startsWith('…') ? 1 : 0;
  const at = line.indexOf(excerpt.slice(lead, excerpt.endsWith('…') ? -1 : undefined));
  return at === -1 ? undefined : { at, lead };
}

function inTurn(offset: number, length: number, turns: readonly TrialTurn[]): ReplySpan | undefined {
  let start = offset;
  for (const [turn, { app_response }] of turns.entries()) {
    if (start < app_response.length) {
      return { turn, start, end: Math.min(app_response.length, start + length) };
    }
    start -= app_response.length + between.length;
  }
  return undefined;
}

const sides = ['lt', 'lte', 'gt', 'gte'] as const;

/** The condition of a criterion for the value of one trial: on this side of the bar. */
export interface Asked {
  readonly side: (typeof sides)[number];
  readonly bar: number;
}

/** Returns the condition for one value; null for a custom criterion, whose parameters eva does not know. */
export function askedBy(grader: Grader, { criterion, params }: CriterionSpec): Asked | null {
  const bar = params['min_score'] ?? params['threshold'];
  switch (grader.grader) {
    case 'trial_passes':
    case 'trigger':
      return { side: 'gte', bar: 1 };
    case 'expected_behavior':
      return { side: 'gte', bar: typeof bar === 'number' ? bar : upperHalf(grader.params.judge.scale) };
    default: {
      const side = sides.find((own) => criterion.endsWith(`_${own}`));
      return side === undefined || typeof bar !== 'number' ? null : { side, bar };
    }
  }
}

export function isAsAsked(value: number, { side, bar }: Asked): boolean {
  if (value === bar) return side === 'lte' || side === 'gte';
  return wantsMore(side) === value > bar;
}

export function wantsMore(side: Asked['side']): boolean {
  return side === 'gt' || side === 'gte';
}
