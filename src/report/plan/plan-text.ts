import { type Case, modelUnderTest } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { type Dataset, isClustered } from '#model/dataset.js';
import { chanceOfSlices, isPassable, type SliceOutlook } from '#model/run/outlook.js';
import type { RunPlan } from '#model/run/run.js';
import type { SubjectSettings } from '#model/settings.js';
import { isTested } from '../run/claim-words.js';
import { joinedLines } from '../run/heading.js';
import { chance, count, plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/screen.js';
import { clip, displayWidth, paragraphs, visible, wrap } from '../text/visible.js';
import { outlookTable } from './outlook-table.js';
import { hasAssumed, plainCases, statisticalCase } from './planned-cases.js';
import { type CountedPlan, costInHead, planTotalLines, runChanceLegend, runChanceText } from './totals.js';

export function planTable(view: CountedPlan, screen: Screen): string {
  const { plan, cost } = view;
  const trials = `at most ${plural(trialsOf(plan), 'trial')}`;
  const amounts = [trials, plural(plan.calls, 'call'), ...costInHead(cost)].join(', ');
  const head = headLines(
    plan,
    [plural(plan.cases.length, 'case'), amounts, ...(plan.partial ? ['partial'] : [])],
    screen,
  );
  return paragraphs([
    [...head, ...settingsLines(plan, screen), ...outlookTable(plan, screen)],
    datasetLines(plan, screen),
    planTotalLines(view, 'short', screen),
  ]);
}

function trialsOf({ cases }: RunPlan): number {
  return cases.reduce((sum, testCase) => sum + testCase.sample_size, 0);
}

function headLines({ id: prompt, variant }: RunPlan, parts: readonly string[], screen: Screen): string[] {
  const { paint } = screen;
  const id = variant?.variant === undefined ? prompt : `${prompt} × ${variant.variant}`;
  const text = parts.join(' · ');
  const width = usableWidth(screen);
  if (displayWidth(id) + displayWidth(text) + 3 <= width) return [` ${paint.bold(visible(id))}  ${paint.dim(text)}`];
  const names = wrap(visible(id), width - 1).map((line) => ` ${paint.bold(line)}`);
  return [...names, ...wrap(text, width - 3).map((line) => `   ${paint.dim(line)}`)];
}

export function prettyPlan(view: CountedPlan, screen: Screen): string {
  const { plan } = view;
  const ofCase = groupBy(plan.outlooks, (outlook) => outlook.case);
  const byCase = plan.cases.map((testCase) => ({ one: testCase, outlooks: ofCase.get(testCase.name) ?? [] }));
  const [tested, plain] = [true, false].map((wanted) =>
    byCase.filter(({ outlooks }) => outlooks.some(isTested) === wanted),
  );
  return paragraphs([
    [...header(plan, screen), ...settingsLines(plan, screen)],
    plainCases(
      (plain ?? []).map(({ one }) => one),
      screen,
    ),
    ...(tested ?? []).map(({ one, outlooks }) => statisticalCase(one, outlooks, screen)),
    datasetLines(plan, screen),
    legend(plan, screen),
    planTotalLines(view, 'full', screen),
  ]);
}

function header(plan: RunPlan, screen: Screen): string[] {
  const counts = [plural(plan.cases.length, 'case'), `${plural(trialsOf(plan), 'trial')} at most`];
  return headLines(plan, [...counts, ...(plan.partial ? ['partial'] : [])], screen);
}

function legend(plan: RunPlan, screen: Screen): string[] {
  const { cases, outlooks } = plan;
  if (!outlooks.some(isTested)) return [];
  return [
    ...words,
    ...(hasAssumed(outlooks, cases) ? [assumed] : []),
    ...(runChanceText(plan) === null ? [] : [runChanceLegend]),
  ]
    .flatMap((text) => wrap(text, usableWidth(screen) - 2))
    .map((line) => screen.paint.dim(`  ${line}`));
}

const words = [
  'A claim passes if the trials prove it, fails if they disprove it, and is inconclusive in between.',
  'Wrong pass, at 5%: a claim that is not true passes in at most 5 of 100 runs.',
];

const assumed =
  'Assumed: eva plans with a true value a little better than the bar. For a proportion, `expected` sets another.';

const indent = 5;

const mostNamed = 3;

const widestName = 24;

function datasetLines({ cases, slice_outlooks = [] }: RunPlan, screen: Screen): string[] {
  const ofCase = groupBy(slice_outlooks, (outlook) => outlook.case);
  return cases.flatMap((testCase) =>
    testCase.dataset && !testCase.look
      ? linesOf(testCase, testCase.dataset, ofCase.get(testCase.name) ?? [], screen)
      : [],
  );
}

function linesOf(testCase: Case, dataset: Dataset, outlooks: readonly SliceOutlook[], screen: Screen): string[] {
  const width = usableWidth(screen) - indent;
  const fields = [...groupBy(outlooks, ({ field }) => field).values()];
  return [
    ...wrap(visible(`${testCase.name}: ${itemsText(dataset)}`), usableWidth(screen) - 3).map((line) => `   ${line}`),
    ...[drawsParts(dataset), ...fields.map((own) => sliceParts(own, dataset))].flatMap((parts) =>
      joinedLines(parts, width).map((line) => ' '.repeat(indent) + screen.paint.dim(line)),
    ),
    ...outlooks
      .filter((outlook) => !isPassable(outlook))
      .slice(0, mostNamed)
      .flatMap((outlook) => tooFewLines(outlook, dataset, screen)),
  ];
}

function itemsText({ file, items, kept, asked, filter, seed }: Dataset): string {
  const counted = kept < items ? `${count(kept)} of ${plural(items, 'item')}` : plural(items, 'item');
  const chosen = asked < kept ? `, ${count(asked)} ${asked === 1 ? 'is' : 'are'} asked, chosen by seed ${seed}` : '';
  return `${counted} of ${file}${filter === '' ? '' : ` (${filter})`}${chosen}`;
}

function drawsParts(dataset: Dataset): string[] {
  const { draws, claim, kept, asked, cluster, units } = dataset;
  return [
    claim === 'population'
      ? 'the claim is about items like these'
      : `the claim is about these ${count(kept)} items alone`,
    ...(draws > 1 ? [`${count(draws)} answers to each item`] : []),
    ...(draws > 1 && asked < kept ? ['more items would show more than more answers to each'] : []),
    ...(cluster && isClustered(dataset)
      ? [`items with the same ${cluster.field} count as one: ${plural(units, 'cluster')}`]
      : []),
  ];
}

/** Renders the slices of a field: `language: 4 slices, none may fail · the smallest is nl with 110 · 28 perfect ones would pass`. */
function sliceParts(outlooks: readonly SliceOutlook[], dataset: Dataset): string[] {
  const [first] = outlooks;
  const smallest = [...outlooks].sort((a, b) => a.n - b.n)[0];
  if (!first || !smallest) return [];
  const all = first.must === 'pass' ? chanceOfSlices(outlooks) : null;
  const rule = first.must === 'pass' ? 'each must pass' : 'none may fail';
  return [
    `${clip(first.field, widestName)}: ${plural(outlooks.length, 'slice')}, ${rule}`,
    `the smallest is ${clip(smallest.value, widestName)} with ${sizeText(smallest, dataset)}`,
    ...(first.smallest_n === null ? [] : [`${count(first.smallest_n)} perfect ones would pass`]),
    ...(all === null ? [] : [`${chance(all)} chance that all pass if ${first.power?.truth}`]),
  ];
}

/** Renders the size of a slice: `38`, and `38 answers` if a claim about a file counts several answers to each item. */
function sizeText({ n }: SliceOutlook, { claim, draws }: Dataset): string {
  return claim === 'file' && draws > 1 ? plural(n, 'answer') : count(n);
}

function tooFewLines(outlook: SliceOutlook, dataset: Dataset, screen: Screen): string[] {
  const { field, value, smallest_n, must } = outlook;
  const needed = smallest_n === null ? 'no number of items would be enough' : `${count(smallest_n)} are needed`;
  const end = must === 'pass' ? 'it cannot pass' : 'it can only be shown to fail';
  const text = `${clip(field, widestName)} ${clip(value, widestName)} has ${sizeText(outlook, dataset)}, ${needed}: ${end}`;
  return wrap(text, usableWidth(screen) - indent).map((line, i) =>
    i === 0 ? ` ${screen.paint.yellow('!')}   ${line}` : ' '.repeat(indent) + line,
  );
}

const mostListed = 5;

/** Renders the options that the files set for models under test: `claude-opus-4-7  top_p 0.5 · tools search, refund`. Empty without any. */
export function settingsLines({ cases }: RunPlan, screen: Screen): string[] {
  const texts = cases.flatMap(({ subject }) => {
    const settings = modelUnderTest(subject);
    const parts = settings ? partsOf(settings) : [];
    return settings && parts.length > 0 ? [`${settings.model}  ${parts.join(' · ')}`] : [];
  });
  const groups = [...groupBy(texts, (text) => text)];
  const more = groups.length - mostListed;
  const lines = groups
    .slice(0, mostListed)
    .map(([text, own]) => (own.length === cases.length ? text : `${text}  (${plural(own.length, 'case')})`));
  return [...lines, ...(more > 0 ? [`… ${plural(more, 'more combination')} of settings`] : [])].flatMap((line) =>
    wrap(visible(line), usableWidth(screen) - 5).map((part, i) =>
      screen.paint.dim(`${i === 0 ? '   ' : '     '}${part}`),
    ),
  );
}

function partsOf(settings: SubjectSettings): readonly string[] {
  const { temperature, top_p, top_k, sampling_seed, stop, reasoning, tools, tool_choice, extra } = settings;
  const numbers = Object.entries({ temperature, top_p, top_k, sampling_seed }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  );
  return [
    ...numbers,
    ...(stop ? [`stop ${JSON.stringify(stop)}`] : []),
    ...(reasoning
      ? [`reasoning ${'effort' in reasoning ? reasoning.effort : `${reasoning.budget_tokens} tokens`}`]
      : []),
    ...formatParts(settings),
    ...(tools ? [`tools ${tools.map(({ name }) => name).join(', ')}`] : []),
    ...(tool_choice ? [`tool_choice ${typeof tool_choice === 'string' ? tool_choice : tool_choice.tool}`] : []),
    ...Object.entries(extra ?? {}).map(([type, keys]) => `extra for ${type}: ${Object.keys(keys).join(', ')}`),
  ];
}

function formatParts({ response_format: format }: SubjectSettings): readonly string[] {
  if (format === undefined) return [];
  return [format === 'json' ? 'response_format json' : `response_format ${format.name ?? 'response'} (a schema)`];
}
