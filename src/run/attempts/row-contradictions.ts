import type { Case } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import { plural, quoted } from '#model/text/quoted.js';
import type { LoggedRow } from '#store/logs/eval-log.js';

/** Lists the parts of a row that contradict a pass of all cases, one sentence each. Only rows with `row: 1` have verdicts to compare. */
export function passContradictions(row: LoggedRow): readonly string[] {
  const { total, passed, failed_cases } = row;
  const failed = failed_cases.length + countOmitted(row, 'failed_cases');
  return [
    ...(passed === total ? [] : [`${passed} of ${total} passed`]),
    ...(failed === 0 ? [] : [`failed_cases counts ${failed}`]),
    ...(row['row'] === 1 ? verdictFlaws(row) : []),
  ];
}

/** Lists the contradictions between a row and the cases of the prompt, one sentence each. */
export function caseContradictions(row: LoggedRow, all: readonly Case[]): readonly string[] {
  const cases = all.filter(({ look }) => !look);
  if (row.total !== cases.length) return [`it counts ${plural(row.total, 'case')}, and the prompt has ${cases.length}`];
  const expected = cases.flatMap(({ expectations }) => expectations.flatMap(({ criteria }) => criteria)).length;
  const verdicts = verdictsOf(row) ?? [];
  const count = verdicts.length + countOmitted(row, 'verdicts');
  if (count !== expected)
    return [`it counts ${plural(count, 'verdict')}, and the prompt has ${plural(expected, 'criterion', 'criteria')}`];
  const names = new Set(cases.map(({ name }) => name));
  const unknown = [...verdicts.map((verdict) => verdict.case), ...row.failed_cases].find((name) => !names.has(name));
  return unknown === undefined ? [] : [`it names the case ${quoted(unknown)}, which the prompt does not have`];
}

interface Decision {
  readonly case: string;
  readonly outcome: unknown;
}

function verdictFlaws(row: LoggedRow): readonly string[] {
  const verdicts = verdictsOf(row);
  if (verdicts === null) return ['its verdicts cannot be read'];
  const decided = new Set(verdicts.map((verdict) => verdict.case)).size;
  const isWhole = decided === row.total || countOmitted(row, 'verdicts') > 0;
  return [
    ...(isWhole ? [] : [`there are verdicts of ${decided} of ${row.total} cases`]),
    ...verdicts
      .filter(({ outcome }) => outcome !== 'passed')
      .map((verdict) => `a verdict of ${quoted(verdict.case)} is not passed`),
  ];
}

/** Returns the verdicts of a row; null if it has no valid list of them. */
function verdictsOf(row: LoggedRow): readonly Decision[] | null {
  const { verdicts } = row;
  const isDecision = (value: unknown): value is Decision => isObject(value) && typeof value['case'] === 'string';
  return Array.isArray(verdicts) && verdicts.every(isDecision) ? verdicts : null;
}

/** Returns the number of entries that were omitted from a list to keep the row small. */
function countOmitted({ cut }: LoggedRow, list: 'verdicts' | 'failed_cases'): number {
  const count = isObject(cut) ? cut[list] : 0;
  return Number.isSafeInteger(count) && Number(count) > 0 ? Number(count) : 0;
}
