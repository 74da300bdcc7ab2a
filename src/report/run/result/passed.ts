import type { CaseView, TriggeringFacts } from '#view/view.js';
import { missText } from '#view/words/miss-words.js';
import { clip, column, displayWidth } from '../../text/clip.js';
import { count, plural } from '../../text/numbers.js';
import { resultWidth, type Screen } from '../../text/paint.js';
import { visible } from '../../text/visible.js';
import { datasetSummary } from '../dataset/dataset-block.js';
import { markFor, paintedMark } from '../mark.js';
import { gaveUpLines } from './case-block.js';
import { claimParts, decisionParts } from './claim-words.js';
import { headingLines } from './heading.js';
import { joinedLines, namesOnOneLine, separator } from './parts.js';

/** Renders the names of passed cases on one line, and a line for each case whose users gave up. */
export function passedLines(cases: readonly CaseView[], screen: Screen): string[] {
  if (cases.length === 0) return [];
  const title = `${count(cases.length)} passed`;
  const named = [...cases.filter(({ kind }) => kind !== 'trigger'), ...cases.filter(({ kind }) => kind === 'trigger')];
  const names = namesOnOneLine(
    named.map(({ name }) => name.raw),
    resultWidth(screen) - title.length - 5,
  );
  return [
    ...headingLines({ mark: markFor('passed', screen), name: title, parts: [names] }, screen),
    ...cases.flatMap((caseView) =>
      caseView.trials.gave_up > 0
        ? [`     ${clip(caseView.name.raw, resultWidth(screen) - 40)}: ${gaveUpText(caseView)}`]
        : [],
    ),
  ];
}

function gaveUpText({ trials }: CaseView): string {
  return `${count(trials.gave_up)} of ${count(trials.total)} users gave up`;
}

const widestMiss = 60;

/** Renders cases, one per line, with what decided them. */
export function listedLines(cases: readonly CaseView[], screen: Screen): string[] {
  const width = resultWidth(screen);
  const widest = Math.max(0, ...cases.map(({ name }) => displayWidth(name.raw)).filter((own) => own <= width / 2));
  return cases.flatMap((caseView) => {
    if (caseView.dataset) return datasetSummary(caseView, caseView.dataset, screen);
    const parts = decidedParts(caseView);
    const words = visible(parts.join(separator));
    const isTable = Math.max(widest, displayWidth(caseView.name.raw)) + 5 + displayWidth(words) <= width;
    if (!isTable) {
      const mark = markFor(caseView.outcome, screen);
      return [...headingLines({ mark, name: caseView.name.raw, parts }, screen), ...gaveUpLines(caseView)];
    }
    const line = ` ${paintedMark(caseView.outcome, screen)} ${column(caseView.name.raw, Math.max(widest, displayWidth(caseView.name.raw)))}  ${screen.paint.dim(words)}`;
    return [line.trimEnd(), ...gaveUpLines(caseView)];
  });
}

/** Returns the figures of a case; for a single trial, its misses or the number of checks that hold. */
function decidedParts(caseView: CaseView): readonly string[] {
  const [claim, ...others] = caseView.claims;
  if (others.length > 0) return decisionParts(caseView);
  const [example] = caseView.groups.map((group) => group.example);
  if (caseView.trials.asked > 1 || !example) return claim ? claimParts(claim) : [];
  if (caseView.misses.length > 0) return caseView.misses.slice(0, 1).map((miss) => clip(missText(miss), widestMiss));
  const checks = example.findings.filter(({ kind }) => kind === 'check').length;
  const judged = example.findings.flatMap(({ kind, about, score, scale }) =>
    kind === 'rubric' && score !== undefined
      ? [`${about.raw === 'rubric' ? 'judge' : about.raw} ${score}${scale ? ` of ${scale.best}` : ''}`]
      : [],
  );
  return [...(checks > 0 ? [plural(checks, 'check')] : []), ...judged];
}

/** Renders the collected trials of a shard, one line per case. */
export function collectedLines(cases: readonly CaseView[], screen: Screen): string[] {
  const mark = { text: ' ' };
  const width = resultWidth(screen);
  const widest = Math.max(0, ...cases.map(({ name }) => displayWidth(name.raw)));
  return cases.flatMap((caseView) => {
    const words = `${count(caseView.trials.total)} of its ${plural(caseView.trials.asked, 'trial')}`;
    if (widest + 5 + words.length <= width) return [`   ${column(caseView.name.raw, widest)}  ${words}`];
    return headingLines({ mark, name: caseView.name.raw, parts: [words] }, screen);
  });
}

/** Renders the true and false positives of the queries. */
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
