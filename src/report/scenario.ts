import { groupBy, uniqueBy } from '#model/data/collections.js';
import { endedByAnother } from '#model/run/verdict.js';
import { oneLine } from '#model/text/quoted.js';
import { countGaveUp } from '#view/case-view.js';
import { datasetSections, slicesSentence } from './scenario/dataset.js';
import { renderExpectation, statusOf } from './scenario/expectation.js';
import type { AssertionView, BrokenTrial, EndedTrial, ExpectationView, ScenarioView } from './scenario/view.js';
import { clip } from './text/clip.js';
import { count, plural } from './text/numbers.js';
import { visible } from './text/visible.js';
import { wrap } from './text/wrap.js';

const aboutWidth = 80;

/** Renders the result of a scenario as plain text: status, counts, each expectation with its numbers. No final newline. */
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

/** Renders the conversations: `100`, `stopped at 31 of 100, 2 failed`, `97 of 100 took place, 3 missing, 5 of the users gave up`. */
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

/** Returns true if a reason says that another criterion ended the case before this one was settled. */
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
  /** The judge's reply, if that is the reason. */
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

/** Renders the judge's reply in the first conversation: `: the judge wrote: "SCORE=5 …"`. */
function replyOf([first]: readonly Mishap[]): string {
  const reply = first?.judge_reply;
  if (reply === undefined) return '';
  return `: ${clip(reply === '' ? 'the judge wrote nothing' : `the judge wrote: "${reply}"`, reasonWidth)}`;
}

/** Renders the number of the first conversation, from 1, and how many others there are. */
function whichOf([first, ...others]: readonly Mishap[]): string {
  if (!first) return '';
  return ` (conversation ${first.index + 1}${others.length > 0 ? ` and ${count(others.length)} more` : ''})`;
}
