import type { CaseView, TriggeringFacts } from '#view/view.js';
import { clip, column, displayWidth } from '../../text/clip.js';
import { count, plural } from '../../text/numbers.js';
import { resultWidth, type Screen } from '../../text/paint.js';
import { caseHeading, gaveUpLines } from './case-block.js';
import { claimParts } from './claim-words.js';
import { headingLines } from './heading.js';
import { markFor, paintedMark } from './outcome.js';
import { joinedLines, namesOnOneLine, separator } from './parts.js';

/** Passed cases of a green run that are listed; more are named on one line. */
export const mostListed = 10;

/** Cases that passed: on one line beside others that did not, and above ten; each on a line in a short green run. */
export function passedLines(cases: readonly CaseView[], isGreen: boolean, screen: Screen): string[] {
  if (cases.length === 0) return [];
  if (isGreen && cases.length <= mostListed) return listed(cases, screen);
  const title = `${count(cases.length)} passed`;
  const named = [...cases.filter(({ kind }) => kind !== 'trigger'), ...cases.filter(({ kind }) => kind === 'trigger')];
  const names = namesOnOneLine(
    named.map(({ name }) => name.raw),
    resultWidth(screen) - title.length - 5,
  );
  return [
    ...(isGreen
      ? [`   ${names}`]
      : headingLines({ mark: markFor('passed', screen), name: title, parts: [names] }, screen)),
    ...cases.flatMap((one) =>
      one.trials.gave_up > 0 ? [`     ${clip(one.name.raw, resultWidth(screen) - 40)}: ${gaveUpText(one)}`] : [],
    ),
  ];
}

function gaveUpText({ trials }: CaseView): string {
  return `${count(trials.gave_up)} of ${count(trials.total)} users gave up`;
}

function listed(cases: readonly CaseView[], screen: Screen): string[] {
  const width = resultWidth(screen);
  const widest = Math.max(...cases.map(({ name }) => displayWidth(name.raw)));
  return cases.flatMap((one) => {
    const parts = passedParts(one);
    const words = parts.join(separator);
    const isTable = widest + 5 + displayWidth(words) <= width;
    if (!isTable || one.claims.length > 1) {
      const heading = one.claims.length > 1 ? caseHeading(one, false, screen) : null;
      const mark = markFor(one.outcome, screen);
      return [...(heading ?? headingLines({ mark, name: one.name.raw, parts }, screen)), ...gaveUpLines(one)];
    }
    const line = ` ${paintedMark(one.outcome, screen)} ${column(one.name.raw, widest)}  ${screen.paint.dim(words)}`;
    return [line.trimEnd(), ...gaveUpLines(one)];
  });
}

/** What a case passed by: its numbers, or with one trial how many checks held. */
function passedParts(one: CaseView): string[] {
  const [claim] = one.claims;
  const [example] = one.groups.map((group) => group.example);
  if (one.trials.asked > 1 || !example) return claim ? claimParts(claim) : [];
  const checks = example.findings.filter(({ kind }) => kind === 'check').length;
  const judged = example.findings.flatMap(({ kind, score, scale }) =>
    kind === 'rubric' && score !== undefined ? [`judge ${score}${scale ? ` of ${scale.best}` : ''}`] : [],
  );
  return [...(checks > 0 ? [plural(checks, 'check')] : []), ...judged];
}

/** The parts of a shard that are there, a line a case. */
export function collectedLines(cases: readonly CaseView[], screen: Screen): string[] {
  const mark = { text: ' ' };
  const width = resultWidth(screen);
  const widest = Math.max(0, ...cases.map(({ name }) => displayWidth(name.raw)));
  return cases.flatMap((one) => {
    const words = `${count(one.trials.total)} of its ${plural(one.trials.asked, 'trial')}`;
    if (widest + 5 + words.length <= width) return [`   ${column(one.name.raw, widest)}  ${words}`];
    return headingLines({ mark, name: one.name.raw, parts: [words] }, screen);
  });
}

/** Hits and false alarms of the queries. */
export function triggeringLine(
  { should_match: should, should_not_match: shouldNot }: TriggeringFacts,
  screen: Screen,
): string[] {
  const parts = [
    ...(should.total > 0 ? [`${count(should.said_yes)} of ${plural(should.total, 'hit')}`] : []),
    ...(shouldNot.total > 0 ? [`${count(shouldNot.said_yes)} of ${plural(shouldNot.total, 'false alarm')}`] : []),
  ];
  return joinedLines([`triggering  ${parts.join(separator)}`], resultWidth(screen) - 3).map((line) => `   ${line}`);
}
