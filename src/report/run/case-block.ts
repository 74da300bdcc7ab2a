import { count } from '../text/numbers.js';
import { resultWidth, type Screen } from '../text/screen.js';
import { missed } from '../view/reply-groups.js';
import type { CaseView, Group } from '../view/view.js';
import { claimIndent, claimLines, decisionParts, missLines } from './claim-words.js';
import { datasetBlock } from './dataset-block.js';
import { exampleInputLines, exampleLines } from './example.js';
import { headingLines, joinedLines, markFor, placeText, separator } from './heading.js';

const indent = ' '.repeat(claimIndent);

const mostExamples = 3;

const mostMisses = 3;

const mostTrials = 6;

export function caseBlock(caseView: CaseView, screen: Screen): string[] {
  if (caseView.dataset) return datasetBlock(caseView, caseView.dataset, screen);
  return [
    ...caseHeading(caseView, false, screen),
    ...(caseView.claims.length > 1 ? caseView.claims.flatMap((claim) => claimLines(claim, caseView, screen)) : []),
    ...gaveUpLines(caseView),
    ...repliesLines(caseView, screen),
  ];
}

function caseHeading(caseView: CaseView, wholePath: boolean, screen: Screen): string[] {
  const parts = decisionParts(caseView);
  const place = placeText(caseView.at, wholePath || caseView.is_of_other === true);
  return headingLines({ mark: markFor(caseView.outcome, screen), name: caseView.name.raw, parts, place }, screen);
}

/** Renders the number of users who gave up, also for passed cases, since giving up makes conversations short and fast. */
export function gaveUpLines({ trials: { gave_up: number, total } }: CaseView): string[] {
  return number === 0 ? [] : [`${indent}${count(number)} of ${count(total)} users gave up`];
}

function repliesLines(caseView: CaseView, screen: Screen): string[] {
  const failing = caseView.groups.filter(
    ({ example }) => example.outcome === 'failed' || example.outcome === 'ungraded',
  );
  const shown = examplesOf(failing);
  const total = caseView.trials.failed + caseView.trials.ungraded;
  const shownMisses = total > 1 ? caseView.misses.slice(0, mostMisses) : [];
  const isKept = new Set(failing.flatMap(({ trials }) => trials)).size === total && caseView.trials.without_texts === 0;
  return [
    ...missLines(shownMisses, caseView.misses.length - shownMisses.length, screen),
    ...(shown.length > 0 ? exampleInputLines(caseView, screen) : []),
    ...shown.flatMap((group, i) => [
      ...exampleTitle(group, { isFirst: i === 0, total, different: isKept ? failing.length : null }, screen),
      ...exampleLines(group.example, shownMisses, screen),
    ]),
  ];
}

/** Returns the most frequent reply, and one of each further kind of miss. */
function examplesOf(groups: readonly Group[]): readonly Group[] {
  const seen = new Set<string>();
  const chosen = groups.filter(({ example }, index) => {
    const kinds = missed(example).map(
      ({ kind, expectation, check, rubric }) => `${kind} ${expectation} ${check} ${rubric}`,
    );
    const isNew = index === 0 || kinds.some((kind) => !seen.has(kind));
    for (const kind of kinds) seen.add(kind);
    return isNew;
  });
  return chosen.slice(0, mostExamples);
}

interface Among {
  readonly isFirst: boolean;
  /** The number of replies that did not pass, and how many of them differ; null if some texts are omitted. */
  readonly total: number;
  readonly different: number | null;
}

function exampleTitle({ times, trials }: Group, { isFirst, total, different }: Among, screen: Screen): string[] {
  if (total <= 1) return [];
  const numbers = trials.slice(0, mostTrials).map((trial) => trial + 1);
  const rest = trials.length - numbers.length;
  const which = `${times === 1 ? 'trial' : 'trials'} ${numbers.join(', ')}${rest > 0 ? ` and ${count(rest)} more` : ''}`;
  const parts = isFirst
    ? [
        which,
        `${count(times)} of ${count(total)} failing replies`,
        ...(different === null ? [] : [differentText(different, total)]),
      ]
    : [which, ...(times > 1 ? [`${count(times)} times`] : [])];
  return joinedLines([parts.join(separator)], resultWidth(screen) - indent.length).map(
    (line) => indent + screen.paint.dim(line),
  );
}

function differentText(different: number, total: number): string {
  if (different === 1) return total === 2 ? 'both the same' : 'all the same';
  return different === total ? 'all different' : `${count(different)} different in all`;
}
