import type { DatasetVersion, DatasetView } from '#view/dataset/dataset-view.js';
import type { CaseView, Claim } from '#view/view.js';
import { count, ordinal, percentage, plural } from '../../text/numbers.js';
import type { Screen } from '../../text/paint.js';
import { markFor } from '../mark.js';

/** Returns the only claim about all items, which the heading of a case shows; undefined if several claims are, or none. */
export function claimOfAll({ claims }: CaseView): Claim | undefined {
  const counted = claims.filter(({ found }) => found.k !== undefined);
  const ofAll = counted.length > 0 ? counted : claims.filter(({ range }) => range !== null);
  return [ofAll, claims].find(({ length }) => length === 1)?.[0];
}

/** Returns where a case stopped in parts: `stopped at 351 of 500`; none if it asked all. */
export function stopParts({ stopped_at, trials }: CaseView, { draws }: DatasetView): string[] {
  return stopped_at === null
    ? []
    : [`stopped at ${count(Math.ceil(stopped_at / draws))} of ${count(trials.asked / draws)}`];
}

/** Returns how many items were asked for slices alone, after the claim about all items was settled; empty if none was. */
export function sliceParts({ criterion, used }: Claim, dataset: DatasetView): string[] {
  const { claim, draws, slices } = dataset;
  if (dataset.used === null || slices.every(({ must }) => must !== 'pass')) return [];
  const isOfAnswers = claim === 'file' || criterion === 'every_trial';
  const more = isOfAnswers ? dataset.used.items - Math.ceil(used / draws) : dataset.used.units - used;
  return more > 0 ? [`${count(more)} more asked for slices`] : [];
}

/** Returns a part with the mark of its claim, if the case has another one: `bar 92% ✓`. */
export function withMark(part: string, { outcome }: Claim, caseView: CaseView, screen: Screen): string {
  const isBar = part.startsWith('bar ');
  return isBar && outcome !== caseView.outcome ? `${part} ${markFor(outcome, screen).text}` : part;
}

/** How a claim came out. */
const outcomes: Readonly<Record<Claim['outcome'], string>> = {
  passed: 'shown',
  inconclusive: 'not shown',
  failed: 'shown to be false',
};

/** Returns the claim about all items with its outcome: `at least 92% of items like these are right: shown`. */
export function claimSentence({ claim: kind }: DatasetView, { claim, outcome }: Claim): string {
  const isOfFile = kind === 'file' && outcome === 'passed';
  return `${claim.raw}: ${outcomes[outcome]}${isOfFile ? '; nothing is said of other items' : ''}`;
}

/** Returns the items of a data set in parts: `data/tickets.csv: 1,200 of 1,431 items (split = test)`, and what counts as one. */
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
