import { uniqueBy } from '#model/data/collections.js';
import { oneLine } from '#model/text/quoted.js';
import { countGaveUp } from '#view/case-view.js';
import { endedByLines, withoutItsEnding } from './scenario/ended-by.js';
import { renderExpectation, statusOf } from './scenario/expectation.js';
import { type Mishap, reasonLines } from './scenario/reasons.js';
import type { BrokenTrial, EndedTrial, ScenarioView } from './scenario/view.js';
import { clip } from './text/clip.js';
import { count } from './text/numbers.js';
import { visible } from './text/visible.js';

const aboutWidth = 80;

/** Renders the result of a scenario as plain text: status, counts, each expectation with its numbers. No final newline. */
export function renderScenario(view: ScenarioView): string {
  const sections = [
    headLines(view).join('\n'),
    ['Breakdown:', breakdown(view)].join('\n'),
    ...section('Failed conversations', ', which counts against every claim', ofOutcome(view, 'failed'), view),
    ...section('Ungraded conversations', ', which counts against the claim', ungradedIn(view), view),
    ...section('Missing conversations', stillOpen(view), ofOutcome(view, 'missing'), view),
  ];
  return sections.join('\n\n');
}

/** Returns a note that the scenario has no result yet; empty if the conversations that took place settle it. */
function stillOpen({ outcome }: ScenarioView): string {
  return outcome === 'unfinished' ? ', so the scenario has no result yet' : '';
}

function headLines({ title, outcome, expectations, synthetic, ...conversations }: ScenarioView): string[] {
  const passed = expectations.filter((expectation) => expectation.outcome === 'passed').length;
  return [
    `--- Result for Scenario: '${visible(oneLine(title))}' ---`,
    `Overall Status: ${statusOf(outcome)}`,
    `Summary: ${passed}/${expectations.length} expectations passed.`,
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
