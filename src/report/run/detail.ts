import { oneLine } from '#model/text/quoted.js';
import { count, plural } from '../text/numbers.js';
import { resultWidth, type Screen } from '../text/screen.js';
import { visible, wrap } from '../text/visible.js';
import type { DatasetView } from '../view/dataset-view.js';
import { missed } from '../view/reply-groups.js';
import type { CaseView, Claim, CountedView, FindingView, Group, Reply, TurnView, View } from '../view/view.js';
import { gaveUpLines } from './case-block.js';
import {
  claimIndent,
  claimText,
  countedText,
  findingLabel,
  findingText,
  joinedFindings,
  pictureLine,
} from './claim-words.js';
import { datasetHeading, datasetSummary } from './dataset-block.js';
import {
  type Heading,
  headingLines,
  indented,
  labelled,
  markFor,
  paintedMark,
  placeText,
  roomBesideLabel,
} from './heading.js';
import { type ItemSelection, itemDetail, selectionLines } from './items.js';
import { groupTitle } from './look.js';
import { sureLines } from './run-totals.js';
import { askedMessages, endText, sentTexts, turnParts } from './turn-parts.js';
import { unfinishedLines } from './unfinished.js';
import { verdictLines } from './verdict-lines.js';

interface DetailItems {
  /** True if options select them; then the slices and classes of their case are omitted. */
  readonly isSelection: boolean;
  readonly selection: (caseView: CaseView) => ItemSelection | null;
  readonly of: (caseView: CaseView) => Iterable<readonly Group[]>;
}

interface Detail {
  readonly cases: readonly CaseView[];
  readonly onlyFailing: boolean;
  readonly full: boolean;
  /** Shows the messages as sent, and the checks that hold too. Default: false. */
  readonly explains?: boolean;
  /** Omits the verdict, which is printed above. Default: false. */
  readonly isBelowResult?: boolean;
  readonly items?: DetailItems;
}

const mostGroups = 3;
const mostLines = 30;
const mostLinesOfMessage = 6;
const mostMarks = 400;

/** Renders cases with all claims and replies, piece by piece: a data set may have 50,000 items. */
export function* detailPieces(view: View, detail: Detail, screen: Screen): Generator<string> {
  if (!detail.isBelowResult) yield `\n${verdictLines(view, screen).join('\n')}\n`;
  for (const caseView of detail.cases) {
    yield '\n';
    for (const lines of caseParts(caseView, detail, screen)) yield lines.map((line) => `${line}\n`).join('');
  }
  if (detail.isBelowResult) return;
  const datasets = detail.items?.isSelection ? [] : detail.cases.map(({ dataset }) => dataset);
  const sure = sureLines({ claims: detail.cases.flatMap(({ claims }) => claims), datasets }, screen);
  if (sure.length > 0) yield `\n${sure.join('\n')}\n`;
}

function* caseParts(caseView: CaseView, detail: Detail, screen: Screen): Generator<readonly string[]> {
  if (!caseView.dataset) {
    yield caseLines(caseView, detail, screen);
    return;
  }
  yield datasetLines(caseView, caseView.dataset, detail, screen);
  const selection = detail.items?.isSelection ? detail.items.selection(caseView) : null;
  if (selection) yield selectionLines(selection, screen);
  let shown = 0;
  for (const groups of detail.items?.of(caseView) ?? []) {
    yield itemDetail(groups, caseView, detail, screen);
    shown += groups.reduce((sum, { times }) => sum + times, 0);
  }
  const more = caseView.trials.failed + caseView.trials.ungraded - shown;
  if (more > 0 && detail.items?.isSelection === false) yield [`   ${count(more)} more did not pass: --failed`];
}

function datasetLines(caseView: CaseView, dataset: DatasetView, { items }: Detail, screen: Screen): readonly string[] {
  if (caseView.outcome === 'unfinished') return unfinishedLines([caseView], screen);
  return items?.isSelection ? datasetHeading(caseView, dataset, screen) : datasetSummary(caseView, dataset, screen);
}

function caseLines(caseView: CaseView, detail: Detail, screen: Screen): string[] {
  const heading = {
    mark: markFor(caseView.outcome, screen),
    name: caseView.name.raw,
    parts: [],
    place: placeText(caseView.at, true),
  };
  const groups = shownGroups(caseView, detail);
  const shown = detail.full ? groups : groups.slice(0, mostGroups);
  return [
    ...headingOf(caseView, heading, screen),
    ...(isPlain(caseView) ? [] : caseView.claims.flatMap((claim) => claimLines(claim, caseView, screen))),
    ...(caseView.outcome === 'shown' ? [] : marksLines(caseView, detail, screen)),
    ...gaveUpLines(caseView),
    ...(hasItems(caseView) ? [] : inputLines(caseView, detail, screen)),
    ...sentMessageLines(shown, caseView, detail, screen),
    ...shown.flatMap((group) => groupLines(group, caseView, detail, screen)),
    ...restLines(groups.slice(shown.length)),
  ];
}

function headingOf(caseView: CaseView, heading: Heading, screen: Screen): string[] {
  if (caseView.outcome === 'unfinished') return unfinishedLines([caseView], screen);
  if (caseView.outcome !== 'shown') return headingLines(heading, screen);
  const failed = caseView.missing.flatMap(({ reason }) =>
    labelled('failed', wrap(visible(reason.raw), roomBesideLabel(screen)), screen),
  );
  return [...headingLines({ ...heading, name: `${heading.name} (look)`, parts: ['shown'] }, screen), ...failed];
}

/** Returns true for a case whose only trial must pass: its mark is its whole result. */
function isPlain({ claims, trials }: CaseView): boolean {
  const [claim, ...others] = claims;
  return trials.asked === 1 && others.length === 0 && claim?.significance_level === null && claim.found.k !== undefined;
}

/** Returns the failed replies, and also those that passed if all are requested or none failed. */
function shownGroups({ groups }: CaseView, { onlyFailing, full }: Detail): readonly Group[] {
  const failing = groups.filter(({ example }) => example.outcome !== 'passed');
  return onlyFailing || (failing.length > 0 && !full) ? failing : groups;
}

function claimLines(claim: Claim, caseView: CaseView, screen: Screen): string[] {
  const text = `${claimText(claim, caseView)}: ${claim.reason.raw === '' ? claim.found.words.raw : claim.reason.raw}`;
  const lines = wrap(visible(text), resultWidth(screen) - claimIndent);
  const mark = paintedMark(claim.outcome, screen);
  return [
    ...lines.map((line, i) => (i === 0 ? `   ${mark} ${line}` : ' '.repeat(claimIndent) + line)),
    ...pictureLine(claim, screen),
  ];
}

function marksLines({ marks }: CaseView, { full }: Detail, screen: Screen): string[] {
  if (marks.length <= 1) return [];
  const shown = full ? marks : marks.slice(0, mostMarks);
  const room = resultWidth(screen) - claimIndent - 7;
  const lines: string[] = [];
  for (let at = 0; at < shown.length; at += room) {
    const own = shown.slice(at, at + room).map((mark) => paintedMark(mark, screen));
    lines.push(`     ${at === 0 ? 'trials ' : '       '}${own.join('')}`);
  }
  const rest = marks.length - shown.length;
  const isUnknown = shown.some((mark) => mark === 'ungraded' || mark === 'missing');
  return [
    ...lines,
    ...(rest > 0 ? [`            and ${count(rest)} more: --full`] : []),
    ...(isUnknown ? ['            ? ungraded or missing'] : []),
  ];
}

/** Returns true for a look on a data set: each of its replies has inputs of its own. */
function hasItems({ outcome, groups }: CaseView): boolean {
  return outcome === 'shown' && groups.some(({ example }) => example.item !== null);
}

function inputLines(caseView: CaseView, detail: Detail, screen: Screen): string[] {
  const { inputs, kind } = caseView;
  if (kind === 'trigger') return [];
  const asked = detail.explains ? [] : askedMessages(caseView);
  if (asked.length > 0) return asked.flatMap(([label, raw]) => labelled(label, textLines(raw, detail, screen), screen));
  return valueLines(inputs, detail, screen);
}

function valueLines(inputs: CaseView['inputs'], detail: Detail, screen: Screen): string[] {
  return inputs.flatMap(({ name, value }) => {
    const start = inputs.length > 1 ? `${name.raw}: ` : '';
    return labelled('input', textLines(start + value.raw, detail, screen), screen);
  });
}

/** Renders the messages as sent, once for all replies of a case: its trials have the same ones. */
function sentMessageLines(groups: readonly Group[], { kind }: CaseView, detail: Detail, screen: Screen): string[] {
  const turn = groups.flatMap(({ example }) => example.turns)[0];
  if (kind !== 'prompt' || !detail.explains || !turn) return [];
  return sentTexts(turn).flatMap((text) =>
    labelled('sent', textLines(text, detail, screen, mostLinesOfMessage), screen),
  );
}

function textLines(raw: string, { full }: Detail, screen: Screen, most = mostLines): string[] {
  if (raw.trim() === '') return ['(empty)'];
  const lines = wrap(raw.trimEnd(), roomBesideLabel(screen));
  if (full || lines.length <= most) return lines;
  return [...lines.slice(0, most), `… ${plural(lines.length - most, 'more line')}: --full`];
}

function groupLines(group: Group, caseView: CaseView, detail: Detail, screen: Screen): string[] {
  const { example } = group;
  const isShown = caseView.outcome === 'shown';
  const title = groupTitle(group);
  const held = example.findings.filter(({ mark }) => mark === 'passed');
  const showsAll = detail.full || detail.explains === true;
  const findings = showsAll ? example.findings : joinedFindings(missed(example));
  return [
    ...(caseView.trials.asked > 1 ? indented(wrap(title, resultWidth(screen) - 3), 3, screen.paint.bold) : []),
    ...(isShown ? valueLines(example.item?.inputs ?? [], detail, screen) : []),
    ...replyLines(group, detail, screen),
    ...findings.flatMap((finding) => findingLines(finding, example, detail, screen)),
    ...(held.length > 0 && !showsAll
      ? [`     ${paintedMark('passed', screen)} ${plural(held.length, 'other holds', 'others hold')}`]
      : []),
  ];
}

function replyLines({ example: reply, styles_differ }: Group, detail: Detail, screen: Screen): string[] {
  const { conversation, turns } = reply;
  if (!conversation) {
    if (turns.length === 0 && reply.is_cut)
      return labelled('reply', ['(its text is gone: trials.jsonl was deleted)'], screen);
    return [
      ...turns.flatMap((turn) => responseLines(turn, detail, screen)),
      ...(reply.extracted ? labelled('extract', textLines(reply.extracted.raw, detail, screen), screen) : []),
    ];
  }
  const style = styles_differ
    ? 'styles differ: --trial N shows one'
    : conversation.style.map(({ raw }) => raw).join(' · ');
  return [
    ...turns.flatMap((turn) => [
      ...labelled('user', textLines(turn.message.raw, detail, screen), screen),
      ...responseLines(turn, detail, screen),
    ]),
    ...(conversation.unanswered
      ? labelled('user', textLines(conversation.unanswered.raw, detail, screen), screen)
      : []),
    ...labelled('ended', wrap(endText(reply), roomBesideLabel(screen)), screen),
    ...(conversation.style.length === 0 ? [] : labelled('style', wrap(style, roomBesideLabel(screen)), screen)),
  ];
}

function responseLines(turn: TurnView, detail: Detail, screen: Screen): string[] {
  return turnParts(turn).flatMap((part) => {
    const text = part.part === 'reply' ? turn.response.raw : part.text;
    return labelled(part.label, textLines(text, detail, screen), screen);
  });
}

function findingLines(finding: FindingView, reply: Reply, detail: Detail, screen: Screen): string[] {
  const { mark, extracted, judge_reply } = finding;
  const where = placeIn(finding, reply);
  const isListed = finding.counted !== undefined && (detail.full || detail.explains === true);
  const shown = isListed ? { ...finding, reason: { raw: countedText(finding.counted) } } : finding;
  const isSaid = where === '' || shown.reason.raw.includes(where);
  const text = `${findingLabel(finding)} ${findingText(shown)}${isSaid ? '' : `   ${where}`}`;
  return [
    ...markedLines(mark, textLines(text, detail, screen), claimIndent, screen),
    ...(isListed ? countedLines(finding.counted, detail, screen) : []),
    ...(extracted ? indented(textLines(`extract ${extracted.raw}`, detail, screen), claimIndent + 2) : []),
    ...labelled('wrote', judge_reply ? textLines(judge_reply.raw, detail, screen) : [], screen),
  ];
}

function countedLines({ checks }: CountedView, detail: Detail, screen: Screen): string[] {
  return checks.flatMap(({ mark, about, reason }) => {
    const lines = textLines(`${oneLine(about.raw)}   ${oneLine(reason.raw)}`, detail, screen);
    return markedLines(mark, lines, claimIndent + 2, screen);
  });
}

function markedLines(
  mark: FindingView['mark'],
  lines: readonly string[],
  columns: number,
  screen: Screen,
): readonly string[] {
  const [first = '', ...more] = lines;
  const start = ' '.repeat(columns);
  return [`${start}${paintedMark(mark, screen)} ${first}`, ...more.map((line) => `${start}  ${line}`)];
}

function placeIn({ span, excerpt }: FindingView, { turns }: Reply): string {
  if (!span) return excerpt?.mark ? `line ${excerpt.line}` : '';
  const before = (turns[span.turn]?.response.raw ?? '').slice(0, span.start);
  const place = `line ${before.split('\n').length}, column ${span.start - before.lastIndexOf('\n')}`;
  return turns.length > 1 ? `turn ${span.turn + 1}, ${place}` : place;
}

function restLines(groups: readonly Group[]): string[] {
  if (groups.length === 0) return [];
  const replies = groups.reduce((sum, { times }) => sum + times, 0);
  return [`   ${plural(groups.length, 'more text')}, ${plural(replies, 'reply', 'replies')}: --full`];
}
