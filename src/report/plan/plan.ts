import { groupBy } from '#model/data/collections.js';
import type { RunPlan } from '#model/run/run.js';
import { findCase, isStatistical } from '../run/claim.js';
import { displayWidth } from '../text/clip.js';
import { plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';
import { datasetLines } from './datasets.js';
import { isAssumed, plainCases, statisticalCase } from './planned-cases.js';
import { settingsLines } from './settings.js';
import { outlookTable } from './table.js';
import { type CountedPlan, costInHead, runChanceLegend, runChanceText, totalLines } from './totals.js';

/** Renders one line per criterion that says whether its trials suffice, and the possible cost of the run. */
export function planTable(view: CountedPlan, screen: Screen): string {
  const { plan, cost } = view;
  const trials = `at most ${plural(trialsOf(plan), 'trial')}`;
  const amounts = [trials, plural(plan.calls, 'call'), ...costInHead(cost)].join(', ');
  const head = headLines(
    plan,
    [plural(plan.cases.length, 'case'), amounts, ...(plan.partial ? ['partial'] : [])],
    screen,
  );
  const sections = [
    [...head, ...settingsLines(plan, screen), ...outlookTable(plan, screen)],
    datasetLines(plan, screen),
    totalLines(view, 'short', screen),
  ];
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${texts.join('\n\n')}\n`;
}

function trialsOf({ cases }: RunPlan): number {
  return cases.reduce((sum, testCase) => sum + testCase.sample_size, 0);
}

/** Renders the name of the prompt and the amounts beside it, or below it if they do not fit. */
function headLines({ id: prompt, variant }: RunPlan, parts: readonly string[], screen: Screen): string[] {
  const { paint } = screen;
  const id = variant?.variant === undefined ? prompt : `${prompt} × ${variant.variant}`;
  const text = parts.join(' · ');
  const width = usableWidth(screen);
  if (displayWidth(id) + displayWidth(text) + 3 <= width) return [` ${paint.bold(visible(id))}  ${paint.dim(text)}`];
  const names = wrap(visible(id), width - 1).map((line) => ` ${paint.bold(line)}`);
  return [...names, ...wrap(text, width - 3).map((line) => `   ${paint.dim(line)}`)];
}

/** Renders the calls of a run, the power of its criteria and the possible cost, with explanations. */
export function prettyPlan(view: CountedPlan, screen: Screen): string {
  const { plan } = view;
  const ofCase = groupBy(plan.outlooks, (outlook) => outlook.case);
  const byCase = plan.cases.map((testCase) => ({ one: testCase, outlooks: ofCase.get(testCase.name) ?? [] }));
  const [tested, plain] = [true, false].map((wanted) =>
    byCase.filter(({ outlooks }) => outlooks.some(isStatistical) === wanted),
  );
  const sections = [
    [...header(plan, screen), ...settingsLines(plan, screen)],
    plainCases(
      (plain ?? []).map(({ one }) => one),
      screen,
    ),
    ...(tested ?? []).map(({ one, outlooks }) => statisticalCase(one, outlooks, screen)),
    datasetLines(plan, screen),
    legend(plan, screen),
    totalLines(view, 'full', screen),
  ];
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${texts.join('\n\n')}\n`;
}

function header(plan: RunPlan, screen: Screen): string[] {
  const counts = [plural(plan.cases.length, 'case'), `${plural(trialsOf(plan), 'trial')} at most`];
  return headLines(plan, [...counts, ...(plan.partial ? ['partial'] : [])], screen);
}

/** Renders explanations of the words in the tables. */
function legend(plan: RunPlan, screen: Screen): string[] {
  const { cases, outlooks } = plan;
  if (!outlooks.some(isStatistical)) return [];
  const hasGuess = outlooks.some((outlook) => {
    const testCase = findCase(cases, outlook.case);
    return testCase !== undefined && isAssumed(outlook, testCase);
  });
  return [...words, ...(hasGuess ? [assumed] : []), ...(runChanceText(plan) === null ? [] : [runChanceLegend])]
    .flatMap((text) => wrap(text, usableWidth(screen) - 2))
    .map((line) => screen.paint.dim(`  ${line}`));
}

const words = [
  'A claim passes if the trials prove it, fails if they disprove it, and is inconclusive in between.',
  'Wrong pass, at 5%: a claim that is not true passes in at most 5 of 100 runs.',
];

const assumed =
  'Assumed: eva plans with a true value a little better than the bar. For a proportion, `expected` sets another.';
