import type {
  Agreement,
  BoundedShare,
  Calibration,
  Drift,
  PeopleShare,
  RaterVerdict,
} from '#model/people/calibration.js';
import { atLeast, atMost } from '#model/text/bounds.js';
import { oneLine } from '#model/text/quoted.js';
import { findingText } from '../run/claim-words.js';
import { joinedLines, labelled, roomBesideLabel } from '../run/heading.js';
import { count, percentage, plural } from '../text/numbers.js';
import { asCalled, resultWidth, type Screen } from '../text/screen.js';
import { clip, visible, wrap } from '../text/visible.js';
import type { AnswerView } from '../view/answer-view.js';
import type { FindingView } from '../view/view.js';

interface CalibrationReport {
  readonly id: string;
  readonly run_id: string;
  readonly calibrations: readonly Calibration[];
  readonly items: string;
  readonly label: string;
}

export function calibrationText(report: CalibrationReport, screen: Screen): string {
  const { id, run_id, calibrations } = report;
  const shown = calibrations.filter(hasLabels);
  const rest = calibrations.filter((one) => !hasLabels(one));
  const differ = shown.reduce(
    (sum, { agreement }) => sum + (agreement === null ? 0 : agreement.judge_only + agreement.people_only),
    0,
  );
  const lines = [
    ` ${screen.paint.bold(visible(id))}  ${screen.paint.dim(visible(run_id))}`,
    ...shown.flatMap((one) => ['', ...calibrationLines(one, screen)]),
    ...(rest.length > 0 ? ['', ...restLines(rest, screen)] : []),
    ...(shown.some(({ agreement, people }) => agreement !== null || (people !== null && people.lower !== null))
      ? ['', ` ${screen.paint.dim('each "at least" and "at most" is 95% sure')}`]
      : []),
    ...(differ > 0 ? commandLine(report.items, `the ${plural(differ, 'answer')} on which they differ`, screen) : []),
    ...(shown.some(({ agreement }) => agreement === null) ? commandLine(report.label, 'labels this run', screen) : []),
  ];
  return `\n${lines.join('\n')}\n`;
}

/** Returns true if an expectation has labels, of this run or of earlier ones. */
function hasLabels({ labelled, drift, unused }: Calibration): boolean {
  return labelled > 0 || drift !== null || Object.values(unused).some((number) => number > 0);
}

function commandLine(command: string, what: string, screen: Screen): string[] {
  return [` ${screen.paint.cyan(visible(asCalled(command, screen)))}   ${what}`];
}

function restLines(rest: readonly Calibration[], screen: Screen): string[] {
  const names = rest.map(({ case: name, about }) => `${oneLine(name)}: ${oneLine(about)}`).join(' · ');
  return wrap(visible(`no labels: ${names}`), resultWidth(screen) - 2).map((line) => ` ${screen.paint.dim(line)}`);
}

function calibrationLines(one: Calibration, screen: Screen): string[] {
  const { case: name, about, judges } = one;
  const heading = [`${oneLine(name)}: ${oneLine(about)}`, `judge ${judges.map(oneLine).join(', ')}`];
  const width = resultWidth(screen) - 3;
  const [first = '', ...others] = joinedLines(heading, width);
  const texts = [
    sampleText(one),
    ...(one.agreement ? agreementTexts(one.agreement) : []),
    ...ratersText(one),
    ...(one.people ? [peopleText(one.people)] : []),
    ...aboutText(one),
    ...(one.drift ? [driftText(one.drift)] : []),
    ...unusedText(one),
  ];
  return [
    ` ${screen.paint.bold(first)}`,
    ...others.map((line) => ` ${line}`),
    ...texts.flatMap((text) => wrap(visible(text), width - 2).map((line, i) => `${i === 0 ? '   ' : '     '}${line}`)),
  ];
}

function sampleText({ labelled, answers, raters, undecided, ungraded, judge_passed }: Calibration): string {
  const by = raters.map(({ rater, labels }) => `${oneLine(rater)} ${count(labels)}`).join(', ');
  return [
    `${count(labelled)} of ${plural(answers, 'answer')} labelled${by === '' ? '' : ` (${by})`}`,
    ...(undecided > 0 ? [`${count(undecided)} undecided`] : []),
    ...(ungraded > 0 ? [`${count(ungraded)} not graded by the judge`] : []),
    ...(judge_passed === null || answers === 0
      ? []
      : [`the judge passes ${percentage(judge_passed / answers)} of all ${count(answers)}`]),
  ].join(' · ');
}

function agreementTexts(own: Agreement): readonly string[] {
  const { agreement, kappa, both_pass, judge_only, people_only, sensitivity, specificity } = own;
  const { k, n } = agreement;
  const judge = (both_pass + judge_only) / n;
  const people = (both_pass + people_only) / n;
  const chance = judge * people + (1 - judge) * (1 - people);
  return [
    ...(kappa === null || agreement.lower > chance ? [] : [unshownText(agreement, chance)]),
    `of ${plural(n, 'answer')} that both decided the judge passes ${percentage(judge)} · people pass ${percentage(people)} · ${tiltText(own)}`,
    [
      `agrees on ${count(k)} of ${count(n)} (${boundedText(agreement)})`,
      `passes ${count(judge_only)} that people fail`,
      `fails ${count(people_only)} that people pass`,
      ...(kappa === null ? [] : [`κ ${kappa.toFixed(2)}`]),
    ].join(' · '),
    ...(sensitivity
      ? [`of ${plural(sensitivity.n, 'answer')} that people pass, it passes ${boundedText(sensitivity)}`]
      : []),
    ...(specificity
      ? [`of ${plural(specificity.n, 'answer')} that people fail, it fails ${boundedText(specificity)}`]
      : []),
  ];
}

/** Returns the advice for a judge whose agreement is not shown to exceed chance. */
function unshownText({ k, n }: BoundedShare, chance: number): string {
  return `not shown that the judge tells good answers from bad ones: it agrees on ${count(k)} of ${count(n)}, and chance gives about ${count(Math.round(chance * n))}; label more answers, make the rubric more exact, or name another judge`;
}

/** Renders a share with both bounds, rounded outwards. */
function boundedText({ estimate, lower, upper }: BoundedShare): string {
  return `${percentage(estimate)}, ${atLeast(lower, percentage)}, ${atMost(upper, percentage)}`;
}

/** Renders whether the judge is kinder than people, in points. */
function tiltText({ tilt }: Agreement): string {
  const points = Math.round(Math.abs(tilt) * 100);
  if (points === 0) return 'the judge is neither kinder nor stricter';
  return `the judge is too ${tilt > 0 ? 'kind' : 'strict'} by about ${plural(points, 'point')}`;
}

function ratersText({ between_raters: between }: Calibration): readonly string[] {
  if (!between) return [];
  const alpha = between.alpha === null ? 'all their labels are equal' : `Krippendorff's α ${between.alpha.toFixed(2)}`;
  return [`between people, on ${plural(between.answers, 'answer')} with several labels: ${alpha}`];
}

function peopleText({ labels, passed, of, estimate, lower, upper, test }: PeopleShare): string {
  const whole = of === null ? 'answers like these' : `these ${plural(of, 'answer')}`;
  const bounds = [
    ...(lower === null ? [] : [atLeast(lower, percentage)]),
    ...(upper === null ? [] : [atMost(upper, percentage)]),
  ];
  const about = estimate === null ? '' : `: ${percentage(estimate)}`;
  if (estimate !== null && lower === estimate && upper === estimate)
    return `people pass ${count(passed)} of ${whole}${about}, counted`;
  const shown = bounds.length === 0 ? '' : `, ${bounds.join(', ')}`;
  return `people pass ${count(passed)} of the first ${count(labels)} of the sample; of ${whole}${about}${shown} (${test})`;
}

function aboutText({ about_share: share }: Calibration): readonly string[] {
  if (!share) return [];
  const { estimate, labels } = share;
  return [
    `about ${percentage(estimate, 'nearest', 0)} of these answers would satisfy people, if the judge errs as on ${plural(labels, 'label')} of earlier runs (Rogan-Gladen; it decides nothing)`,
  ];
}

function driftText({ earlier, runs, p_value }: Drift): string {
  const { agreement } = earlier;
  const before = `in ${plural(runs.length, 'earlier run')} with this rubric the judge agreed on ${count(agreement.k)} of ${count(agreement.n)} (${percentage(agreement.estimate)}); ${tiltText(earlier)}`;
  if (p_value === null) return before;
  const p = p_value < 0.001 ? 'p < 0.001' : `p = ${Number(p_value.toPrecision(2))}`;
  return `${before}; ${p_value < 0.05 ? 'it has changed' : 'no sign of a change'} (${p})`;
}

function unusedText({ unused }: Calibration): readonly string[] {
  const parts = [
    ...(unused.other_rubric > 0 ? [`${plural(unused.other_rubric, 'label')} of another rubric`] : []),
    ...(unused.other_answer > 0
      ? [`${plural(unused.other_answer, 'label')} of answers that the run does not have`]
      : []),
    ...(unused.gone > 0 ? [`${plural(unused.gone, 'label')} of runs whose folders are gone`] : []),
  ];
  return parts.length === 0 ? [] : [`not used: ${parts.join(' · ')}`];
}

export interface Disagreement {
  readonly judge: 'pass' | 'fail';
  readonly people: 'pass' | 'fail';
  readonly raters: readonly RaterVerdict[];
  readonly answer: AnswerView;
  readonly findings: readonly FindingView[];
}

/** The maximum number of answers that are shown unless all are asked for. */
const most = 20;

/** Renders the answers on which judge and people differ: input, reply, the words of the judge, and the notes of people. Long texts are cut unless `full`. */
export function disagreementsText(
  all: readonly Disagreement[],
  { full, command }: { readonly full: boolean; readonly command: string },
  screen: Screen,
): string {
  if (all.length === 0) return '\n judge and people agree on every answer that both decided\n';
  const shown = full ? all : all.slice(0, most);
  const lines = shown.flatMap((one) => ['', ...disagreementLines(one, full, screen)]);
  const rest = all.length - shown.length;
  return `${[...lines, ...(rest > 0 ? ['', ` … ${plural(rest, 'more answer')}: ${command}`] : [])].join('\n')}\n`;
}

function disagreementLines(one: Disagreement, full: boolean, screen: Screen): string[] {
  const { answer, raters, findings, judge, people } = one;
  const words = `people ${people} it, the judge ${judge === 'pass' ? 'passes' : 'fails'} it`;
  const title = [answer.case.raw, placeText(answer), words].map(oneLine).join(' · ');
  const texts = (label: string, raw: string) => labelled(label, textLines(raw, full, roomBesideLabel(screen)), screen);
  return [
    ` ${screen.paint.bold(clip(title, resultWidth(screen) - 1))}`,
    ...answer.inputs.flatMap(({ name, value }) =>
      texts(answer.inputs.length > 1 ? clip(oneLine(name.raw), 7) : 'input', value.raw),
    ),
    ...answer.rubrics.flatMap(({ reference }) =>
      reference === null || reference === 'gone' ? [] : texts('expects', reference.raw),
    ),
    ...answer.turns.flatMap(({ message, response }) => [
      ...(answer.isConversation ? texts('user', message.raw) : []),
      ...texts('reply', response.raw),
    ]),
    ...findings.flatMap((finding) => texts('judge', findingText(finding))),
    ...raters.flatMap(({ rater, verdict, note }) =>
      texts(clip(oneLine(rater), 7), note === undefined ? verdict : `${verdict}: ${note}`),
    ),
  ];
}

function placeText({ item, draw }: AnswerView): string {
  if (item === null) return `trial ${draw + 1}`;
  return draw > 0 ? `${item.raw} · draw ${draw + 1}` : item.raw;
}

function textLines(raw: string, full: boolean, room: number): readonly string[] {
  if (raw.trim() === '') return ['(empty)'];
  return full ? wrap(raw.trimEnd(), room) : [clip(oneLine(raw), room)];
}
