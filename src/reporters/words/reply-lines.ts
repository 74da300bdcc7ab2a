import { oneLine } from '#model/text/quoted.js';
import { classTexts, itemText, withoutClasses } from '#report/run/dataset/items.js';
import { markSpan } from '#report/run/mark.js';
import { findingLabel, findingText, joinedFindings } from '#report/run/result/claim-words.js';
import { isExplained } from '#report/run/result/example.js';
import { endText } from '#report/run/turns/conversation-end.js';
import { turnParts } from '#report/run/turns/turn-parts.js';
import { count, plural } from '#report/text/numbers.js';
import { plainPaint } from '#report/text/paint.js';
import { missed } from '#view/groups.js';
import type { CaseView, FindingView, Group, Miss, NamedText, Reply, TurnView } from '#view/view.js';
import { excerpt, excerptLines } from './excerpt.js';

const labelWidth = 8;
const plain = { paint: plainPaint, width: 80 };

/** The numbers of turns that are shown from the start and the end of a conversation, and of trials that are named. */
const most = { firstTurns: 2, lastTurns: 6, trials: 12, findings: 20 } as const;

/** Renders a labelled text, without its escapes for a format: the label before its first line, the other lines below. */
export function labelledLines(label: string, raw: string, points: number): string[] {
  const [first = '', ...others] = excerptLines(raw, points);
  const start = `  ${label.padEnd(labelWidth)}`;
  const below = ' '.repeat(start.length);
  const shown = first === '' && others.length === 0 ? '(empty)' : first;
  return [start + shown, ...others.map((line) => (line === '' ? '' : below + line))];
}

/** Renders inputs, each with its name if they are several. */
export function inputLines(inputs: readonly NamedText[], points: number): string[] {
  return inputs.flatMap(({ name, value }) =>
    labelledLines('input', inputs.length > 1 ? `${oneLine(name.raw)}: ${value.raw}` : value.raw, points),
  );
}

/**
 * Renders a group of equal replies: their trials or their item, the reply, and why it does not pass, unless one of the `misses` of all replies
 * says so already. Cuts each text to `points`.
 */
export function replyLines(group: Group, caseView: CaseView, misses: readonly Miss[], points: number): string[] {
  const { example } = group;
  const { item, extracted, unusable } = example;
  const own = missed(withoutClasses(example)).filter((finding) => !misses.some((miss) => isExplained(finding, miss)));
  const findings = joinedFindings(own);
  return [
    ...titleLines(group, caseView, points),
    ...inputLines(item?.inputs ?? [], points),
    ...turnsLines(example, points),
    ...(extracted ? labelledLines('extract', extracted.raw, points) : []),
    ...classTexts(example).flatMap((text) => labelledLines('class', text, points)),
    ...(unusable && !example.findings.some(({ kind }) => kind === 'answer')
      ? [`  ✗ answer ${excerpt(unusable.raw, points)}`]
      : []),
    ...findings.slice(0, most.findings).flatMap((finding) => findingLines(finding, points)),
    ...(findings.length > most.findings ? [`  ${plural(findings.length - most.findings, 'more finding')}`] : []),
  ];
}

function titleLines(group: Group, caseView: CaseView, points: number): string[] {
  if (group.example.item) return [excerpt(`item ${itemText(group, caseView)}`, points)];
  return caseView.trials.asked === 1 ? [] : [trialsText(group)];
}

function trialsText({ trials, times }: Group): string {
  const numbers = trials.slice(0, most.trials).map((trial) => count(trial + 1));
  const rest = times - numbers.length;
  return `${times === 1 ? 'trial' : 'trials'} ${numbers.join(', ')}${rest > 0 ? ` and ${count(rest)} more` : ''}`;
}

function turnsLines(reply: Reply, points: number): string[] {
  const { turns, conversation, is_cut, findings } = reply;
  if (is_cut) return excerptOfCut(findings, points);
  if (!conversation) return turns.flatMap((turn) => answerLines(turn, points));
  const hidden = turns.length - most.firstTurns - most.lastTurns;
  const { unanswered } = conversation;
  return [
    ...turns.flatMap((turn, at) => {
      if (hidden <= 1 || at < most.firstTurns || at >= turns.length - most.lastTurns) {
        return [...labelledLines('user', turn.message.raw, points), ...answerLines(turn, points)];
      }
      return at === most.firstTurns ? [`  … ${plural(hidden, 'turn')} …`] : [];
    }),
    ...(unanswered ? labelledLines('user', unanswered.raw, points) : []),
    ...labelledLines('ended', endText(reply), points),
  ];
}

function answerLines(turn: TurnView, points: number): string[] {
  const isSilent = turn.response.raw === '' && turn.calls !== undefined;
  return turnParts(turn).flatMap((part) => {
    if (part.part !== 'reply') return labelledLines(part.label, part.text, points);
    return isSilent ? [] : labelledLines(part.label, turn.response.raw, points);
  });
}

/** Renders the decisive line of a reply whose text is only in the files of its run. */
function excerptOfCut(findings: readonly FindingView[], points: number): string[] {
  const found = findings.find(({ mark, excerpt: own }) => mark !== 'passed' && own !== undefined)?.excerpt;
  if (!found) return ['  reply   (its text is only in trials.jsonl of the run)'];
  return labelledLines(
    'reply',
    `… ${found.text.raw} … (line ${count(found.line)}; the rest is in trials.jsonl)`,
    points,
  );
}

/** Renders a finding after who decided it: `judge 2 of 5, needs 4: …`, `not_matches: "refund"   found on line 1`. */
function withLabel(finding: FindingView): string {
  const text = findingText(finding);
  if (finding.kind === 'check') return text;
  return `${findingLabel(finding)}${/^\d/.test(text) ? '' : ':'} ${text}`;
}

function findingLines(finding: FindingView, points: number): string[] {
  const mark = markSpan(finding.mark === 'ungraded' ? 'unknown' : 'failed', plain).text;
  const { judge_reply: reply } = finding;
  return [
    `  ${mark} ${excerpt(withLabel(finding), points)}`,
    ...(reply === undefined ? [] : labelledLines('wrote', reply.raw, points)),
  ];
}
