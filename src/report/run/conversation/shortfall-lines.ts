import type { RubricSpec } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import type { Finding } from '#model/run/score.js';
import { oneLine } from '#model/text/quoted.js';
import { count, plural } from '../../text/numbers.js';
import { type Screen, usableWidth } from '../../text/paint.js';
import { shortened } from '../../text/shortened.js';
import { visible } from '../../text/visible.js';
import { wrap } from '../../text/wrap.js';
import { findingLines, judgeReplyText } from '../finding.js';
import { notAsAsked } from './asked.js';
import type { ScoreWithValue, Shortfall, UngradedScore } from './shortfalls.js';
import { inUnit, isOfChecks, type WorstValue, worstValues } from './worst-values.js';

const mostTrials = 3;
const reasonLines = 3;

/** What kept an expectation from being proven: in how many trials, and the worst of them with what was found there. */
export function shortfallLines(
  shortfall: Shortfall,
  result: CaseResult,
  rubric: RubricSpec | undefined,
  screen: Screen,
): string[] {
  const worst = shortfall.scores.slice(0, mostTrials);
  const ungraded = shortfall.ungraded.slice(0, 1).flatMap(ungradedEntries);
  const head = headLines(shortfall, result, screen);
  if (!isOfChecks(shortfall.expectation)) {
    return [...head, ...entryLines([...worstValues(shortfall, mostTrials).map(valueEntry), ...ungraded], screen)];
  }
  return [...head, ...worst.flatMap((score) => checkLines(score, rubric, screen)), ...entryLines(ungraded, screen)];
}

function headLines({ expectation, asked, scores, ungraded }: Shortfall, result: CaseResult, screen: Screen) {
  const what = isOfChecks(expectation) ? 'not held' : notAsAsked(asked, (value) => inUnit(value, expectation));
  const counts = [
    ...(scores.length > 0 ? [`${what} in ${count(scores.length)} of ${plural(result.trials.length, 'trial')}`] : []),
    ...(ungraded.length > 0 ? [`${count(ungraded.length)} ungraded`] : []),
  ];
  const text = `${oneLine(expectation.about)}: ${counts.join(', ')}${scores.length > mostTrials ? '; the worst' : ''}`;
  return wrap(visible(text), usableWidth(screen) - 6).map((line, i) => `    ${i === 0 ? '' : '  '}${line}`);
}

/** A line of a list: where and what, and why. */
interface Entry {
  readonly start: string;
  readonly reason: string;
}

function valueEntry({ trial, turn, value, reason }: WorstValue): Entry {
  const where = `trial ${trial + 1}${turn === undefined ? '' : `, turn ${turn + 1}`}`;
  return { start: `${where}  ${value}`, reason };
}

/** Why a trial has no value, and what the judge wrote, if it was the judge. */
function ungradedEntries({ trial, reason, findings }: UngradedScore): readonly Entry[] {
  const replies = findings.flatMap(({ judge_reply: reply }) => (reply === undefined ? [] : [judgeReplyText(reply)]));
  return [{ start: `trial ${trial + 1}`, reason }, ...replies.map((text) => ({ start: '', reason: text }))];
}

function entryLines(entries: readonly Entry[], screen: Screen): string[] {
  const width = Math.max(0, ...entries.map(({ start }) => start.length));
  const indent = ' '.repeat(width + 8);
  return entries.flatMap(({ start, reason }) => {
    const lines = shortened(oneLine(reason), usableWidth(screen) - indent.length, reasonLines);
    const [first = '', ...more] = lines;
    return [`      ${screen.paint.dim(start.padEnd(width))}  ${first}`.trimEnd(), ...more.map((line) => indent + line)];
  });
}

function checkLines({ trial, findings }: ScoreWithValue, rubric: RubricSpec | undefined, screen: Screen): string[] {
  const unmet = findings.filter(({ holds }: Finding) => holds !== true);
  return [
    screen.paint.dim(`    trial ${trial + 1}`),
    ...unmet.flatMap((finding) => findingLines(finding, rubric, screen)),
  ];
}
