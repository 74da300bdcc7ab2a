import { groupBy, uniqueBy } from '#model/data/collections.js';
import type { ConversationFacts, Trial } from '#model/run/trial.js';
import { endedByAnother, type Outcome } from '#model/run/verdict.js';
import { oneLine } from '#model/text/quoted.js';
import { count, plural } from '../text/numbers.js';
import { plainPaint } from '../text/screen.js';
import { clip, displayWidth, shortened, visible, wrap } from '../text/visible.js';
import { countGaveUp } from '../view/case-view.js';
import type { DatasetView } from '../view/dataset-view.js';
import type { ScoreWithValue, Shortfall } from '../view/findings.js';
import type { WrongItem } from '../view/item-view.js';
import { inUnit } from '../view/reasons.js';
import { shortAbout, votesText } from './claim-words.js';
import { classesLines } from './classes.js';
import { sliceLines } from './slices.js';

const aboutWidth = 80;

export function renderScenario(view: ScenarioView): string {
  const failed = ofOutcome(view, 'failed');
  const failures = section('Failed conversations', ', which counts against every claim', failed, view);
  const details = ['Breakdown:', breakdown(view)].join('\n');
  const isOpen = view.outcome === 'unfinished'; // else the conversations that took place settle it
  const allFailed = failed.length === view.trials.length;
  const sections = [
    headLines(view).join('\n'),
    ...(allFailed ? [...failures, details] : [details, ...failures]),
    ...(view.dataset ? datasetSections(view.dataset) : []),
    ...section('Ungraded conversations', ', which counts against the claim', ungradedIn(view), view),
    ...section(
      'Missing conversations',
      isOpen ? ', so the scenario has no result yet' : '',
      ofOutcome(view, 'missing'),
      view,
    ),
    ...(view.report ? [`Show the run: ${visible(view.report)}`] : []),
  ];
  return sections.join('\n\n');
}

function headLines({ title, outcome, expectations, synthetic, dataset, ...conversations }: ScenarioView): string[] {
  const passed = expectations.filter((expectation) => expectation.outcome === 'passed').length;
  return [
    `--- Result for Scenario: '${visible(oneLine(title))}' ---`,
    `Overall Status: ${statusOf(outcome)}`,
    `Summary: ${passed}/${expectations.length} expectations passed.${dataset ? slicesSentence(dataset) : ''}`,
    `Conversations: ${conversationsInWords(conversations)}.`,
    ...endedByLines(expectations),
    ...(synthetic ? ['Replies: SYNTHETIC, some or all of them written by hand and not by a model.'] : []),
  ];
}

function conversationsInWords(view: Pick<ScenarioView, 'sample_size' | 'stopped_at' | 'trials'>): string {
  const { sample_size, stopped_at, trials } = view;
  const [failed, missing] = [ofOutcome(view, 'failed').length, ofOutcome(view, 'missing').length];
  const gaveUp = countGaveUp(trials.map((trial) => (trial.outcome === 'finished' ? trial.ended : undefined)));
  const held = trials.length - missing;
  const ofAsked = (number: number) => `${count(number)} of ${count(sample_size)}`;
  return [
    stopped_at !== null
      ? `stopped at ${ofAsked(stopped_at)}`
      : held === sample_size
        ? count(held)
        : `${ofAsked(held)} took place`,
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
    ...(missing > 0 ? [`${count(missing)} missing`] : []),
    ...(gaveUp > 0 ? [`${count(gaveUp)} of the users gave up`] : []),
  ].join(', ');
}

function breakdown({ expectations }: ScenarioView): string {
  const views = expectations.map((expectation) => ({
    ...expectation,
    assertions: expectation.assertions.map(withoutItsEnding),
  }));
  return views.map((one) => `  - ${renderExpectation(one).replaceAll('\n', '\n  ')}`).join('\n\n');
}

function ofOutcome({ trials }: Pick<ScenarioView, 'trials'>, outcome: BrokenTrial['outcome']): readonly BrokenTrial[] {
  return trials.filter((trial: EndedTrial): trial is BrokenTrial => trial.outcome === outcome);
}

function section(what: string, so: string, mishaps: readonly Mishap[], { sample_size }: ScenarioView): string[] {
  const conversations = new Set(mishaps.map(({ index }) => index)).size;
  if (conversations === 0) return [];
  return [[`${what}: ${count(conversations)} of ${count(sample_size)}${so}`, ...reasonLines(mishaps)].join('\n')];
}

/** Returns one entry per expectation and conversation, even if several turns have no value. */
function ungradedIn({ ungraded }: ScenarioView): readonly Mishap[] {
  const mishaps = ungraded.map(({ index, about, reason, judge_reply }) => ({
    index,
    judge_reply,
    reason: `${clip(oneLine(about), aboutWidth)}: ${reason.replace(/^ungraded: /, '')}`,
  }));
  return uniqueBy(mishaps, ({ index, reason }) => `${index} ${reason}`);
}

const nameWidth = 120;

const endingWidth = 94;

/** Renders which criterion ended a scenario before other criteria were settled, and how to settle them; empty if no criterion did. */
function endedByLines(expectations: readonly ExpectationView[]): readonly string[] {
  if (!expectations.some(({ assertions }) => assertions.some(({ reason }) => isCutShort(reason)))) return [];
  const names = expectations.flatMap(({ about, assertions }) =>
    assertions
      .filter(({ outcome, reason }) => outcome !== 'passed' && !isCutShort(reason))
      .map(({ claim }) => clip(oneLine(assertions.length > 1 ? `${about} (${claim})` : about), nameWidth)),
  );
  const [name, ...others] = names;
  if (name === undefined) return [];
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const text = `Ended by: ${name}${more}, which could not pass any more.`;
  const lines = wrap(text, endingWidth).map((line, i) => (i === 0 ? line : `      ${line}`));
  return [...lines, 'Others were left undecided. `stop_early: false` decides all.'];
}

/** Returns an assertion without the part of its reason that `endedByLines` renders once for all. */
function withoutItsEnding(assertion: AssertionView): AssertionView {
  const parts = assertion.reason?.split('; ').filter((part) => !isCutShort(part));
  return { ...assertion, reason: parts?.join('; ') ?? null };
}

// Stored results have only a sentence that says that another criterion ended a case. Only this file parses it.

function isCutShort(reason: string | null): boolean {
  return reason?.includes(endedByAnother) === true;
}

const mostReasons = 3;

const reasonWidth = 300;

const textWidth = 96;

interface Mishap {
  /** The index of the conversation, from 0. */
  readonly index: number;
  readonly reason: string;
  readonly judge_reply?: string | undefined;
}

/** Renders why conversations are missing, failed or ungraded: the most frequent reason first, with its first conversation. */
function reasonLines(mishaps: readonly Mishap[]): readonly string[] {
  const reasons = [...groupBy(mishaps, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);
  const more = reasons.length - mostReasons;
  return [
    ...reasons
      .slice(0, mostReasons)
      .flatMap(([reason, own]) => item(clip(reason, reasonWidth) + whichOf(own) + replyOf(own))),
    ...(more > 0 ? item(`and ${plural(more, 'more reason')}`) : []),
  ];
}

function item(text: string): string[] {
  return wrap(text, textWidth).map((line, i) => `${i === 0 ? '  - ' : '    '}${line}`);
}

function replyOf([first]: readonly Mishap[]): string {
  const reply = first?.judge_reply;
  if (reply === undefined) return '';
  return `: ${clip(reply === '' ? 'the judge wrote nothing' : `the judge wrote: "${reply}"`, reasonWidth)}`;
}

function whichOf([first, ...others]: readonly Mishap[]): string {
  if (!first) return '';
  return ` (conversation ${first.index + 1}${others.length > 0 ? ` and ${count(others.length)} more` : ''})`;
}

/** The outcome of a scenario; `unfinished` if missing conversations could change it. */
export type ScenarioOutcome = Outcome | 'unfinished';

export interface AssertionView {
  readonly about: string;
  readonly outcome: ScenarioOutcome;
  readonly p_value: number | null;
  readonly claim: string;
  /** The numbers of the verdict in words; null if there are none yet. */
  readonly reason: string | null;
}

export interface ExpectationView {
  readonly about: string;
  readonly outcome: ScenarioOutcome;
  readonly assertions: readonly AssertionView[];
  /** The expected behaviour, for which `about` may be a label; null for a metric or checks. */
  readonly expected_behavior: string | null;
  readonly worst: readonly WorstValue[];
}

export interface ScenarioView {
  readonly title: string;
  readonly outcome: ScenarioOutcome;
  readonly expectations: readonly ExpectationView[];
  readonly sample_size: number;
  /** The number of conversations after which it was settled; null if it needed all of them. */
  readonly stopped_at: number | null;
  /** True if a person wrote at least one reply by hand. Default: false. */
  readonly synthetic?: boolean;
  /** The command that shows the run; null if the text does not name it. Default: null. */
  readonly report?: string | null;
  readonly dataset?: ScenarioDatasetView | null;
  readonly trials: readonly EndedTrial[];
  readonly ungraded: readonly UngradedTrial[];
}

interface UngradedTrial {
  readonly index: number;
  readonly about: string;
  readonly reason: string;
  readonly judge_reply?: string;
}

export type EndedTrial = FinishedTrial | BrokenTrial;

type FinishedTrial = Pick<Extract<Trial, { outcome: 'finished' }>, 'index' | 'outcome'> &
  Pick<ConversationFacts, 'ended'>;

type BrokenTrial = Pick<Extract<Trial, { reason: string }>, 'index' | 'outcome' | 'reason'>;

export interface WorstValue {
  /** The trial and the turn, counted from 0. */
  readonly trial: number;
  readonly turn?: number;
  /** The value in words: `3 of 10`, `7.25 s`; null for checks. */
  readonly value: string | null;
  /** The judge's explanation, or the check that does not hold and why; empty for metrics. */
  readonly reason: string;
}

export function worstValues({ expectation: { grader }, scores }: Shortfall, most: number): readonly WorstValue[] {
  const isOfChecks = grader.grader === 'trial_passes';
  const best = grader.grader === 'expected_behavior' ? ` of ${grader.params.judge.scale.max}` : '';
  const unit = grader.grader === 'metric' ? grader.params.unit : undefined;
  return scores.slice(0, most).map(({ trial, turn, value, findings }) => ({
    trial,
    ...(turn !== undefined && { turn }),
    value: isOfChecks ? null : (unit === undefined ? String(value) : inUnit(value, unit)) + best,
    reason: isOfChecks ? unmetInWords(findings) : judgedInWords(findings),
  }));
}

function judgedInWords([finding]: ScoreWithValue['findings']): string {
  return finding ? finding.reason + votesText(finding.votes) : '';
}

function unmetInWords(findings: ScoreWithValue['findings']): string {
  const unmet = findings.filter(({ holds }) => holds !== true);
  return unmet.map(({ about, reason }) => `${shortAbout(about)}: ${reason}`).join('; ');
}

const widthOfValue = 100;

const titleWidth = 110;

const leastOfBehavior = 20;

const mostLines = 3;

const mostLinesOfWorst = { judged: 2, checks: 4 };

/** The length of a title, in characters, up to which it is shown completely. */
const widestTold = 180;

const indent = '    ';

const symbols: Readonly<Record<ScenarioOutcome, string>> = {
  passed: '✅',
  failed: '❌',
  inconclusive: '❔',
  unfinished: '⚠️',
};

type Titled = Pick<ExpectationView, 'about'> & Partial<Pick<ExpectationView, 'expected_behavior'>>;

function statusOf(outcome: ScenarioOutcome): string {
  return `${symbols[outcome]} ${outcome.toUpperCase()}`;
}

export function renderExpectation(expectation: ExpectationView): string {
  const [only, ...others] = expectation.assertions;
  const worst = worstLines(expectation);
  if (only && others.length === 0) return [...condensed(expectation, only), ...worst].join('\n');
  const head = titled(`Expectation: '`, expectation, `' -> ${statusOf(expectation.outcome)}`, indent);
  return [...head, ...expectation.assertions.flatMap(itemLines), ...worst].join('\n');
}

export function renderAssertion(assertion: AssertionView): string {
  return condensed(assertion, assertion).join('\n');
}

function condensed(title: Titled, assertion: AssertionView): string[] {
  const start = `[${statusOf(assertion.outcome)}] `;
  return [...titled(start, title, pValue(assertion), indent), ...numbers(assertion, title, indent)];
}

function itemLines(assertion: AssertionView): string[] {
  const start = `    - [${symbols[assertion.outcome]}] `;
  const below = indent.repeat(2);
  return [...titled(start, assertion, pValue(assertion), below), ...numbers(assertion, assertion, below)];
}

function titled(start: string, one: Titled, end: string, below: string): string[] {
  const room = titleWidth - displayWidth(start) - displayWidth(end);
  const lines = shortened(withoutStop(titleOf(one, room)), room, mostLines);
  return lines.map((line, i) => (i === 0 ? start : below) + line + (i === lines.length - 1 ? end : ''));
}

/** Renders a label and as much of its behaviour as fits on the line: `Correctness: The bot gives accurate…`. */
function titleOf({ about, expected_behavior = null }: Titled, room: number): string {
  const label = oneLine(about);
  if (expected_behavior === null || label === oneLine(expected_behavior)) return label;
  const left = room - displayWidth(label) - 2;
  return left < leastOfBehavior ? label : `${label}: ${clip(withoutStop(expected_behavior), left)}`;
}

function withoutStop(title: string): string {
  return oneLine(title).replace(/(?<!\.)\.$/, '');
}

function numbers({ claim, reason }: AssertionView, { about }: Titled, below: string): string[] {
  const isInTitle = oneLine(about) === oneLine(claim) && oneLine(about).length <= widestTold;
  const parts = [...(isInTitle ? [] : [claim]), ...(reason === null ? [] : [reason])];
  return wrap(visible(parts.join(': ')), widthOfValue).flatMap((line) => (line === '' ? [] : [below + line]));
}

function pValue({ p_value }: AssertionView): string {
  if (p_value === null) return '';
  return `, p-value: ${p_value < 0.0001 ? '< 0.0001' : p_value.toFixed(4)}`;
}

function worstLines({ outcome, worst }: ExpectationView): string[] {
  if (outcome !== 'failed' && outcome !== 'inconclusive') return [];
  return worst.flatMap(({ trial, turn, value, reason }) => {
    const where = `conversation ${trial + 1}${turn === undefined ? '' : `, turn ${turn + 1}`}`;
    const what = [value, reason].filter((part) => part !== null && part !== '').join(', ');
    const most = value === null ? mostLinesOfWorst.checks : mostLinesOfWorst.judged;
    const lines = shortened(oneLine(`${where}: ${what}`), widthOfValue - 2, most);
    return lines.map((line, i) => `${indent}${i === 0 ? '' : '  '}${line}`);
  });
}

const screen = { paint: plainPaint, width: 100 };

const mostItems = 5;

const widthOfMiss = 90;

interface ScenarioDatasetView {
  readonly view: DatasetView;
  readonly wrong: readonly WrongItem[];
}

function datasetSections({ view, wrong }: ScenarioDatasetView): readonly string[] {
  const slices = sliceLines(view, screen);
  return [
    ...(slices.length > 0 ? [['Slices:', ...slices].join('\n')] : []),
    ...view.classes.map((classes) => ['Classes:', ...classesLines(classes, screen)].join('\n')),
    ...(wrong.length > 0 ? [wrongLines(view, wrong).join('\n')] : []),
  ];
}

/** Renders the fields whose slices do not do what they must: ` Slices of language did not.`; empty if all slices do. */
function slicesSentence({ view }: ScenarioDatasetView): string {
  const fields = view.slices.filter(({ holds }) => holds === false).map(({ field }) => visible(field.raw));
  return fields.length === 0 ? '' : ` Slices of ${fields.join(', ')} did not.`;
}

function wrongLines({ used, draws }: DatasetView, wrong: readonly WrongItem[]): readonly string[] {
  const items = new Set(wrong.map(({ id }) => id)).size;
  const of = used ? ` of ${count(used.items)}` : '';
  const more = wrong.length - mostItems;
  return [
    `Wrong items: ${count(items)}${of}`,
    ...wrong.slice(0, mostItems).map(({ id, draw, reasons: [reason = ''] }) => {
      const name = draws > 1 ? `${id}, answer ${draw + 1}` : id;
      return clip(`  - ${visible(name)}: ${visible(reason)}`, widthOfMiss);
    }),
    ...(more > 0 ? [`  - and ${count(more)} more`] : []),
  ];
}
