import type { Case } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import { oneLine } from '#model/text/quoted.js';
import { isSameEvidence } from '../attempts/attempts.js';
import { type VersionsOnData, versionsOnData } from '../attempts/versions-on-data.js';
import type { FullRun } from '../full-run.js';
import type { EvalGatesInput } from './gate.js';

/**
 * Describes the items on which a run of the current files passed, one line for each case on a data set: items that are left out, and how
 * many versions were decided on the items. Leaves out cases that asked the whole file for the first time, and runs of other files.
 */
export function datasetLines({ evidence, ts }: FullRun, input: EvalGatesInput): readonly string[] {
  const { cases, evidenceNow, runs, attempts } = input;
  if (!evidence || !evidenceNow || !isSameEvidence(evidence, evidenceNow)) return [];
  const versions = versionsOnData({ plan: { cases, evidence: evidenceNow }, ts }, { runs, attempts });
  return cases.flatMap((testCase) => lineOf(testCase, versions.get(testCase.name)));
}

function lineOf({ name, dataset }: Case, version: VersionsOnData | undefined): readonly string[] {
  if (!dataset) return [];
  const { items, kept, asked } = dataset;
  const isAgain = version !== undefined && version.number > 1;
  if (asked === items && !isAgain) return [];
  const parts = [
    keptItems(dataset),
    ...(asked < kept ? [`${asked} asked at most`] : []),
    ...(isAgain ? [versionInWords(version)] : []),
  ];
  return [`${shortened(name)}: ${parts.join(', ')}`];
}

function keptItems({ items, kept, filter }: Dataset): string {
  const noun = items === 1 ? 'item' : 'items';
  if (kept === items) return `${kept} ${noun}`;
  return `${kept} of ${items} ${noun}${filter === '' ? '' : ` (${shortened(filter)})`}`;
}

function versionInWords({ number, level }: VersionsOnData): string {
  const version = `version ${number} decided on these items`;
  if (level === null) return version;
  const percent = Math.ceil(Number((100 * level).toPrecision(12)));
  return `${version}: the chance of a false pass among ${number} is up to ${percent} %`;
}

/** The maximum length of a name or filter in a line. */
const mostCharacters = 120;

function shortened(text: string): string {
  const line = oneLine(text.slice(0, 2 * mostCharacters));
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line;
}
