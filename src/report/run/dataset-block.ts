import { count, ordinal, percentage, plural } from '../text/numbers.js';
import { asCalled, resultWidth, type Screen } from '../text/screen.js';
import { displayWidth, visible, wrap } from '../text/visible.js';
import type { DatasetNext, DatasetVersion, DatasetView } from '../view/dataset-view.js';
import type { CaseView, Claim } from '../view/view.js';
import { claimLines, claimParts, decisionParts, missLines } from './claim-words.js';
import { classesLines, confusionText } from './classes.js';
import { headingLines, joinedLines, markFor, placeText } from './heading.js';
import { itemExamples } from './items.js';
import { sliceLines } from './slices.js';

const indent = ' '.repeat(5);

const mostMisses = 3;

const mostCommands = 2;

export function datasetBlock(caseView: CaseView, dataset: DatasetView, screen: Screen): string[] {
  return [...datasetSummary(caseView, dataset, screen), ...failingLines(caseView, dataset, screen)];
}

export function datasetSummary(caseView: CaseView, dataset: DatasetView, screen: Screen): string[] {
  const ofAll = claimOfAll(caseView);
  const others = caseView.claims.filter((claim) => claim !== ofAll);
  return [
    ...datasetHeading(caseView, dataset, screen),
    ...(ofAll ? wrap(visible(claimSentence(dataset, ofAll)), resultWidth(screen) - indent.length) : []).map(
      (line) => indent + line,
    ),
    ...joinedLines(itemsParts(dataset), resultWidth(screen) - indent.length).map(
      (line) => indent + screen.paint.dim(line),
    ),
    ...sliceLines(dataset, screen),
    ...sliceCommands(dataset, screen),
    ...dataset.classes.flatMap((classes) => classesLines(classes, screen)),
    ...confusionLines(dataset, screen),
    ...others.flatMap((claim) => claimLines(claim, { claims: others }, screen)),
  ];
}

export function datasetHeading(caseView: CaseView, dataset: DatasetView, screen: Screen): string[] {
  const ofAll = claimOfAll(caseView);
  const figures = [
    ...(ofAll && caseView.claims.length === 1 ? [] : decisionParts(caseView)),
    ...(ofAll ? claimParts(ofAll).map((part) => withMark(part, ofAll, caseView, screen)) : []),
  ];
  const parts = [...figures, ...(ofAll ? sliceParts(ofAll, dataset) : []), ...stopParts(caseView, dataset)];
  const place = placeText(caseView.at, caseView.is_of_other === true);
  return headingLines({ mark: markFor(caseView.outcome, screen), name: caseView.name.raw, parts, place }, screen);
}

function failingLines(caseView: CaseView, dataset: DatasetView, screen: Screen): string[] {
  const total = caseView.trials.failed + caseView.trials.ungraded;
  const ofClasses = new Set(dataset.classes.map(({ expectation }) => expectation));
  const all = caseView.misses.filter(({ expectation }) => !ofClasses.has(expectation));
  const misses = total > 1 ? all.slice(0, mostMisses) : [];
  return [...missLines(misses, all.length - misses.length, screen), ...itemExamples(caseView, misses, screen)];
}

function sliceCommands({ next, draws }: DatasetView, screen: Screen): string[] {
  const own = next.filter(({ field }) => field !== null);
  return own.slice(0, mostCommands).flatMap((one) => commandLines(ofSlice(one, draws), one, screen));
}

function ofSlice({ value, failing }: DatasetNext, draws: number): string {
  if (failing === null) return `what ${value.raw} got wrong`;
  return `${plural(failing, draws === 1 ? 'item' : 'answer')} of ${value.raw} did not pass`;
}

function confusionLines({ classes, next }: DatasetView, screen: Screen): string[] {
  const commands = next.filter(({ field }) => field === null);
  return classes.flatMap(({ confusions: [worst] }) => {
    if (!worst) return [];
    const command = commands.find(({ value }) => value.raw === worst.expected.raw);
    return commandLines(`worst confusion: ${confusionText(worst, resultWidth(screen))}`, command, screen);
  });
}

function commandLines(fact: string, next: DatasetNext | undefined, screen: Screen): string[] {
  const width = resultWidth(screen) - indent.length;
  const [shown, command] = [visible(fact), visible(asCalled(next?.command.raw ?? '', screen))];
  if (command === '') return wrap(shown, width).map((line) => indent + line);
  if (displayWidth(shown) + 2 + displayWidth(command) <= width)
    return [`${indent}${shown}  ${screen.paint.cyan(command)}`];
  return [
    ...wrap(shown, width).map((line) => indent + line),
    ...wrap(command, width - 2).map((line) => `${indent}  ${screen.paint.cyan(line)}`),
  ];
}

/** Returns the only claim about all items, which the heading of a case shows; undefined if several claims are, or none. */
function claimOfAll({ claims }: CaseView): Claim | undefined {
  const counted = claims.filter(({ found }) => found.k !== undefined);
  const ofAll = counted.length > 0 ? counted : claims.filter(({ range }) => range !== null);
  return [ofAll, claims].find(({ length }) => length === 1)?.[0];
}

function stopParts({ stopped_at, trials }: CaseView, { draws }: DatasetView): string[] {
  return stopped_at === null
    ? []
    : [`stopped at ${count(Math.ceil(stopped_at / draws))} of ${count(trials.asked / draws)}`];
}

/** Returns how many items were asked for slices alone, after the claim about all items was settled; empty if none was. */
function sliceParts({ criterion, used }: Claim, dataset: DatasetView): string[] {
  const { claim, draws, slices } = dataset;
  if (dataset.used === null || slices.every(({ must }) => must !== 'pass')) return [];
  const isOfAnswers = claim === 'file' || criterion === 'every_trial';
  const more = isOfAnswers ? dataset.used.items - Math.ceil(used / draws) : dataset.used.units - used;
  return more > 0 ? [`${count(more)} more asked for slices`] : [];
}

/** Returns a part with the mark of its claim, if the case has another one: `bar 92% ✓`. */
function withMark(part: string, { outcome }: Claim, caseView: CaseView, screen: Screen): string {
  const isBar = part.startsWith('bar ');
  return isBar && outcome !== caseView.outcome ? `${part} ${markFor(outcome, screen).text}` : part;
}

const outcomes: Readonly<Record<Claim['outcome'], string>> = {
  passed: 'shown',
  inconclusive: 'not shown',
  failed: 'shown to be false',
};

function claimSentence({ claim: kind }: DatasetView, { claim, outcome }: Claim): string {
  const isOfFile = kind === 'file' && outcome === 'passed';
  return `${claim.raw}: ${outcomes[outcome]}${isOfFile ? '; nothing is said of other items' : ''}`;
}

export function itemsParts({
  file,
  filter,
  items,
  kept,
  asked,
  draws,
  cluster,
  used,
  version,
  ...rest
}: DatasetView): string[] {
  const counted = kept === items ? plural(kept, 'item') : `${count(kept)} of ${plural(items, 'item')}`;
  return [
    `${file.raw}: ${counted}${filter ? ` (${filter.raw})` : ''}`,
    ...(asked < kept ? [`at most ${count(asked)} are asked`] : []),
    ...(draws > 1 ? [`${count(draws)} answers to each`] : []),
    ...(cluster ? clusterParts({ cluster, used, ...rest }) : []),
    ...(version && version.number > 1 ? [versionText(version)] : []),
  ];
}

function clusterParts({ cluster, used, estimates }: Pick<DatasetView, 'cluster' | 'used' | 'estimates'>): string[] {
  if (!cluster) return [];
  const counted = used
    ? `${plural(used.units, 'value')} of ${cluster.field.raw} ${used.units === 1 ? 'counts' : 'count'} as one${used.units === 1 ? '' : ' each'}`
    : `items with one ${cluster.field.raw} count as one`;
  const { clusters = null, items = null } = estimates ?? {};
  const differ = clusters !== null && items !== null && Math.abs(clusters - items) >= 0.01;
  if (!differ) return [counted];
  return [counted, `average ${cluster.field.raw} ${percentage(clusters)}, average item ${percentage(items)}`];
}

function versionText({ number, level }: DatasetVersion): string {
  const risk =
    level === null ? '' : `: the chance of a false pass among ${count(number)} is up to ${percentage(level, 'up', 0)}`;
  return `the ${ordinal(number)} version decided on these items${risk}`;
}
