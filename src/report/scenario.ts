import { grouped } from './grouped.js';
import { countGaveUp } from './run/gave-up.js';
import { renderExpectation, statusOf } from './scenario/expectation.js';
import type { BrokenTrial, EndedTrial, ScenarioView } from './scenario/view.js';
import { clip } from './text/clip.js';
import { count, plural } from './text/numbers.js';
import { oneLine } from './text/one-line.js';
import { visible } from './text/visible.js';

const mostReasons = 3;
const reasonWidth = 200;

/** The result of a scenario as plain text for any log: overall status, counts, each expectation with its numbers. No newline at the end. */
export function renderScenario(view: ScenarioView): string {
  const sections = [
    headLines(view).join('\n'),
    ['Breakdown:', breakdown(view)].join('\n'),
    ...brokenSection('Failed conversations', ', which counts against every claim', ofOutcome(view, 'failed'), view),
    ...brokenSection('Missing conversations', stillOpen(view), ofOutcome(view, 'missing'), view),
  ];
  return sections.join('\n\n');
}

/** Those that there are may settle the scenario. */
function stillOpen({ outcome }: ScenarioView): string {
  return outcome === 'unfinished' ? ', so that nothing is known yet' : '';
}

function headLines({ title, outcome, expectations, synthetic, ...conversations }: ScenarioView): string[] {
  const passed = expectations.filter((one) => one.outcome === 'passed').length;
  return [
    `--- Result for Scenario: '${visible(oneLine(title))}' ---`,
    `Overall Status: ${statusOf(outcome)}`,
    `Summary: ${passed}/${expectations.length} expectations passed.`,
    `Conversations: ${conversationsInWords(conversations)}.`,
    ...(synthetic ? ['Replies: SYNTHETIC, some or all of them written by hand and not by a model.'] : []),
  ];
}

/** `100`, `stopped at 31 of 100, 2 failed`, `97 of 100, 3 missing, 5 of the users gave up`. */
function conversationsInWords(view: Pick<ScenarioView, 'sample_size' | 'stopped_at' | 'trials'>): string {
  const { sample_size, stopped_at, trials } = view;
  const [failed, missing] = [ofOutcome(view, 'failed').length, ofOutcome(view, 'missing').length];
  const gaveUp = countGaveUp(trials.map((trial) => (trial.outcome === 'finished' ? trial.ended : undefined)));
  const held = trials.length - missing;
  const ofAsked = (number: number) => `${count(number)} of ${count(sample_size)}`;
  return [
    stopped_at !== null ? `stopped at ${ofAsked(stopped_at)}` : held === sample_size ? count(held) : ofAsked(held),
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
    ...(missing > 0 ? [`${count(missing)} missing`] : []),
    ...(gaveUp > 0 ? [`${count(gaveUp)} of the users gave up`] : []),
  ].join(', ');
}

function breakdown({ expectations }: ScenarioView): string {
  return expectations.map((one) => `  - ${renderExpectation(one).replaceAll('\n', '\n  ')}`).join('\n\n');
}

function ofOutcome({ trials }: Pick<ScenarioView, 'trials'>, outcome: BrokenTrial['outcome']): readonly BrokenTrial[] {
  return trials.filter((trial: EndedTrial): trial is BrokenTrial => trial.outcome === outcome);
}

/** Why conversations ended before their time, the most frequent reasons first, and the first conversation of each. */
function brokenSection(
  what: string,
  so: string,
  trials: readonly BrokenTrial[],
  { sample_size }: ScenarioView,
): string[] {
  if (trials.length === 0) return [];
  const reasons = [...grouped(trials, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);
  const more = reasons.length - mostReasons;
  return [
    [
      `${what}: ${count(trials.length)} of ${count(sample_size)}${so}`,
      ...reasons.slice(0, mostReasons).map(([reason, own]) => `  - ${clip(reason, reasonWidth)}${whichOf(own)}`),
      ...(more > 0 ? [`  - and ${plural(more, 'more reason')}`] : []),
    ].join('\n'),
  ];
}

/** Counted from 1, as reports do. */
function whichOf([first, ...others]: readonly BrokenTrial[]): string {
  if (!first) return '';
  return ` (conversation ${first.index + 1}${others.length > 0 ? ` and ${count(others.length)} more` : ''})`;
}
