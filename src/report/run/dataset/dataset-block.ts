import type { DatasetNext, DatasetView } from '#view/dataset/dataset-view.js';
import type { CaseView } from '#view/view.js';
import { asCalled } from '../../text/called.js';
import { displayWidth } from '../../text/clip.js';
import { plural } from '../../text/numbers.js';
import { resultWidth, type Screen } from '../../text/paint.js';
import { visible } from '../../text/visible.js';
import { wrap } from '../../text/wrap.js';
import { markFor } from '../mark.js';
import { claimLines, missLines } from '../result/claim-lines.js';
import { claimParts, decisionParts } from '../result/claim-words.js';
import { headingLines, placeText } from '../result/heading.js';
import { joinedLines } from '../result/parts.js';
import { classesLines, confusionText } from './classes.js';
import { claimOfAll, claimSentence, itemsParts, sliceParts, stopParts, withMark } from './dataset-words.js';
import { itemExamples } from './items.js';
import { sliceLines } from './slices.js';

const indent = ' '.repeat(5);
const mostMisses = 3;
const mostCommands = 2;

/** Renders a case on a data set: its figures, the items that they are about, its slices and classes, and failing items. */
export function datasetBlock(caseView: CaseView, dataset: DatasetView, screen: Screen): string[] {
  return [...datasetSummary(caseView, dataset, screen), ...failingLines(caseView, dataset, screen)];
}

/** Renders a case on a data set without items. */
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

/** Renders the figures of the claim about all items: `1,149 of 1,200 items right (95.8%) · bar 92% · at least 94.6% (95% sure)`. */
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

/** Renders a fact and the command that shows its items, on one line if they fit. */
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
